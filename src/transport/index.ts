export * from "./interfaces.js";
export * from "./kernelDrops.js";
export { TransportError, type TransportErrorCode } from "./TransportError.js";
export {
  type DatagramHandler,
  type DatagramSource,
  type OutgoingDatagram,
  type ParticipantIndexChoice,
  type PortPlan,
  TransportCounters,
} from "./types.js";
export { type BufferSizes, UdpTransport, type UdpTransportOptions } from "./UdpTransport.js";
export { grantedReceiveBuffer, MAX_UDP_PAYLOAD, openUdpSocket, type UdpSocketOptions } from "./udpSocket.js";
export {
  MAX_PARTICIPANT_INDEX,
  NO_PARTICIPANT_INDEX,
} from "./unicastPorts.js";
