// The sides of the raw socket: the floor, in the same processes and through the same measurements as everybody else.

import { RawMessenger, RawStreamReceiver, RawStreamSender } from "rtps-lab";
import { monotonicUs } from "./clock.js";
import { Latencies } from "./Latencies.js";
import { RateWindow } from "./RateWindow.js";
import type { Side } from "./runSide.js";
import type { PeerSettings } from "./settings.js";
import { roundTrips, spin, writeForDuration, writeOnSchedule } from "./writing.js";

export function openRawSide(settings: PeerSettings): Promise<Side> {
  if (settings.busyPoll) spin();
  const isStream = settings.samples === 0;
  switch (settings.role) {
    case "ping":
      return openPing(settings);
    case "echo":
      return openEcho(settings);
    case "pub":
      return isStream ? openStreamWriter(settings) : openScheduledWriter(settings);
    case "sub":
      return isStream ? openStreamReader(settings) : openScheduledReader(settings);
  }
}

async function openPing(settings: PeerSettings): Promise<Side> {
  const messenger = await openMessenger(settings);
  const trips = roundTrips(settings, monotonicUs, (sequence, stampUs) => messenger.send(sequence, stampUs));
  messenger.onMessage = (sequence) => trips.pingPong.onEcho(sequence);
  return { ...messengerSide(messenger), run: trips.run, latenciesUs: trips.latenciesUs };
}

async function openEcho(settings: PeerSettings): Promise<Side> {
  const messenger = await openMessenger(settings);
  let received = 0;
  messenger.onMessage = (sequence, stampUs) => {
    received++;
    messenger.send(sequence, stampUs);
  };
  return { ...messengerSide(messenger), counts: () => ({ received }) };
}

async function openScheduledWriter(settings: PeerSettings): Promise<Side> {
  const messenger = await openMessenger(settings);
  const send = (sequence: number, stampUs: number) => messenger.send(sequence, stampUs);
  return { ...messengerSide(messenger), run: () => writeOnSchedule(settings, monotonicUs, send) };
}

async function openScheduledReader(settings: PeerSettings): Promise<Side> {
  const messenger = await openMessenger(settings);
  const latencies = new Latencies(settings.samples, settings.warmUpSamples);
  messenger.onMessage = (sequence, stampUs) => latencies.note(sequence, monotonicUs() - stampUs);
  const counts = () => ({ received: latencies.received });
  return { ...messengerSide(messenger), counts, latenciesUs: () => latencies.valuesUs };
}

async function openStreamWriter(settings: PeerSettings): Promise<Side> {
  const { payloadBytes, datagramBytes } = settings;
  const sender = await RawStreamSender.open(portOf(settings), payloadBytes, datagramBytes);
  const writeTurn = () => {
    sender.sendTurn(DATAGRAMS_PER_TURN, monotonicUs());
    return sender.room();
  };
  return {
    ready: { version: process.version, transport: TRANSPORT },
    matched: Promise.resolve(),
    run: () => writeForDuration(settings, monotonicUs, writeTurn, () => sender.sent),
    close: () => sender.close(),
  };
}

async function openStreamReader(settings: PeerSettings): Promise<Side> {
  const receiver = await RawStreamReceiver.open();
  const window = new RateWindow(monotonicUs, settings.warmUpMs * 1000, settings.durationMs * 1000, 1);
  let before = 0;
  receiver.onDatagram = () => {
    // Large samples come in parts.
    window.note(receiver.lastSequence, (receiver.bytes - before) / settings.payloadBytes);
    before = receiver.bytes;
  };
  return {
    ready: readyOf(receiver),
    matched: Promise.resolve(),
    counts: () => window.counts,
    close: () => receiver.close(),
  };
}

function openMessenger(settings: PeerSettings): Promise<RawMessenger> {
  const { payloadBytes, datagramBytes } = settings;
  return RawMessenger.open({ payloadBytes, datagramBytes, remotePort: portOf(settings) });
}

function messengerSide(messenger: RawMessenger): Pick<Side, "ready" | "matched" | "close"> {
  return { ready: readyOf(messenger), matched: Promise.resolve(), close: () => messenger.close() };
}

function readyOf({ port, receiveBufferGranted }: RawMessenger | RawStreamReceiver): Side["ready"] {
  return {
    version: process.version,
    address: `127.0.0.1:${port}`,
    transport: TRANSPORT,
    receiveBufferAsked: RECEIVE_BUFFER_ASKED,
    receiveBufferGranted,
  };
}

/** 0 for the side that is found by the other. */
function portOf({ peer }: PeerSettings): number {
  return Number(peer?.split(":")[1] ?? 0);
}

const TRANSPORT = "UDP 127.0.0.1";
const DATAGRAMS_PER_TURN = 32;
/** As our own participants do. */
const RECEIVE_BUFFER_ASKED = 8 * 1024 * 1024;
