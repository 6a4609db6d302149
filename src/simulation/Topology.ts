// Who hears a datagram: hosts by address, nodes by port, members of multicast groups.

import type { Source } from "../participant/types.js";
import { isMulticastHost } from "../rtps/structure/locator.js";
import { LOOPBACK_ADDRESS, SimHost, type SimInterface } from "./SimHost.js";
import type { SimNode } from "./SimNode.js";

/** One receiver of a datagram, and the sender as that receiver sees it. */
export interface Hop {
  readonly to: SimNode;
  readonly source: Source;
}

/** The wiring of a simulated network. */
export class Topology {
  private readonly hostsByAddress = new Map<string, SimHost>();
  private readonly membersByGroup = new Map<string, SimNode[]>();
  private hostCount = 0;

  /** Without interfaces the host gets one on the network "lan", with an address of its own in 10.0.0.0/8. */
  addHost(name: string, interfaces?: readonly SimInterface[]): SimHost {
    const number = ++this.hostCount;
    const address = `10.${(number >>> 16) & 0xff}.${(number >>> 8) & 0xff}.${number & 0xff}`;
    const host = new SimHost(name, interfaces ?? [{ name: "eth0", address, network: "lan" }]);
    for (const one of host.interfaces) {
      if (one.address === LOOPBACK_ADDRESS) continue;
      if (this.hostsByAddress.has(one.address)) throw new RangeError(`two hosts have the address ${one.address}`);
      this.hostsByAddress.set(one.address, host);
    }
    return host;
  }

  /** Throws RangeError if a port is taken on that host. */
  join(member: SimNode): void {
    if (!member.host.bind(member, member.unicastPorts)) {
      throw new RangeError(
        `a port of ${member.name} (${member.unicastPorts.join(", ")}) is taken on ${member.host.name}`,
      );
    }
    for (const group of member.groups) {
      const key = groupKey(group.address, group.port);
      const members = this.membersByGroup.get(key);
      if (members === undefined) this.membersByGroup.set(key, [member]);
      else members.push(member);
    }
  }

  leave(member: SimNode): void {
    member.host.release(member.unicastPorts);
    for (const group of member.groups) {
      const key = groupKey(group.address, group.port);
      const members = this.membersByGroup.get(key) ?? [];
      this.membersByGroup.set(
        key,
        members.filter((other) => other !== member),
      );
    }
  }

  /** Multicast comes back to the sender's own host and to the sender itself, as with IP_MULTICAST_LOOP. */
  receiversOf(from: SimNode, address: string, port: number): Hop[] {
    if (!isMulticastHost(address)) return this.unicastReceiver(from, address, port);
    const members = this.membersByGroup.get(groupKey(address, port)) ?? [];
    const hops: Hop[] = [];
    for (const out of from.multicastInterfaces) {
      const source = { address: out.address, port: from.sourcePort };
      for (const to of members) if (to.isOn(out.network)) hops.push({ to, source });
    }
    return hops;
  }

  private unicastReceiver(from: SimNode, address: string, port: number): Hop[] {
    const host = address.startsWith("127.") ? from.host : this.hostsByAddress.get(address);
    const entry = host?.interfaceAt(address);
    const to = host?.nodeAt(port);
    if (entry === undefined || to === undefined || !to.isOn(entry.network)) return [];
    const exit = from.interfaceOn(entry.network);
    if (exit === undefined) return [];
    return [{ to, source: { address: exit.address, port: from.sourcePort } }];
  }
}

function groupKey(address: string, port: number): string {
  return `${address}:${port}`;
}
