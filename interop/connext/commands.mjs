// The lines that a peer reads from stdin (interop/README.md).

/** @returns what has been read so far; it changes as lines come */
export function readCommands() {
  const seen = { go: 0, stop: false, strengths: [], asserts: 0 };
  const obey = (line) => {
    if (line === "go") seen.go++;
    if (line === "stop") seen.stop = true;
    if (line === "assert") seen.asserts++;
    const strength = /^strength (\d+)$/.exec(line)?.[1];
    if (strength !== undefined) seen.strengths.push(Number(strength));
  };
  let text = "";
  process.stdin.on("data", (chunk) => {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) obey(line);
  });
  return seen;
}
