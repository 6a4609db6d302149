// One bound IPv4 UDP socket. Owns the synchronous lookup that makes reused send buffers safe.

import { createSocket, type Socket, type SocketOptions } from "node:dgram";
import { createRequire } from "node:module";
import { TransportError } from "./TransportError.js";

// Node loads this at the first bind, which takes milliseconds: better when the program starts than when it opens.
createRequire(import.meta.url)("node:cluster");

/** Largest payload of an IPv4 UDP datagram, bytes. */
export const MAX_UDP_PAYLOAD = 65507;

export interface UdpSocketOptions {
  /** "" or "0.0.0.0" for every interface. */
  readonly address: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  /** Only for multicast ports: with unicast, the last socket bound would get everything. */
  readonly shared?: boolean;
  /** Asked for, bytes; 0 keeps the system's default. The system may grant less. */
  readonly receiveBufferBytes?: number;
  readonly sendBufferBytes?: number;
}

/**
 * Opens and binds. Rejects with TransportError PORT_TAKEN or BIND_FAILED. The socket has no error listener yet:
 * the caller adds its own before it gives control back.
 */
export function openUdpSocket(options: UdpSocketOptions): Promise<Socket> {
  const socket = createSocket(socketOptions(options.shared === true));
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      socket.removeAllListeners("listening");
      closeQuietly(socket);
      reject(bindError(error, options));
    };
    socket.once("error", failed);
    socket.once("listening", () => {
      socket.removeListener("error", failed);
      askForBuffers(socket, options);
      resolve(socket);
    });
    socket.bind({ address: options.address, port: options.port, exclusive: options.shared !== true });
  });
}

/** Bytes the system granted, comparable with what was asked for. */
export function grantedReceiveBuffer(socket: Socket): number {
  return Math.floor(socket.getRecvBufferSize() / KERNEL_BUFFER_FACTOR);
}

export function grantedSendBuffer(socket: Socket): number {
  return Math.floor(socket.getSendBufferSize() / KERNEL_BUFFER_FACTOR);
}

/** Closes a socket that may be closed already. */
export function closeQuietly(socket: Socket): void {
  try {
    socket.close();
  } catch {
    // Closed already: what was wanted.
  }
}

/**
 * Node resolves even dotted addresses through DNS and sends on a later tick, by when a reused buffer holds other
 * bytes. Answering at once makes the system call happen inside send().
 */
function resolveAtOnce(
  host: string,
  _family: unknown,
  callback: (error: null, address: string, family: number) => void,
): void {
  callback(null, host, 4);
}

function socketOptions(shared: boolean): SocketOptions {
  return { type: "udp4", reuseAddr: shared, lookup: resolveAtOnce as unknown as NonNullable<SocketOptions["lookup"]> };
}

function askForBuffers(socket: Socket, options: UdpSocketOptions): void {
  try {
    if (options.receiveBufferBytes) socket.setRecvBufferSize(options.receiveBufferBytes);
    if (options.sendBufferBytes) socket.setSendBufferSize(options.sendBufferBytes);
  } catch {
    // Some systems refuse instead of granting less; the default stays and the granted size says so.
  }
}

function bindError(error: NodeJS.ErrnoException, options: UdpSocketOptions): TransportError {
  const where = `${options.address === "" ? "0.0.0.0" : options.address}:${options.port}`;
  const cause = { cause: error };
  if (error.code === "EADDRINUSE") {
    return new TransportError(
      "PORT_TAKEN",
      `UDP port ${where} is taken; close the program that has it or choose another domain or participant index`,
      cause,
    );
  }
  if (error.code === "EADDRNOTAVAIL") {
    return new TransportError(
      "BIND_FAILED",
      `${options.address} is not an address of this host; list another interface`,
      cause,
    );
  }
  if (error.code === "EACCES") {
    return new TransportError(
      "BIND_FAILED",
      `no permission to open UDP port ${where}; choose a port above 1023`,
      cause,
    );
  }
  return new TransportError("BIND_FAILED", `cannot open UDP port ${where}: ${error.code ?? error.message}`, cause);
}

// Linux doubles what is asked for, to make room for its own bookkeeping, and reports the doubled value.
const KERNEL_BUFFER_FACTOR = process.platform === "linux" ? 2 : 1;
