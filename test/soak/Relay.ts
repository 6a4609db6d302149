// A relay between participants on 127.0.0.1: each is reached through two ports of the relay, which loses, repeats and
// delays what passes. Announced ports are exchanged for its own, so that all traffic goes through it.

import { createSocket, type Socket } from "node:dgram";
import { Random } from "../../src/simulation/index.js";

interface Route {
  readonly real: number;
  readonly front: Socket;
}

export class Relay {
  forwarded = 0;
  lost = 0;
  duplicated = 0;
  delayed = 0;
  loss = 0;
  private readonly random: Random;
  private readonly routes: Route[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Opens a port that leads to this one. @returns the port */
  async open(real: number): Promise<number> {
    const front = createSocket("udp4");
    await new Promise<void>((resolve) => front.bind(0, "127.0.0.1", resolve));
    this.routes.push({ real, front });
    front.on("message", (datagram) => this.carry(datagram, front, real));
    return front.address().port;
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.routes.map(({ front }) => new Promise<void>((resolve) => front.close(() => resolve()))));
  }

  private carry(datagram: Buffer, from: Socket, to: number): void {
    const { random } = this;
    if (random.chance(this.loss)) {
      this.lost++;
      return;
    }
    const bytes = this.withOwnPorts(datagram);
    const copies = random.chance(DUPLICATION) ? 2 : 1;
    if (copies === 2) this.duplicated++;
    for (let copy = 0; copy < copies; copy++) {
      this.forwarded++;
      if (!random.chance(DELAYED)) {
        from.send(bytes, to, "127.0.0.1");
        continue;
      }
      this.delayed++;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        from.send(bytes, to, "127.0.0.1");
      }, random.unit() * MAX_DELAY_MS);
      this.timers.add(timer);
    }
  }

  /** Locators of 127.0.0.1, little endian, with a port that a route leads to. */
  private withOwnPorts(datagram: Buffer): Buffer {
    const bytes = Buffer.from(datagram);
    for (let at = bytes.indexOf(LOOPBACK); at >= 0; at = bytes.indexOf(LOOPBACK, at + 1)) {
      if (at < 8 || bytes.readInt32LE(at - 8) !== 1) continue;
      const route = this.routes.find(({ real }) => real === bytes.readUInt32LE(at - 4));
      if (route !== undefined) bytes.writeUInt32LE(route.front.address().port, at - 4);
    }
    return bytes;
  }
}

/** The address of a locator. */
const LOOPBACK = Buffer.from("0000000000000000000000007f000001", "hex");
const DUPLICATION = 0.05;
const DELAYED = 0.2;
const MAX_DELAY_MS = 20;
