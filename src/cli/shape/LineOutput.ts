// Lines to an output, in order, without ever holding up the process. A terminal that nobody reads blocks who writes to
// it; here the lines wait instead, while the protocol goes on, and whoever makes them can wait for room.

/** Where lines go. */
export interface LineSink {
  /** Writes what it can and says how many bytes that was, or why none: EAGAIN means full, and that trying again helps. */
  write(bytes: Uint8Array, done: (error: Error | null, written: number) => void): void;
  /** Nothing more comes, and what is not out yet does not matter. */
  end(): void;
}

export class LineOutput {
  private pending: string[] = [];
  private pendingLength = 0;
  private isWriting = false;
  private isOver = false;
  private isUnlimited = false;
  private waiting: { readonly limit: number; readonly resolve: () => void }[] = [];

  /** @param onFailure called once when the sink takes no more (EPIPE …); later lines are dropped */
  constructor(
    private readonly sink: LineSink,
    private readonly onFailure: (error: NodeJS.ErrnoException) => void,
  ) {}

  line(text: string): void {
    if (this.isOver) return;
    this.pending.push(text);
    this.pendingLength += text.length + 1;
    if (!this.isWriting) this.writeNext();
  }

  /** Resolves when little waits: pass it before making more. */
  room(): Promise<void> {
    return this.until(ROOM_LENGTH);
  }

  /** From now on there is room always: whoever waits is to end, not to go on. */
  unlimit(): void {
    this.isUnlimited = true;
    this.tellWaiting();
  }

  /** Resolves when every line is out, or can go nowhere. */
  flushed(): Promise<void> {
    return this.until(0);
  }

  /** Drops what waits and takes no more, so that the process can end while nobody reads. */
  abandon(): void {
    this.isOver = true;
    this.pending = [];
    this.pendingLength = 0;
    this.sink.end();
    this.tellWaiting();
  }

  private until(limit: number): Promise<void> {
    if (this.isReached(limit)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ limit, resolve }));
  }

  private isReached(limit: number): boolean {
    return this.pendingLength <= limit || (this.isUnlimited && limit === ROOM_LENGTH);
  }

  private writeNext(): void {
    if (this.pending.length === 0) return;
    const bytes = new TextEncoder().encode(`${this.pending.join("\n")}\n`);
    const length = this.pendingLength;
    this.pending = [];
    this.isWriting = true;
    this.put(bytes, () => {
      this.isWriting = false;
      this.pendingLength -= length;
      this.tellWaiting();
      this.writeNext();
    });
  }

  private put(bytes: Uint8Array, done: () => void): void {
    this.sink.write(bytes, (error, written) => {
      if (this.isOver) return;
      if (error === null) {
        if (written < bytes.length) this.put(bytes.subarray(written), done);
        else done();
      } else if ((error as NodeJS.ErrnoException).code === "EAGAIN") {
        setTimeout(() => this.isOver || this.put(bytes, done), RETRY_MS);
      } else {
        this.abandon();
        this.onFailure(error);
      }
    });
  }

  private tellWaiting(): void {
    const served = this.waiting.filter(({ limit }) => this.isReached(limit));
    this.waiting = this.waiting.filter(({ limit }) => !this.isReached(limit));
    for (const { resolve } of served) resolve();
  }
}

/** Characters that may wait before their maker should. */
const ROOM_LENGTH = 4096;
/** How soon a full output is tried again. */
const RETRY_MS = 5;
