// Two engines without a protocol on two hosts of a simulated network.

import { type LinkSettings, SimNetwork, type SimNetworkOptions, type SimNode } from "../../src/simulation/index.js";
import { FakeEngine } from "./FakeEngine.js";

export const GROUP = { address: "239.255.0.1", port: 7400 };

export interface Pair {
  readonly network: SimNetwork;
  readonly a: FakeEngine;
  readonly b: FakeEngine;
  readonly nodeA: SimNode;
  readonly nodeB: SimNode;
  /** Sends octets from a to b. */
  send(...octets: number[]): void;
}

export function makePair(link: Partial<LinkSettings> = {}, options: Partial<SimNetworkOptions> = {}): Pair {
  const network = new SimNetwork({ seed: 1, link, ...options });
  const a = new FakeEngine();
  const b = new FakeEngine();
  const common = { unicastPorts: [7410, 7411], groups: [GROUP] };
  const nodeA = network.addNode("a", { engine: a, host: network.addHost("left"), ...common });
  const nodeB = network.addNode("b", { engine: b, host: network.addHost("right"), ...common });
  const send = (...octets: number[]) => {
    a.outbox.push({ bytes: Uint8Array.from(octets), address: nodeB.host.address, port: 7411 });
    network.flush(nodeA);
  };
  return { network, a, b, nodeA, nodeB, send };
}

/** The first octet of each datagram received. */
export function firstOctets(engine: FakeEngine): number[] {
  return engine.received.map((r) => r.bytes[0]!);
}
