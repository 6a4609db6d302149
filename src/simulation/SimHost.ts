// A simulated computer: its interfaces and who listens on its ports.

import type { SimNode } from "./SimNode.js";

/** Two interfaces reach each other if they are on the same network. */
export interface SimInterface {
  readonly name: string;
  readonly address: string;
  readonly network: string;
}

export const LOOPBACK_NAME = "lo";
export const LOOPBACK_ADDRESS = "127.0.0.1";

/** Has a loopback interface and the interfaces it was given. */
export class SimHost {
  readonly interfaces: readonly SimInterface[];
  /** Address of the first interface that is not loopback, or the loopback address. */
  readonly address: string;
  private readonly nodesByPort = new Map<number, SimNode>();

  constructor(
    readonly name: string,
    outside: readonly SimInterface[],
  ) {
    // A network of its own: nobody else is on it.
    const loopback = { name: LOOPBACK_NAME, address: LOOPBACK_ADDRESS, network: `${LOOPBACK_NAME} of ${name}` };
    this.interfaces = [...outside, loopback];
    this.address = outside[0]?.address ?? LOOPBACK_ADDRESS;
  }

  /** False if one of the ports is taken: unicast ports are never shared. */
  bind(owner: SimNode, ports: readonly number[]): boolean {
    if (ports.some((port) => this.nodesByPort.has(port))) return false;
    for (const port of ports) this.nodesByPort.set(port, owner);
    return true;
  }

  release(ports: readonly number[]): void {
    for (const port of ports) this.nodesByPort.delete(port);
  }

  nodeAt(port: number): SimNode | undefined {
    return this.nodesByPort.get(port);
  }

  interfaceAt(address: string): SimInterface | undefined {
    const wanted = address.startsWith("127.") ? LOOPBACK_ADDRESS : address;
    return this.interfaces.find((i) => i.address === wanted);
  }
}
