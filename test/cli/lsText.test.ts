// What `rtps ls` prints for people, of peers that choose their names and numbers with bad intentions.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { LS_LIMITS, type LsText, lsText } from "../../src/cli/lsText.js";
import type { RemoteEndpointInfo, RemoteParticipantInfo } from "../../src/index.js";
import { DEFAULT_WRITER_QOS } from "../../src/qos/index.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { hasInvisible } from "../../src/text/visible.js";
import { forgedPrefix } from "../soak/Forger.js";

const HOSTILE = "\u001b]0;T\u0007\u001b[2J\u001b[31mRED\n\tLINE2\u009b31m\u2028\u202eRTL\u200b\ud800";

function participant(number: number, entityName = ""): RemoteParticipantInfo {
  const guidPrefix = forgedPrefix(number);
  return { guidPrefix, entityName, vendorId: 0x17f, protocolMajor: 2, protocolMinor: 5 } as RemoteParticipantInfo;
}

function writer(participantNumber: number, number: number, name: string): RemoteEndpointInfo {
  const guid = new Guid(forgedPrefix(participantNumber), number * 256 + 2);
  const qos = { ...DEFAULT_WRITER_QOS, partition: { names: [name, name] } };
  return { role: "writer", guid, topicName: name, typeName: name, keyed: true, qos } as unknown as RemoteEndpointInfo;
}

function textOf(list: Partial<LsText>, all = false): string {
  const text = [...lsText({ domainId: 0, participants: [], endpoints: [], ...list }, all)].join("");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that are ours
  return text.replace(/\u001b\[\d+m/g, "");
}

test("names, types and partitions do not steer the terminal or make lines", () => {
  const text = textOf({ participants: [participant(1, HOSTILE)], endpoints: [writer(1, 1, HOSTILE)] });
  assert.not.ok(hasInvisible(text.replaceAll("\n", "")), text);
  assert.is(text.split("\n").length, 9);
  assert.match(
    text,
    /"\\u001b\]0;T\\u0007\\u001b\[2J\\u001b\[31mRED\\n\\tLINE2\\u009b31m\\u2028\\u202eRTL\\u200b\\ud800"/,
  );
});

test("long names are cut, and do not make every row wide", () => {
  const endpoints = [writer(1, 0, "x".repeat(60_000))];
  for (let i = 1; i < LS_LIMITS.rowsOfParticipant; i++) endpoints.push(writer(1, i, `T${i}`));
  const text = textOf({ participants: [participant(1, "n".repeat(60_000))], endpoints });
  assert.ok(text.length < 100_000, String(text.length));
  assert.match(text, /│ writer │ x{63}… │ x{63}… \(keyed\) │/);
  assert.match(text, / "n{63}…" /);
});

test("rows and participants have limits, and the rest is counted", () => {
  const participants = Array.from({ length: 1000 }, (_, i) => participant(i));
  const endpoints = participants.flatMap((_, i) => Array.from({ length: 150 }, (_, k) => writer(i, k, "T")));
  const text = textOf({ participants, endpoints });
  const advice = "--all shows all, --topic NAME those of one topic\n";
  assert.is(text.split("│ writer │").length - 1, LS_LIMITS.rows);
  assert.is(text.split("RTPS 2.5").length - 1, LS_LIMITS.participants);
  assert.ok(text.includes(`and 50 more endpoints: ${advice}`));
  assert.ok(text.includes(`and 150 more endpoints: ${advice}`));
  assert.ok(text.endsWith(`\nand 800 more participants: ${advice}`));
  const whole = textOf({ participants: participants.slice(0, 220), endpoints }, true);
  assert.is(whole.split("│ writer │").length - 1, 220 * 150);
  assert.not.match(whole, / more /);
});

test.run();
