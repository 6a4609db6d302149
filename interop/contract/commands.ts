// The lines that a peer reads from stdin (interop/README.md). End of input means nothing: a peer started by hand with
// no input runs until its count or its time limit.

export interface PeerCommands {
  /** Resolves when `go` has arrived `turns` times in all; never rejects. */
  go(turns: number): Promise<void>;
  /** Aborted when `stop` arrived. */
  readonly stop: AbortSignal;
  /** Called with N when `strength N` arrives. */
  onStrength: (strength: number) => void;
  /** Called when `assert` arrives. */
  onAssert: () => void;
}

export function readPeerCommands(): PeerCommands {
  const stop = new AbortController();
  const waiting = new Set<() => void>();
  let turns = 0;
  const commands: PeerCommands = {
    go: (wanted) =>
      new Promise((resolve) => {
        const check = () => {
          if (turns < wanted) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    stop: stop.signal,
    onStrength: () => {},
    onAssert: () => {},
  };
  const obey = (line: string) => {
    if (line === "go") turns++;
    for (const check of [...waiting]) check();
    if (line === "stop") stop.abort();
    if (line === "assert") commands.onAssert();
    const strength = /^strength (\d+)$/.exec(line)?.[1];
    if (strength !== undefined) commands.onStrength(Number(strength));
  };
  let text = "";
  process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) obey(line);
  });
  return commands;
}
