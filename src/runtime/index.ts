export { type DatagramTransport, Driver, type DriverOptions, type TransmitTrace } from "./Driver.js";
export { type Clock, MonotonicClock, wallClockOffset } from "./MonotonicClock.js";
export { randomGuidPrefix, randomSeed } from "./randomness.js";
export { RawEchoClient, RawEchoServer } from "./rawEcho.js";
