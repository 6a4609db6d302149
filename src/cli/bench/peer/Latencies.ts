// Latencies of a stream, from the stamp in the sample to its arrival, without those of the warm-up.

export class Latencies {
  /** Measured samples, warm-up not counted. */
  received = 0;
  private readonly values: Float64Array;

  constructor(
    samples: number,
    private readonly warmUpSamples: number,
  ) {
    this.values = new Float64Array(samples);
  }

  /** Numbers begin with 1. */
  note(sequence: number, latencyUs: number): void {
    if (sequence <= this.warmUpSamples || this.received === this.values.length) return;
    this.values[this.received++] = latencyUs;
  }

  get valuesUs(): Float64Array {
    return this.values.subarray(0, this.received);
  }
}
