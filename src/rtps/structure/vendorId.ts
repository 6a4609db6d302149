// RTPS 2.5 VendorId_t: two octets as one number. Those that something here depends on.

export const VENDORID_UNKNOWN = 0x0000;
export const VENDORID_RTI_CONNEXT = 0x0101;
export const VENDORID_RTI_CONNEXT_MICRO = 0x010a;
export const VENDORID_FASTDDS = 0x010f;
export const VENDORID_CYCLONEDDS = 0x0110;
