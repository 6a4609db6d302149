// AbortSignals that outlive what follows them.

/** Calls `act` once when the signal aborts. @returns what ends that */
export function followSignal(signal: AbortSignal | undefined, act: () => void): () => void {
  signal?.addEventListener("abort", act, { once: true });
  return () => signal?.removeEventListener("abort", act);
}
