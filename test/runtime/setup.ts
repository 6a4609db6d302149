// A driver around fakes: engine, transport and clock all belong to the test.

import type { ParticipantEvent } from "../../src/participant/types.js";
import { Driver, type DriverOptions } from "../../src/runtime/index.js";
import { FakeEngine } from "../simulation/FakeEngine.js";
import { FakeTransport } from "./FakeTransport.js";

export interface Setup {
  readonly engine: FakeEngine;
  readonly transport: FakeTransport;
  readonly clock: { ms: number; now(): number };
  readonly driver: Driver;
  readonly seen: number[];
  /** Puts a one-octet datagram into the outbox. */
  owe(...octets: number[]): void;
}

export function setup(options: Partial<DriverOptions> = {}, engine = new FakeEngine()): Setup {
  const transport = new FakeTransport();
  const clock = { ms: 1000, now: () => clock.ms };
  const seen: number[] = [];
  const onEvent = (event: ParticipantEvent) => seen.push(event.type === "dataAvailable" ? event.reader : -1);
  const driver = new Driver({ engine, transport, clock, onEvent, ...options });
  const owe = (...octets: number[]) => {
    for (const octet of octets) engine.outbox.push({ bytes: Uint8Array.of(octet), address: "127.0.0.1", port: 7411 });
  };
  return { engine, transport, clock, driver, seen, owe };
}
