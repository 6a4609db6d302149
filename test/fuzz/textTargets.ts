// Targets for texts: IDL, ROS definitions, filters, QoS files.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: vendors write variables like that

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileCodec } from "../../src/cdr/index.js";
import { compileFilter, compileQuery, FilterError } from "../../src/filter/index.js";
import { IdlError, idlText, parseIdl, searchPaths } from "../../src/idl/index.js";
import { parseAction, parseMsg, parseMsgBundle, parseRosIdl, parseSrv } from "../../src/idl/ros/index.js";
import {
  decodeXml,
  parseDiscoveryPeers,
  parseQosFiles,
  participantProfile,
  QosError,
  readerPolicies,
  resolveReaderQos,
  resolveWriterQos,
  splitCycloneUri,
  writerPolicies,
} from "../../src/qos/index.js";
import type { Random } from "../../src/simulation/index.js";
import { ALL, all } from "../filter/support.js";
import { CAPTURES } from "../inspect/fixtures.js";
import { FuzzProblem, type FuzzTarget, type InputLimits, isRefusal } from "./FuzzTarget.js";
import { mutateBytes, mutateText, pick, wordsOf } from "./mutate.js";
import { FILTERS, IDL, MSG } from "./seeds.js";

const LIMITS: InputLimits = { ms: 2000, baseBytes: 64_000_000, bytesPerOctet: 32_768 };

interface TextTarget {
  readonly name: string;
  readonly seeds: readonly string[];
  /** True if it was taken; throws one of the refusals. */
  take(text: string): void;
  readonly refusals: readonly (abstract new (...args: never[]) => Error)[];
  readonly words?: readonly string[];
}

function textTarget({ name, seeds, take, refusals, words = wordsOf(seeds) }: TextTarget): FuzzTarget {
  return {
    name,
    limits: LIMITS,
    next: (random: Random) => {
      const seed = pick(random, seeds);
      if (random.chance(0.1)) return mutateBytes(random, encoded(seed), encoded(pick(random, seeds)));
      return encoded(mutateText(random, seed, pick(random, seeds), words));
    },
    run: (input) => {
      try {
        take(new TextDecoder().decode(input));
        return "taken";
      } catch (error) {
        isRefusal(error, ...refusals);
        if ((error as Error).message.includes("\n")) throw new FuzzProblem("a message of more than one line");
        return (error as { code?: string }).code ?? "refused";
      }
    },
  };
}

const encoded = (text: string) => new TextEncoder().encode(text);

export function idlTarget(): FuzzTarget {
  const include = searchPaths([], (path) => (path === "other.idl" ? "struct O { octet o; };" : undefined));
  return textTarget({
    name: "idl",
    seeds: [IDL, ...IDL.split(/(?<=;)\n {2}(?=\S)/).filter((part) => part.length > 20)],
    refusals: [IdlError],
    take: (text) => {
      const model = parseIdl(text, { file: "t.idl", include });
      if (model.structs.length === 0) return;
      // What was taken can be printed, and the print is taken too.
      parseIdl(idlText(model.structs.at(-1)!), { file: "again.idl" });
    },
  });
}

export function rosTarget(): FuzzTarget {
  const idl =
    'module pkg { module msg { struct Name { @verbatim(language="comment", text="x") long a; string b; }; }; };';
  return textTarget({
    name: "ros",
    seeds: [MSG, ...MSG.split("---"), idl, `${MSG}\n================\nMSG: geometry_msgs/Point\nfloat64 x\n`],
    refusals: [IdlError],
    take: (text) => {
      const takers = [parseMsg, parseMsgBundle, parseSrv, parseAction] as const;
      const refusals = takers.map((take) => refusalOf(() => take(text, "pkg/msg/Name")));
      refusals.push(refusalOf(() => parseRosIdl(text, "n.idl", () => undefined)));
      if (refusals.every((one) => one !== undefined)) throw refusals[0];
    },
  });
}

function refusalOf(action: () => unknown): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    isRefusal(error, IdlError);
    return error as Error;
  }
}

export function filterTarget(): FuzzTarget {
  const codec = compileCodec(ALL, { representation: "xcdr2" });
  const sample = codec.deserialize(codec.serialize(all()));
  const fields = ALL.members.map(({ name }) => name);
  return textTarget({
    name: "filter",
    seeds: FILTERS,
    refusals: [FilterError],
    words: [...wordsOf(FILTERS), ...fields, ...fields.map((name) => `${name}[1]`), "inner.level", "pair[1].s"],
    take: (text) => {
      const parameters = ["3", "'x%'", "2.5", "0x10"];
      const refusal = refused(() => {
        compileFilter(ALL, text, parameters).matches(sample);
      });
      const query = refused(() => {
        const { compare } = compileQuery(ALL, text, parameters);
        compare?.(sample, sample);
      });
      refused(() => compileFilter(ALL, "name MATCH %0", [text]).matches(sample));
      if (refusal !== undefined && query !== undefined) throw refusal;
    },
  });
}

function refused(action: () => void): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    isRefusal(error, FilterError);
    return error as Error;
  }
}

export function xmlTarget(): FuzzTarget {
  const folder = join(CAPTURES, "..", "qos");
  const seeds = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const whole = textTarget({
    name: "xml",
    seeds,
    refusals: [QosError],
    take: takeXml,
    words: [...wordsOf(seeds), ...XML],
  });
  return { ...whole, limits: { ...LIMITS, baseBytes: 128_000_000 } };
}

function takeXml(text: string): void {
  const refusals: Error[] = [];
  const attempt = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      isRefusal(error, QosError);
      refusals.push(error as Error);
    }
  };
  attempt(() => splitCycloneUri(text));
  attempt(() => parseDiscoveryPeers(text, "peers"));
  attempt(() => decodeXml(encoded(text), "f.xml"));
  const before = refusals.length;
  attempt(() => {
    const file = parseQosFiles(
      [{ text, file: "f.xml" }],
      { HOME: "/h", LOOP: "$LOOP${LOOP}" },
      { keepsUnusable: true },
    );
    attempt(() => participantProfile(file, undefined, 0));
    attempt(() => resolveWriterQos(writerPolicies(file, undefined, "Square")));
    attempt(() => resolveReaderQos(readerPolicies(file, undefined, "Square")));
  });
  if (refusals.length > before) throw refusals[before];
}

const XML = [
  "<!ENTITY a 'b'>",
  "<!DOCTYPE",
  "]]>",
  "<![CDATA[",
  "&#x0;",
  "&amp;",
  "${HOME}",
  "$(LOOP)",
  "${LOOP}",
  "<!--",
  "-->",
  "<?xml",
  "/>",
];
