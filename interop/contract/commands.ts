// The lines `go` and `stop` that a peer reads from stdin. End of input means nothing: a peer started by hand with no
// input runs until its count or its time limit.

export interface PeerCommands {
  /** Resolves when `go` arrived. */
  readonly go: Promise<void>;
  /** Aborted when `stop` arrived. */
  readonly stop: AbortSignal;
}

export function readPeerCommands(): PeerCommands {
  const stop = new AbortController();
  let onGo = () => {};
  const go = new Promise<void>((resolve) => {
    onGo = resolve;
  });
  let text = "";
  process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "go") onGo();
      if (line === "stop") stop.abort();
    }
  });
  return { go, stop: stop.signal };
}
