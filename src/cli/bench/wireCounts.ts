// What the kernel counts for a cell, with every peer alike: datagrams and octets of the network namespace, and what did
// not fit into the receive buffers of a process. Linux only: elsewhere these costs are left out.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export interface WireCounts {
  readonly datagrams: number;
  readonly bytes: number;
}

/** Since the namespace began. Octets are those of all interfaces, with IP and UDP headers. */
export function readWire(): WireCounts | undefined {
  try {
    return parseWire(readFileSync("/proc/net/snmp", "latin1"), readFileSync("/proc/net/dev", "latin1"));
  } catch {
    return undefined;
  }
}

/** Takes the texts of /proc/net/snmp and /proc/net/dev. */
export function parseWire(snmp: string, devices: string): WireCounts | undefined {
  const [names, values] = snmp.split("\n").filter((line) => line.startsWith("Udp:"));
  const column = names?.split(/\s+/).indexOf("OutDatagrams") ?? -1;
  const datagrams = Number(values?.split(/\s+/)[column]);
  if (column < 0 || !Number.isInteger(datagrams)) return undefined;
  let bytes = 0;
  for (const line of devices.split("\n")) {
    const [, counts] = line.split(":");
    if (counts !== undefined) bytes += Number(counts.trim().split(/\s+/)[TRANSMITTED_BYTES]);
  }
  return { datagrams, bytes };
}

/** Datagrams dropped at the UDP sockets of a process of this namespace, since they were opened. */
export function kernelDropsOf(pid: number): number | undefined {
  try {
    return parseDrops(readFileSync("/proc/net/udp", "latin1"), socketInodes(pid));
  } catch {
    return undefined;
  }
}

/** Processor time of a process so far, to a hundredth. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    return parseCpuSeconds(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return undefined;
  }
}

/** Takes the text of /proc/PID/stat: user and system time, in ticks that are the same on every Linux. */
export function parseCpuSeconds(stat: string): number | undefined {
  // The name of the program is in brackets, and may have spaces.
  const columns = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(columns[USER_TIME]) + Number(columns[SYSTEM_TIME]);
  return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : undefined;
}

/** Takes the text of /proc/net/udp. */
export function parseDrops(table: string, inodes: ReadonlySet<string>): number {
  let drops = 0;
  for (const row of table.split("\n").slice(1)) {
    const columns = row.trim().split(/\s+/);
    if (columns.length > DROPS && inodes.has(columns[INODE]!)) drops += Number(columns[DROPS]);
  }
  return drops;
}

function socketInodes(pid: number): Set<string> {
  const inodes = new Set<string>();
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const target = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`));
      if (target !== null) inodes.add(target[1]!);
    } catch {
      // Closed since the listing.
    }
  }
  return inodes;
}

const TRANSMITTED_BYTES = 8;
const INODE = 9;
const DROPS = 12;
/** Behind the name. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const TICKS_PER_SECOND = 100;
