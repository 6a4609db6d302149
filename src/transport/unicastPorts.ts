// RTPS 2.5 §9.6.2: finds the two unicast ports of a participant. The formula comes in as functions.

import type { Socket } from "node:dgram";
import { TransportError } from "./TransportError.js";
import type { ParticipantIndexChoice, PortPlan } from "./types.js";
import { closeQuietly, openUdpSocket } from "./udpSocket.js";

export interface UnicastSockets {
  /** NO_PARTICIPANT_INDEX when the operating system chose the ports. */
  readonly participantIndex: number;
  readonly metatraffic: Socket;
  readonly user: Socket;
}

export interface UnicastRequest {
  readonly address: string;
  readonly ports: PortPlan;
  readonly choice: ParticipantIndexChoice;
  /** Last index tried in "auto" mode. */
  readonly maxIndex: number;
  /** Known to be taken, so that "auto" need not try. */
  readonly isTaken?: (address: string, port: number) => boolean;
  readonly receiveBufferBytes: number;
  readonly sendBufferBytes: number;
}

export const NO_PARTICIPANT_INDEX = -1;

/** With 120 participants the ports of a domain run into those of the next one. */
export const MAX_PARTICIPANT_INDEX = 119;

/** Rejects with TransportError PORT_TAKEN or BIND_FAILED. */
export async function openUnicastSockets(request: UnicastRequest): Promise<UnicastSockets> {
  const { choice, ports } = request;
  if (choice === "any") return openPair(request, NO_PARTICIPANT_INDEX, 0, 0);
  const first = choice === "auto" ? 0 : choice;
  const last = choice === "auto" ? request.maxIndex : choice;
  for (let index = first; index <= last; index++) {
    if (choice === "auto" && request.isTaken?.(request.address, ports.userUnicast(index)) === true) continue;
    try {
      return await openPair(request, index, ports.metatrafficUnicast(index), ports.userUnicast(index));
    } catch (error) {
      const taken = error instanceof TransportError && error.code === "PORT_TAKEN";
      if (!taken || choice !== "auto") throw error;
    }
  }
  // The ports are announced, so multicast finds this participant all the same.
  return openPair(request, NO_PARTICIPANT_INDEX, 0, 0);
}

async function openPair(
  request: UnicastRequest,
  participantIndex: number,
  metatrafficPort: number,
  userPort: number,
): Promise<UnicastSockets> {
  const metatraffic = await openUnicast(request, metatrafficPort);
  try {
    return { participantIndex, metatraffic, user: await openUnicast(request, userPort) };
  } catch (error) {
    closeQuietly(metatraffic);
    throw error;
  }
}

function openUnicast(request: UnicastRequest, port: number): Promise<Socket> {
  if (port > 65535) {
    return Promise.reject(
      new TransportError("BIND_FAILED", `UDP port ${port} does not exist; choose a lower domain or participant index`),
    );
  }
  return openUdpSocket({ ...request, port });
}
