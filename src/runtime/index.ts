export { allocateUncleared } from "./allocate.js";
export { type DatagramTransport, Driver, type DriverOptions, type TransmitTrace } from "./Driver.js";
export { inflate } from "./inflate.js";
export { type Clock, MonotonicClock, wallClockOffset } from "./MonotonicClock.js";
export {
  DEFAULT_VENDOR_ID,
  type OpenParticipant,
  type OpenParticipantOptions,
  openParticipant,
  type TransportFacts,
} from "./openParticipant.js";
export { randomGuidPrefix, randomSeed } from "./randomness.js";
export { RawEchoClient, RawEchoServer } from "./rawEcho.js";
export { checkTimeout, type Scheduler, systemScheduler, Waiters, type WaitOptions } from "./Waiters.js";
