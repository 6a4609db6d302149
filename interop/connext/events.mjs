// The statuses of one writer or reader, told as events when they change; and the event line of a sample.
import { incompatibleQosReader, livelinessReader, totalReaders } from "./native.mjs";
import { crc32Hex } from "./sample.mjs";

export function emit(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

export class Statuses {
  matched = 0;
  #endpoint;
  #isWriter;
  #incompatibleQos;
  #liveliness;
  #totals;
  #told = { alive: 0, notAlive: 0 };

  constructor(endpoint, isWriter) {
    this.#endpoint = endpoint;
    this.#isWriter = isWriter;
    this.#incompatibleQos = incompatibleQosReader(endpoint, isWriter);
    this.#totals = Object.entries(totalReaders(endpoint, isWriter));
    if (!isWriter) this.#liveliness = livelinessReader(endpoint);
  }

  report() {
    const { matchedSubscriptions, matchedPublications } = this.#endpoint;
    const matched = (this.#isWriter ? matchedSubscriptions : matchedPublications).length;
    if (matched !== this.matched) emit({ event: "matched", count: matched });
    this.matched = matched;
    const { change, policyId } = this.#incompatibleQos();
    if (change > 0) emit({ event: "incompatible_qos", policyId });
    for (const [event, read] of this.#totals) this.#reportTotal(event, read());
    if (this.#liveliness !== undefined) this.#reportLiveliness(this.#liveliness());
  }

  #reportTotal(event, total) {
    if (total !== (this.#told[event] ?? 0)) emit({ event, total });
    this.#told[event] = total;
  }

  #reportLiveliness({ alive, notAlive }) {
    if (alive !== this.#told.alive || notAlive !== this.#told.notAlive)
      emit({ event: "liveliness_changed", alive, notAlive });
    Object.assign(this.#told, { alive, notAlive });
  }
}

/** @param take the number of the take that it came in */
export function emitSample(sample, take) {
  const { color, x, y, shapesize, additional_payload_size: payload } = sample.getJson();
  emit({
    event: "sample",
    color,
    x,
    y,
    shapesize,
    payloadLength: payload.length,
    payloadCrc: crc32Hex(payload),
    instanceState: "ALIVE",
    take,
    sourceMs: Number(sample.info.get("source_timestamp")) / 1e6,
  });
}
