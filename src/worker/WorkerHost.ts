// In the worker: the participant, and what the main thread asks of it.

import { compileCodec } from "../cdr/index.js";
import { writtenRepresentation } from "../dcps/checks.js";
import { DdsError } from "../dcps/DdsError.js";
import type { DomainParticipant } from "../dcps/DomainParticipant.js";
import type { Topic } from "../dcps/Topic.js";
import { resolveWriterQos } from "../qos/index.js";
import { type EndpointRequest, type FromWorker, plainError, type Request, type ToWorker } from "./messages.js";
import { PayloadCodec, type PayloadValue } from "./PayloadCodec.js";
import { ReaderPump } from "./ReaderPump.js";
import { SampleRing } from "./SampleRing.js";
import { WriterPump } from "./WriterPump.js";

export class WorkerHost {
  private readonly writers = new Map<number, WriterPump>();
  private readonly readers = new Map<number, ReaderPump>();

  constructor(
    private readonly participant: DomainParticipant,
    private readonly tell: (message: FromWorker) => void,
  ) {}

  handle(message: ToWorker): void {
    if (message.kind === "wake") {
      this.writers.get(message.id)?.wake();
      this.readers.get(message.id)?.wake();
      return;
    }
    const { number, request } = message;
    // Within the call: what is asked for next finds the endpoint.
    this.answer(request).then(
      (value) => this.tell({ kind: "answer", number, value }),
      (error) => this.tell({ kind: "answer", number, error: plainError(error) }),
    );
  }

  private async answer(request: Request): Promise<unknown> {
    switch (request.kind) {
      case "createWriter":
        return this.createWriter(request.endpoint);
      case "createReader":
        return this.createReader(request.endpoint);
      case "ready":
        return this.writer(request.id).writer.ready(request.count, { timeoutMs: request.timeoutMs });
      case "matched":
        return this.reader(request.id).reader.waitForPublications(request.count, { timeoutMs: request.timeoutMs });
      case "acknowledged":
        return this.acknowledged(this.writer(request.id), request.timeoutMs);
      case "closeEndpoint":
        return this.closeEndpoint(request.id);
      case "close":
        return this.close(request.lingerMs);
    }
  }

  private createWriter(request: EndpointRequest): Uint8Array {
    const { id, type, qos } = request;
    const representation = writtenRepresentation(resolveWriterQos(qos));
    const codec = new PayloadCodec(compileCodec(type, { representation, ...request.codec }));
    const writer = this.participant.createWriter(this.topicOf(request), {
      qos,
      typeCodec: codec,
      listener: {
        onPublicationMatched: ({ currentCount: count }) => this.tell({ kind: "currentCount", id, count }),
      },
    });
    const ring = new SampleRing(request.ring);
    this.writers.set(id, new WriterPump(writer, codec, ring, () => this.wakeMain(id), this.failed));
    return writer.guid.toBytes();
  }

  private createReader(request: EndpointRequest): Uint8Array {
    const { id, type, qos } = request;
    const codec = new PayloadCodec(compileCodec(type, { representation: "xcdr1", ...request.codec }));
    const reader = this.participant.createReader(this.topicOf(request), {
      qos,
      typeCodec: codec,
      codec: request.codec,
      listener: {
        onDataAvailable: () => this.readers.get(id)?.wake(),
        onSubscriptionMatched: ({ currentCount: count }) => this.tell({ kind: "currentCount", id, count }),
      },
    });
    const ring = new SampleRing(request.ring);
    const pump = new ReaderPump(reader, codec, ring, () => this.wakeMain(id), this.failed);
    this.readers.set(id, pump);
    pump.wake();
    return reader.guid.toBytes();
  }

  private topicOf({ topicName, typeName, type }: EndpointRequest): Topic<PayloadValue> {
    return this.participant.createTopic(topicName, type, { typeName }) as unknown as Topic<PayloadValue>;
  }

  /** The clock runs for both: what is still in the ring, and what readers have not acknowledged. */
  private async acknowledged(pump: WriterPump, timeoutMs: number): Promise<void> {
    const startedAt = this.participant.nowUs();
    await pump.written();
    const passedMs = (this.participant.nowUs() - startedAt) / 1000;
    await pump.writer.waitForAcknowledgments({ timeoutMs: Math.max(0, timeoutMs - passedMs) });
  }

  private async closeEndpoint(id: number): Promise<void> {
    const pump = this.writers.get(id);
    if (pump !== undefined) {
      await pump.finish(LINGER_MS);
      await pump.writer.close();
      this.writers.delete(id);
    }
    await this.readers.get(id)?.reader.close();
    this.readers.delete(id);
  }

  private async close(lingerMs: number | undefined): Promise<void> {
    await Promise.all([...this.writers.values()].map((pump) => pump.finish(lingerMs ?? LINGER_MS)));
    await this.participant.close(lingerMs === undefined ? {} : { lingerMs });
  }

  private writer(id: number): WriterPump {
    return this.writers.get(id) ?? missing("writer");
  }

  private reader(id: number): ReaderPump {
    return this.readers.get(id) ?? missing("reader");
  }

  private wakeMain(id: number): void {
    this.tell({ kind: "wake", id });
  }

  private readonly failed = (error: unknown): void => this.tell({ kind: "error", error: plainError(error) });
}

/** How long what is still in the ring of a writer may take to be written. */
const LINGER_MS = 1000;

function missing(what: string): never {
  throw new DdsError("ALREADY_DELETED", `this ${what} is closed`);
}
