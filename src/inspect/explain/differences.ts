// What two endpoints announce and does not fit, as findings. The rules are those of discovery/matching; here are the
// words, the advice, and what is known of vendors that have other rules.

import {
  type EndpointDifference,
  endpointDifferences,
  type NoMatchReason,
  type TypeJudge,
} from "../../discovery/matching.js";
import { POLICY_IDS, partitionsInWords, partitionTrials } from "../../qos/index.js";
import { topicNearMiss, typeNearMiss } from "./nearMisses.js";
import { policyInWords } from "./policyWords.js";
import { quoted, shortened } from "./quoted.js";
import type { Finding, FindingCode, ReaderToExplain, WriterToExplain } from "./types.js";
import { deviationOf, disagreesOnTypeObjects, wantsEqualTypeInformation } from "./vendorDeviations.js";

/** Every difference that keeps the two apart, and notes on what their vendors are known to do. */
export function differenceFindings(writer: WriterToExplain, reader: ReaderToExplain, judge?: TypeJudge): Finding[] {
  const found = endpointDifferences(writer, reader, judge).map((difference) =>
    FINDINGS[difference.reason](writer, reader, difference),
  );
  // Whoever has compared the types need not be told that they look different.
  const isCompared = judge !== undefined && judge(writer, reader).kind !== "byName";
  return isCompared ? found : [...found, ...typeInformationNotes(writer, reader)];
}

type FindingOf = (writer: WriterToExplain, reader: ReaderToExplain, difference: EndpointDifference) => Finding;

function topicName(writer: WriterToExplain, reader: ReaderToExplain): Finding {
  const near = topicNearMiss(writer.topicName, reader.topicName);
  const words = `the writer's topic is ${quoted(writer.topicName)}, the reader's ${quoted(reader.topicName)}`;
  return {
    code: "topicName",
    severity: "mismatch",
    text: near === undefined ? words : `${words}: the names differ only in ${near.words}`,
    hint: near?.advice ?? "endpoints meet on one topic name: give both the same",
  };
}

function typeName(writer: WriterToExplain, reader: ReaderToExplain): Finding {
  const near = typeNearMiss(writer.typeName, reader.typeName);
  const words = `the writer's type is ${quoted(writer.typeName)}, the reader's ${quoted(reader.typeName)}`;
  return {
    code: "typeName",
    severity: "mismatch",
    text: near === undefined ? words : `${words}: the names differ only in ${near.words}`,
    hint: near?.advice ?? "one of the two uses another type under this topic name: give both the same type",
  };
}

function type(_writer: WriterToExplain, _reader: ReaderToExplain, { detail }: EndpointDifference): Finding {
  const hint = "make the types agree where it says, or relax TYPE_CONSISTENCY_ENFORCEMENT of the reader";
  return { code: "type", severity: "mismatch", text: detail, hint };
}

function typePending(): Finding {
  const text = "the types differ in their hashes, and are not known here as a whole";
  const hint = "they are asked for where an own endpoint needs them: wait, or open one on this topic";
  return { code: "type", severity: "pending", text, hint };
}

function keyedness(_writer: WriterToExplain, _reader: ReaderToExplain, { detail }: EndpointDifference): Finding {
  const hint = "give the type the same @key members on both sides, or none";
  return { code: "keyedness", severity: "mismatch", text: detail, hint };
}

function partition(writer: WriterToExplain, reader: ReaderToExplain): Finding {
  const offered = writer.qos.partition.names;
  const requested = reader.qos.partition.names;
  const sides = `the writer is in ${listInWords(offered)}, the reader in ${listInWords(requested)}`;
  const trials = partitionTrials(offered, requested);
  const tried = trials.slice(0, MAX_SHOWN).map(({ pattern, names }) => {
    if (names.length === 0) return `the pattern ${quoted(pattern)} met patterns only, and those never match each other`;
    return `the pattern ${quoted(pattern)} does not fit ${listInWords(names)}`;
  });
  if (trials.length > MAX_SHOWN) tried.push(`nor do ${trials.length - MAX_SHOWN} more patterns fit`);
  const why = trials.length === 0 ? ": they have no name in common" : `: ${tried.join("; ")}`;
  const isDefault = offered.length === 0 || requested.length === 0;
  return {
    code: "partition",
    severity: "mismatch",
    text: `${sides}${why}`,
    hint: isDefault
      ? 'who names no partition is in the default partition "" alone: give both one name, or one of them the pattern "*"'
      : 'give both one name in common, or one of them a pattern such as "*"',
  };
}

function listInWords(names: readonly string[]): string {
  const shown = partitionsInWords(names.slice(0, MAX_SHOWN).map(shortened));
  return names.length > MAX_SHOWN ? `${shown} and ${names.length - MAX_SHOWN} more` : shown;
}

function policy(writer: WriterToExplain, reader: ReaderToExplain, difference: EndpointDifference): Finding {
  const mismatch = difference.mismatch!;
  const words = policyInWords(writer, reader, difference);
  const atWriter = deviationOf(writer.vendorId ?? 0, mismatch.policy);
  const atReader = deviationOf(reader.vendorId ?? 0, mismatch.policy);
  const common = { code: codeOf(mismatch.policyId), ...mismatch };
  const text = `${mismatch.policy}: ${words.text}`;
  if (atWriter !== undefined && atReader !== undefined) {
    const note = `${text}; ${atWriter.who} ignores this policy and matches them all the same`;
    const isMatch = atWriter.isSure && atReader.isSure;
    const hint = isMatch ? `${words.hint}, if the policy matters to you` : words.hint;
    return { ...common, severity: isMatch ? "note" : "mismatch", text: note, hint };
  }
  const deviation = atWriter ?? atReader;
  if (deviation === undefined) return { ...common, severity: "mismatch", text, hint: words.hint };
  const side = atWriter === undefined ? "reader" : "writer";
  const note = `${text}; ${deviation.who} ignores this policy, so the ${side} reports a match that the other side refuses`;
  return { ...common, severity: "mismatch", text: note, hint: words.hint };
}

function codeOf(policyId: number): FindingCode {
  if (policyId === POLICY_IDS.DATA_REPRESENTATION) return "representation";
  return policyId === POLICY_IDS.TYPE_CONSISTENCY_ENFORCEMENT ? "typeInformation" : "policy";
}

// Type information decides between some vendors. What is inside is not looked at here.
function typeInformationNotes(writer: WriterToExplain, reader: ReaderToExplain): Finding[] {
  const offered = writer.typeInformation ?? NOTHING;
  const requested = reader.typeInformation ?? NOTHING;
  if (offered.length === 0 || requested.length === 0 || sameBytes(offered, requested)) return [];
  const writerVendor = writer.vendorId ?? 0;
  const readerVendor = reader.vendorId ?? 0;
  const note = (text: string, hint: string): Finding[] => [{ code: "typeInformation", severity: "note", text, hint }];
  if (wantsEqualTypeInformation(writerVendor, readerVendor)) {
    const text = "the two sent different type information, and Fast DDS matches only what is the same";
    return note(text, "compile both from one IDL file, with the extensibility written out");
  }
  if (disagreesOnTypeObjects(writerVendor, readerVendor)) {
    const text =
      "Connext and Cyclone DDS compute other type ids from one type, and Cyclone DDS then refuses in silence";
    return note(text, "set Compatibility/AllowMismatchingTypeId of Cyclone DDS to true");
  }
  const text = "the two sent different type information: who compares it may refuse although the names fit";
  return note(text, "compile both from one IDL file, with the extensibility (@final, @appendable) written out");
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, index) => octet === b[index]);
}

const FINDINGS: Readonly<Record<NoMatchReason, FindingOf>> = {
  topicName,
  typeName,
  type,
  typePending,
  keyedness,
  partition,
  incompatibleQos: policy,
};

const NOTHING = new Uint8Array(0);
/** Partitions and patterns that a line names one by one. */
const MAX_SHOWN = 4;
