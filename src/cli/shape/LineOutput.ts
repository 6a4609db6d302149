// Lines to an output, in order, without ever holding up the process. A terminal that nobody reads blocks who writes to
// it; here the lines wait instead, while the protocol goes on, and whoever makes them can wait for room.

/** Writes what it can and says how many bytes that was, or why none: EAGAIN means full, and that trying again helps. */
export type WriteBytes = (bytes: Uint8Array, done: (error: Error | null, written: number) => void) => void;

export class LineOutput {
  private pending: string[] = [];
  private pendingLength = 0;
  private isWriting = false;
  private isOver = false;
  private waiting: { readonly limit: number; readonly resolve: () => void }[] = [];

  /** @param onFailure called once when the output takes no more (EPIPE …); later lines are dropped */
  constructor(
    private readonly writeBytes: WriteBytes,
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

  /** Resolves when every line is out, or can go nowhere. */
  flushed(): Promise<void> {
    return this.until(0);
  }

  /** Drops what waits and takes no more, so that the process can end while nobody reads. */
  abandon(): void {
    this.isOver = true;
    this.pending = [];
    this.pendingLength = 0;
    this.tellWaiting();
  }

  private until(limit: number): Promise<void> {
    if (this.pendingLength <= limit) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ limit, resolve }));
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
    this.writeBytes(bytes, (error, written) => {
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
    const isServed = ({ limit }: { readonly limit: number }) => this.pendingLength <= limit;
    const served = this.waiting.filter(isServed);
    this.waiting = this.waiting.filter((one) => !isServed(one));
    for (const { resolve } of served) resolve();
  }
}

/** Characters that may wait before their maker should. */
const ROOM_LENGTH = 4096;
/** How soon a full output is tried again. */
const RETRY_MS = 5;
