// What the raw measurements have in common.

import type { openUdpSocket } from "../transport/index.js";

/** Structural, so that no socket type is needed here. */
export type UdpSocket = Awaited<ReturnType<typeof openUdpSocket>>;

export function closeSocket(socket: UdpSocket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}
