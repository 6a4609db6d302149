// What a driver or a simulated network needs of a participant: inputs in, datagrams, events and a deadline out.
// The participant satisfies it structurally, and so can a fake in a test. Knows no socket, clock or timer.

import type { Transmit } from "../rtps/exchange/Transmit.js";
import type { Ms } from "../rtps/structure/time.js";
import type { ParticipantEvent, Source } from "./types.js";

export { BULK, CONTROL, Transmit } from "../rtps/exchange/Transmit.js";
export { type Ms, NEVER } from "../rtps/structure/time.js";

/** Time is monotonic milliseconds with a fraction; it must not go backwards. */
export interface Engine {
  /** The datagram belongs to the engine from now on; nobody changes its bytes. */
  handleDatagram(now: Ms, datagram: Uint8Array, from: Source): void;
  /** Harmless if called early. */
  handleTimeout(now: Ms): void;
  /** Fills `out`; false when nothing is owed. The parts are valid until the next call into the engine. */
  pollTransmit(now: Ms, out: Transmit): boolean;
  pollEvent(): ParticipantEvent | undefined;
  /** NEVER when only input can wake it. */
  nextDeadline(): Ms;
  /**
   * The socket still reads the bytes of the last transmit: write the next one into fresh memory. An engine without
   * this method is served too, at the price of one copy per datagram.
   */
  retireSlab?(): void;
}
