// Names for vendor ids, from OMG's list and from what is seen on the wire.

const VENDORS: ReadonlyMap<number, string> = new Map([
  [0x0101, "RTI Connext"],
  [0x0102, "OpenSplice"],
  [0x0103, "OpenDDS"],
  [0x0104, "MilSoft"],
  [0x0105, "InterCOM"],
  [0x0106, "CoreDX"],
  [0x010a, "RTI Connext Micro"],
  [0x010b, "Vortex Cafe"],
  [0x010c, "Vortex gateway"],
  [0x010d, "Vortex Lite"],
  [0x010e, "Qeo"],
  [0x010f, "Fast DDS"],
  [0x0110, "Cyclone DDS"],
  [0x0111, "Gurum"],
  [0x0112, "RustDDS"],
  [0x0113, "ZRDDS"],
  [0x0114, "Dust DDS"],
  [0x0115, "Safe DDS"],
  [0x017f, "rtps-lab"],
]);

/** "vendor 01.23" for an id without a name. */
export function vendorName(vendorId: number): string {
  const octets = [vendorId >>> 8, vendorId & 0xff].map((octet) => octet.toString(16).padStart(2, "0"));
  return VENDORS.get(vendorId) ?? `vendor ${octets.join(".")}`;
}
