// Datagrams that the kernel dropped because a receive buffer was full, from /proc/net/udp. Linux only.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One UDP socket of this process. */
export interface KernelSocketStatus {
  readonly port: number;
  /** Dropped since the socket was opened. */
  readonly drops: number;
  /** Waiting in the receive buffer now, bytes of kernel memory. */
  readonly receiveQueueBytes: number;
}

/**
 * The sockets of this process on the given ports; undefined where /proc/net/udp does not exist. Multicast ports have
 * one entry per participant of the process.
 */
export function readKernelDrops(ports: readonly number[]): KernelSocketStatus[] | undefined {
  let table: string;
  let inodes: Set<string>;
  try {
    table = readFileSync("/proc/net/udp", "latin1");
    inodes = ownSocketInodes();
  } catch {
    return undefined;
  }
  return parseUdpTable(table, ports, inodes);
}

/** Reads the text of /proc/net/udp; keeps rows with one of the ports and one of the inodes. */
export function parseUdpTable(
  table: string,
  ports: readonly number[],
  inodes: ReadonlySet<string>,
): KernelSocketStatus[] {
  const found: KernelSocketStatus[] = [];
  for (const row of table.split("\n").slice(1)) {
    const columns = row.trim().split(/\s+/);
    if (columns.length < COLUMN_COUNT || !inodes.has(columns[INODE]!)) continue;
    const port = Number.parseInt(columns[LOCAL_ADDRESS]!.split(":")[1] ?? "", 16);
    if (!ports.includes(port)) continue;
    const receiveQueueBytes = Number.parseInt(columns[QUEUES]!.split(":")[1] ?? "", 16);
    found.push({ port, drops: Number(columns[DROPS]), receiveQueueBytes });
  }
  return found;
}

function ownSocketInodes(): Set<string> {
  const inodes = new Set<string>();
  for (const name of readdirSync("/proc/self/fd")) {
    try {
      const target = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${name}`));
      if (target !== null) inodes.add(target[1]!);
    } catch {
      // Closed since the listing.
    }
  }
  return inodes;
}

// sl local_address rem_address st tx:rx tr:tm->when retrnsmt uid timeout inode ref pointer drops
const LOCAL_ADDRESS = 1;
const QUEUES = 4;
const INODE = 9;
const DROPS = 12;
const COLUMN_COUNT = 13;
