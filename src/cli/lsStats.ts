// What `rtps ls --stats` adds: what this participant received and sent, what it refused and why.

import type { DomainParticipant } from "../index.js";
import { DROP_MEANINGS, type DropReason } from "../trace/index.js";
import { counted } from "./words.js";

/** Lines of text behind the list. */
export function statsText(participant: DomainParticipant): string {
  const { datagramsIn = 0, bytesIn = 0, datagramsOut = 0, bytesOut = 0, dropped } = participant.counters;
  const { receiveBufferOverruns: overruns, errors } = participant.transport;
  const lines = [
    `received ${counted(datagramsIn, "datagram")}, ${counted(bytesIn, "byte")}`,
    `sent ${counted(datagramsOut, "datagram")}, ${counted(bytesOut, "byte")}`,
  ];
  if (overruns !== undefined) lines.push(`receive buffers overran ${counted(overruns, "time")}`);
  for (const [code, times] of Object.entries(errors)) lines.push(`the socket said ${code} ${counted(times, "time")}`);
  const refusals = Object.entries(dropped).sort((a, b) => b[1] - a[1]);
  lines.push(refusals.length === 0 ? "nothing was refused" : "refused:");
  for (const [reason, times] of refusals) {
    lines.push(`  ${String(times).padStart(8)}  ${reason.padEnd(20)} ${DROP_MEANINGS[reason as DropReason]}`);
  }
  return `\n${lines.join("\n")}\n`;
}

/** The same for JSON. */
export function statsJson({ counters, transport }: DomainParticipant): object {
  const { receiveBufferOverruns, errors } = transport;
  return { ...counters, receiveBufferOverruns, socketErrors: errors };
}
