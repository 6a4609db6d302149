// `rtps sub TOPIC` without `--type`: the type of a topic as its writers tell it (XTypes 1.3 §7.6.3).

import { DdsError, type DomainParticipant, IdlError, idlText, type StructType, type Topic } from "../index.js";
import { CliError } from "./CliError.js";
import { complain, complainLines } from "./output.js";

/**
 * Waits for somebody who tells the type. What takes longer says on standard error how it stands.
 *
 * @param timeoutS seconds to wait, Infinity by default
 * @returns undefined when the signal aborted
 */
export async function learnTopic(
  participant: DomainParticipant,
  name: string,
  timeoutS: number | undefined,
  signal: AbortSignal,
): Promise<Topic | undefined> {
  const progress = new DelayedLines();
  try {
    return await participant.learnTopic(name, {
      timeoutMs: (timeoutS ?? Infinity) * 1000,
      signal,
      onProgress: (line) => progress.say(line),
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof DdsError) throw new CliError(`${error.message}: give it with --type FILE.idl#TypeName`);
    throw error;
  } finally {
    progress.end();
  }
}

/** What stands when the delay is over, and every change after that. */
class DelayedLines {
  private latest = "";
  private isDelayed = true;
  private readonly timer = setTimeout(() => {
    this.isDelayed = false;
    if (this.latest !== "") this.write();
  }, SILENT_MS);

  say(line: string): void {
    this.latest = line;
    if (!this.isDelayed) this.write();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private write(): void {
    complain(this.latest);
  }
}

/** Writes a type and all that it consists of, as IDL, to standard error: standard output is for samples. */
export function showType(type: StructType): void {
  complainLines(textOf(type));
}

function textOf(type: StructType): string {
  try {
    return idlText(type);
  } catch (error) {
    // Types of peers may have names that no IDL file can hold together.
    if (error instanceof IdlError) return `// ${type.name} cannot be written as IDL: ${error.message}\n`;
    throw error;
  }
}

const SILENT_MS = 2000;
