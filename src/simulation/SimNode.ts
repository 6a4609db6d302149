// One engine in a simulated network: its ports, its interfaces and its next wake-up.

import type { Engine } from "../participant/Engine.js";
import type { ParticipantEvent } from "../participant/types.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import { LOOPBACK_NAME, type SimHost, type SimInterface } from "./SimHost.js";

/** A multicast group and the port it is listened to on. */
export interface SimGroup {
  readonly address: string;
  readonly port: number;
}

export interface SimNodeOptions {
  readonly engine: Engine;
  readonly host: SimHost;
  /** Datagrams leave from the last one. */
  readonly unicastPorts: readonly number[];
  readonly groups?: readonly SimGroup[];
  /** Names of the host's interfaces that are used; default all. */
  readonly interfaces?: readonly string[];
  /** Called after each input with what the engine reports; may call into the engine. */
  readonly onEvent?: (event: ParticipantEvent) => void;
}

/** Made by SimNetwork.addNode. */
export class SimNode {
  readonly engine: Engine;
  readonly host: SimHost;
  readonly unicastPorts: readonly number[];
  readonly groups: readonly SimGroup[];
  readonly interfaces: readonly SimInterface[];
  /** Multicast leaves through each of these: loopback only if there is nothing else. */
  readonly multicastInterfaces: readonly SimInterface[];
  readonly sourcePort: number;
  readonly onEvent: ((event: ParticipantEvent) => void) | undefined;
  isRunning = true;
  isDraining = false;
  /** When the network will wake it; NEVER if it will not. */
  wakeAt: Ms = NEVER;
  /** Latest arrival promised to each receiver, so that jitter keeps the order. */
  readonly lastArrivals = new WeakMap<SimNode, Ms>();

  constructor(
    readonly name: string,
    options: SimNodeOptions,
  ) {
    this.engine = options.engine;
    this.host = options.host;
    this.unicastPorts = options.unicastPorts;
    this.groups = options.groups ?? [];
    this.interfaces = options.host.interfaces.filter((i) => options.interfaces?.includes(i.name) ?? true);
    const outside = this.interfaces.filter((i) => i.name !== LOOPBACK_NAME);
    this.multicastInterfaces = outside.length > 0 ? outside : this.interfaces;
    this.sourcePort = options.unicastPorts.at(-1) ?? 0;
    this.onEvent = options.onEvent;
  }

  isOn(network: string): boolean {
    for (let i = 0; i < this.interfaces.length; i++) if (this.interfaces[i]!.network === network) return true;
    return false;
  }

  interfaceOn(network: string): SimInterface | undefined {
    return this.interfaces.find((i) => i.network === network);
  }
}
