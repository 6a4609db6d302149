// In the main thread: the worker, what was asked of it and not answered yet, and what it says by itself.

import { Worker, type WorkerOptions } from "node:worker_threads";
import { DdsError } from "../dcps/DdsError.js";
import { throwLater } from "../dcps/listeners.js";
import { errorOf, type FromWorker, type Request, type ToWorker, type WorkerParticipantOptions } from "./messages.js";

/** What an endpoint hears from its counterpart in the worker. */
export interface LinkedEndpoint {
  /** Its ring has samples, or room. */
  wake(): void;
  currentCountChanged(count: number): void;
  /** The participant begins to close. */
  participantCloses(): void;
  /** The worker is gone. */
  fail(error: Error): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class WorkerLink {
  readonly endpoints = new Map<number, LinkedEndpoint>();
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private lastNumber = 0;
  private over: Error | undefined;
  private isClosing = false;

  private constructor(
    options: WorkerParticipantOptions,
    private readonly onError: ((error: Error) => void) | undefined,
  ) {
    // Flags that are about the program of the main thread, such as --input-type, would be about this one too.
    const setup = { workerData: options, execArgv: [] };
    this.worker = startWorker(setup);
    this.worker.on("message", (message: FromWorker) => this.handle(message));
    this.worker.on("error", (error) => this.end(error));
    this.worker.on("exit", (code) => this.end(new Error(`it ended with exit code ${code}`)));
  }

  /** Starts the worker. Rejects as `DomainParticipant.create` does. */
  static async open(
    options: WorkerParticipantOptions,
    onError: ((error: Error) => void) | undefined,
  ): Promise<{ readonly link: WorkerLink; readonly guid: Uint8Array }> {
    const link = new WorkerLink(options, onError);
    const guid = await link.answerTo(OPENED);
    return { link, guid: guid as Uint8Array };
  }

  /** @throws DdsError ALREADY_DELETED when the worker is gone */
  checkOpen(): void {
    if (this.over !== undefined) throw this.over;
  }

  async request(request: Request): Promise<unknown> {
    this.checkOpen();
    const number = ++this.lastNumber;
    this.send({ kind: "request", number, request });
    return this.answerTo(number);
  }

  /** The ring of an endpoint has records, or room. */
  wake(id: number): void {
    this.send({ kind: "wake", id });
  }

  /** Says goodbye on the wire, then ends the worker. */
  async close(lingerMs: number | undefined): Promise<void> {
    if (this.over !== undefined) return;
    this.isClosing = true;
    for (const endpoint of [...this.endpoints.values()]) endpoint.participantCloses();
    try {
      await this.request({ kind: "close", lingerMs });
    } finally {
      this.end(new DdsError("ALREADY_DELETED", "this participant is closed"));
      await this.worker.terminate();
    }
  }

  /** Lets the process end while the worker runs. */
  unref(): void {
    this.worker.unref();
  }

  private answerTo(number: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private handle(message: FromWorker): void {
    switch (message.kind) {
      case "opened":
        this.settle(OPENED)?.resolve(message.guid);
        break;
      case "answer":
        if (message.error === undefined) this.settle(message.number)?.resolve(message.value);
        else this.settle(message.number)?.reject(errorOf(message.error));
        break;
      case "wake":
        this.endpoints.get(message.id)?.wake();
        break;
      case "currentCount":
        this.endpoints.get(message.id)?.currentCountChanged(message.count);
        break;
      case "error":
        this.report(errorOf(message.error));
    }
  }

  private settle(number: number): Waiting | undefined {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    return waiting;
  }

  /** The first reason counts: an error comes before the exit it leads to. */
  private end(reason: Error): void {
    if (this.over !== undefined) return;
    const isExpected = reason instanceof DdsError;
    const text = `the worker of this participant is gone: ${reason.message}`;
    this.over = isExpected ? reason : new DdsError("ALREADY_DELETED", text, { cause: reason });
    const opening = this.settle(OPENED);
    // Whoever opens it learns why it cannot be opened, not that something is gone.
    opening?.reject(reason);
    for (const { reject } of this.waiting.values()) reject(this.over);
    this.waiting.clear();
    for (const endpoint of [...this.endpoints.values()]) endpoint.fail(this.over);
    if (opening === undefined && !isExpected && !this.isClosing) this.report(this.over);
  }

  private report(error: Error): void {
    if (this.onError === undefined) throwLater(error);
    else this.onError(error);
  }
}

function startWorker(setup: WorkerOptions): Worker {
  try {
    return new Worker(new URL("./workerMain.js", import.meta.url), setup);
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "DataCloneError") throw error;
    throw new DdsError("BAD_PARAMETER", `an option cannot be copied to the worker, leave functions out: ${message}`);
  }
}

/** The worker answers this by itself. */
const OPENED = 0;
