// The statuses of one writer or reader, told as events when they change; and the event line of a sample.
import { getPayload, incompatibleQosReader, livelinessReader, matchedReader, totalReaders } from "./native.mjs";
import { crc32Hex } from "./sample.mjs";

export function emit(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

export class Statuses {
  matched = 0;
  #isWriter;
  #matched;
  #incompatibleQos;
  #liveliness;
  #totals;
  #told = { alive: 0, notAlive: 0 };

  /** @param endpoints all of the peer; their counts are added up */
  constructor(endpoints, isWriter) {
    this.#isWriter = isWriter;
    this.#matched = endpoints.map((endpoint) => matchedReader(endpoint, isWriter));
    this.#incompatibleQos = endpoints.map((endpoint) => incompatibleQosReader(endpoint, isWriter));
    this.#totals = endpoints.map((endpoint) => totalReaders(endpoint, isWriter));
    this.#liveliness = isWriter ? [] : endpoints.map(livelinessReader);
  }

  report() {
    const matched = sum(this.#matched, (read) => read());
    if (matched !== this.matched) emit({ event: "matched", count: matched });
    this.matched = matched;
    for (const read of this.#incompatibleQos) {
      const { change, policyId } = read();
      if (change > 0) emit({ event: "incompatible_qos", policyId });
    }
    for (const event of Object.keys(this.#totals[0]))
      this.#reportTotal(
        event,
        sum(this.#totals, (read) => read[event]()),
      );
    if (!this.#isWriter) this.#reportLiveliness(this.#liveliness.map((read) => read()));
  }

  #reportTotal(event, total) {
    if (total !== (this.#told[event] ?? 0)) emit({ event, total });
    this.#told[event] = total;
  }

  #reportLiveliness(counts) {
    const alive = sum(counts, (count) => count.alive);
    const notAlive = sum(counts, (count) => count.notAlive);
    if (alive !== this.#told.alive || notAlive !== this.#told.notAlive)
      emit({ event: "liveliness_changed", alive, notAlive });
    Object.assign(this.#told, { alive, notAlive });
  }
}

const sum = (list, value) => list.reduce((total, one) => total + value(one), 0);

/**
 * @param take the number of the take that it came in
 * @param buffer room for the largest payload
 */
export function emitSample(sample, take, buffer) {
  const payload = getPayload(sample, buffer);
  emit({
    event: "sample",
    color: sample.getString("color"),
    x: sample.getNumber("x"),
    y: sample.getNumber("y"),
    shapesize: sample.getNumber("shapesize"),
    payloadLength: payload.length,
    payloadCrc: crc32Hex(payload),
    instanceState: "ALIVE",
    take,
    sourceMs: Number(sample.info.get("source_timestamp")) / 1e6,
  });
}
