// Names of submessage ids for reports (RTPS 2.5, 9.4.5.1.1 and DDS-Security 1.1, 7.3.7).

const NAMES: Readonly<Record<number, string>> = {
  0: "HeaderExtension",
  1: "Pad",
  6: "AckNack",
  7: "Heartbeat",
  8: "Gap",
  9: "InfoTimestamp",
  12: "InfoSource",
  13: "InfoReplyIp4",
  14: "InfoDestination",
  15: "InfoReply",
  18: "NackFrag",
  19: "HeartbeatFrag",
  21: "Data",
  22: "DataFrag",
  48: "SecureBody",
  49: "SecurePrefix",
  50: "SecurePostfix",
  51: "SecureRtpsPrefix",
  52: "SecureRtpsPostfix",
};

/** Name of a submessage id; unknown and vendor ids in hex, "0x80". */
export function submessageName(id: number): string {
  return NAMES[id] ?? `0x${id.toString(16).padStart(2, "0")}`;
}
