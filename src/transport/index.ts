export * from "./interfaces.js";
export * from "./kernelDrops.js";
export { TransportError, type TransportErrorCode } from "./TransportError.js";
export { type DatagramHandler, type DatagramSource, type OutgoingDatagram, TransportCounters } from "./types.js";
export { type BufferSizes, UdpTransport, type UdpTransportOptions } from "./UdpTransport.js";
export { grantedReceiveBuffer, MAX_UDP_PAYLOAD, openUdpSocket, type UdpSocketOptions } from "./udpSocket.js";
export {
  MAX_PARTICIPANT_INDEX,
  NO_PARTICIPANT_INDEX,
  type ParticipantIndexChoice,
  type PortPlan,
} from "./unicastPorts.js";
