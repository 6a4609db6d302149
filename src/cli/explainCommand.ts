// `rtps explain [TOPIC]`: why writers and readers of a domain match or do not, as one more participant sees it.

import { type Command, InvalidArgumentError } from "commander";
import {
  type DiscoveryProgress,
  type DomainExplanation,
  type DomainParticipantListener,
  type ExplainOptions,
  explainUnknown,
  type Finding,
  Guid,
  type RemoteParticipantInfo,
} from "../index.js";
import { explainDomainInSteps, vendorName } from "../inspect/index.js";
import { endSignal, exitUnfinished, sleep } from "./ending.js";
import { explainPieces } from "./explainText.js";
import { openParticipant } from "./openParticipant.js";
import { addDomainOptions, type DomainOptions, participantOptions, seconds } from "./options.js";
import { jsonPieces, printPieces } from "./output.js";

interface ExplainCommandOptions extends DomainOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly wait: number;
  readonly writer?: string;
  readonly reader?: string;
}

/** Something does not match, or what was asked for is not there. */
const EXIT_MISMATCH = 1;

export function defineExplain(command: Command): void {
  command
    .argument("[topic]", "only this topic, and those with nearly the same name")
    .option("--writer <guid>", "only the writer with this GUID, or with one that begins so", guidBeginning)
    .option("--reader <guid>", "only the reader with this GUID, or with one that begins so", guidBeginning)
    .option("--all", "print pairs that match, and participants without problems, too")
    .option("--json", "print JSON")
    .option("--wait <seconds>", "look for this long", seconds, 3)
    .addHelpText(
      "after",
      `
Each reason has what to do about it under it. The exit code is 0 when nothing is wrong; 1 when a pair does not match,
when two topics have one side each and nearly the same name, or when what was asked for was not found; 2 for a mistake.

Example: rtps explain Square --writer 017f3a`,
    );
  addDomainOptions(command).action(runExplain);
}

async function runExplain(topicName: string | undefined, options: ExplainCommandOptions): Promise<void> {
  const signal = endSignal();
  const left = new Map<string, Left>();
  const participant = await openParticipant({
    ...participantOptions(options, "rtps explain"),
    listener: {
      onParticipantDiscovered: ({ guidPrefix }) => left.delete(guidPrefix.toString()),
      onParticipantLost: (info, reason) => left.set(info.guidPrefix.toString(), { info, reason }),
    },
  });
  try {
    await sleep(options.wait * 1000, signal);
    const { writer, reader } = options;
    const wanted = {
      ...(topicName === undefined ? {} : { topicName }),
      ...(writer === undefined ? {} : { writer }),
      ...(reader === undefined ? {} : { reader }),
    };
    const progress = participant.discoveryProgress;
    const explanation = await explained(explainDomainInSteps(progress, wanted), signal);
    if (explanation === undefined) return exitUnfinished();
    const notFound = [
      ...notFoundFindings(progress, explanation, wanted, options.wait, left.size > 0),
      ...[...left.values()].map(leftFinding),
    ];
    const pieces =
      options.json === true
        ? jsonPieces({ ...explanation, notFound }, jsonReplacer)
        : explainPieces(explanation, { all: options.all === true, notFound });
    await printPieces(pieces, signal);
    if (options.json === true) process.stdout.write("\n");
    const isMissed = notFound.length > left.size && Object.keys(wanted).length > 0;
    if (isMissed || hasMismatch(explanation)) process.exitCode = EXIT_MISMATCH;
  } finally {
    await participant.close();
  }
}

/** Lets the process hear signals between the steps; undefined when one came meanwhile. */
async function explained(
  steps: Generator<void, DomainExplanation>,
  signal: AbortSignal,
): Promise<DomainExplanation | undefined> {
  // Whoever ended the waiting wants to see what there is.
  const endsEarly = !signal.aborted;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await new Promise((resolve) => setImmediate(resolve));
    if (endsEarly && signal.aborted) return undefined;
  }
}

function hasMismatch({ counts, topics }: DomainExplanation): boolean {
  return counts.mismatch > 0 || topics.some((topic) => topic.findings.some(({ severity }) => severity === "mismatch"));
}

/** For commander: hex digits, with the separators that other tools print in between. */
function guidBeginning(text: string): string {
  const digits = text.replace(/[.:|-]/g, "").toLowerCase();
  if (/^[0-9a-f]{1,32}$/.test(digits)) return digits;
  throw new InvalidArgumentError("Give a GUID or its beginning: 1 to 32 hex digits.");
}

/** What was asked for by name and is not there. */
function notFoundFindings(
  progress: DiscoveryProgress,
  explanation: DomainExplanation,
  wanted: ExplainOptions,
  waited: number,
  hasLeft: boolean,
): Finding[] {
  if (progress.participants.length === 0) return [nobody(progress, waited, hasLeft)];
  const found: Finding[] = [];
  const endpoints = progress.participants.flatMap((participant) => participant.endpoints.map(({ data }) => data));
  for (const role of ["writer", "reader"] as const) {
    const begin = wanted[role];
    if (begin === undefined) continue;
    if (endpoints.some(({ guid, role: its }) => its === role && guid.toString().startsWith(begin))) continue;
    found.push(...endpointNotFound(progress, role, begin));
  }
  const { topicName } = wanted;
  if (topicName !== undefined && !endpoints.some((endpoint) => endpoint.topicName === topicName)) {
    const near = explanation.topics.length > 0 ? ", but there are names like it" : "";
    const text = `nobody writes or reads ${JSON.stringify(topicName)}${near}`;
    found.push({ code: "noWriter", severity: "unknown", text, hint: "rtps ls shows the topics that there are" });
  }
  return found;
}

type LostReason = Parameters<NonNullable<DomainParticipantListener["onParticipantLost"]>>[1];

/** A participant that was there while this command listened, and no longer is. */
interface Left {
  readonly info: RemoteParticipantInfo;
  readonly reason: LostReason;
}

function leftFinding({ info, reason }: Left): Finding {
  const name = info.entityName === "" ? "" : ` ${JSON.stringify(info.entityName)}`;
  return {
    code: "participantUnknown",
    severity: "unknown",
    text: `participant ${info.guidPrefix} ${vendorName(info.vendorId)}${name} ${LEFT_BECAUSE[reason]}`,
    hint: "what it wrote and read is not compared: keep it running while this command looks",
  };
}

function nobody({ self, refused }: DiscoveryProgress, waited: number, hasLeft: boolean): Finding {
  const isRefused = refused.length > 0;
  return {
    code: "participantUnknown",
    severity: "unknown",
    text: hasLeft
      ? `no participant is in domain ${self.domainId} any more after ${waited} s`
      : `no participant was found in domain ${self.domainId} in ${waited} s`,
    hint: isRefused
      ? "some were heard and not let in: see the reasons"
      : hasLeft
        ? "those that were have left"
        : "is one running? Look at --domain, --domain-tag, --interface and --peer; --wait looks longer",
  };
}

function endpointNotFound(progress: DiscoveryProgress, role: "writer" | "reader", begin: string): readonly Finding[] {
  const guid = Guid.fromHex(begin);
  const reasons = guid === undefined ? [] : explainUnknown(guid, progress);
  if (reasons.length > 0) return reasons;
  const text = `no ${role} has a GUID that begins with ${begin}`;
  return [{ code: "endpointUnknown", severity: "unknown", text, hint: "rtps ls --json shows the GUIDs" }];
}

function jsonReplacer(_key: string, value: unknown): unknown {
  if (value === Infinity) return "infinite";
  if (typeof value !== "object" || value === null || !("vendorId" in value)) return value;
  const { vendorId } = value;
  if (typeof vendorId !== "number") return value;
  return { ...value, vendor: vendorName(vendorId), vendorId: vendorId.toString(16).padStart(4, "0") };
}

const LEFT_BECAUSE: Readonly<Record<LostReason, string>> = {
  disposed: "was here and has left",
  restarted: "was here and has begun anew under another name",
  leaseExpired: "was here and is no longer heard",
  ignored: "was here and is ignored now",
  displaced: "announced itself, said nothing more, and had to make room for others",
};
