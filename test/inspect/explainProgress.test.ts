// How far discovery has come, as a reason why two endpoints do not talk: participants and endpoints that are unknown or
// not let in, announcements that are missing, matches that are not confirmed, addresses.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { MatchProgress } from "../../src/discovery/progress.js";
import { explainMatch, explainUnknown } from "../../src/inspect/index.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import {
  CYCLONE,
  codes,
  FASTDDS,
  onlyFinding,
  participant,
  participantData,
  prefix,
  reader,
  readerGuid,
  view,
  writer,
  writerGuid,
} from "./explainSupport.js";

const test = suite("explainMatch and discovery");

const W = writerGuid(1);
const R = readerGuid(2);

test("two endpoints of others that fit: matched, as far as can be seen", () => {
  const seen = view([participant(1, [writer()]), participant(2, [reader()])]);
  assert.equal(explainMatch(W, R, seen), { verdict: "matched", findings: [] });
});

test("a GUID alone, without a view of the domain", () => {
  const { verdict, findings } = explainMatch(W, reader());
  assert.equal([verdict, findings.length, findings[0]!.code], ["unknown", 1, "endpointUnknown"]);
});

test("the wrong role is a mistake of the caller", () => {
  assert.throws(() => explainMatch(R, W), /is not the GUID of a writer: give the writer first/);
  assert.throws(() => explainMatch(W, writerGuid(2)), /is not the GUID of a reader/);
});

test("participant unknown", () => {
  const explanation = explainMatch(W, R, view([participant(2, [reader()])]));
  assert.is(explanation.verdict, "unknown");
  const found = onlyFinding(explanation);
  assert.is(found.code, "participantUnknown");
  assert.is(found.text, `participant ${prefix(1)} is not known in domain 0`);
  assert.match(found.hint, /is it running/);
});

const REFUSED = { guidPrefix: prefix(1), vendorId: CYCLONE, address: "10.0.0.1", heardAt: 5 };
const WHO = `participant Cyclone DDS ${prefix(1)}, heard from 10.0.0.1,`;

for (const [reason, detail, severity, code, text] of [
  ["domain", "7", "mismatch", "domain", `${WHO} is in domain 7, this participant in domain 0`],
  ["domainTag", "x", "mismatch", "domainTag", `${WHO} has the domain tag "x", this participant ""`],
  [
    "notReachable",
    "kind 2:7410",
    "mismatch",
    "notReachable",
    `${WHO} announces no address that can be used: kind 2:7410`,
  ],
  ["limit", "5 participants are known", "unknown", "refused", `${WHO} found no room: 5 participants are known`],
  ["unreadable", "no X", "unknown", "refused", `${WHO} sent an announcement that cannot be read: no X`],
] as const) {
  test(`participant heard and not let in: ${reason}`, () => {
    const seen = view([participant(2, [reader()])], { refused: [{ ...REFUSED, reason, detail }] });
    const explanation = explainMatch(W, R, seen);
    assert.is(explanation.verdict, severity);
    assert.equal(codes(explanation).sort(), [`${severity} ${code}`, "unknown participantUnknown"].sort());
    assert.is(explanation.findings.find((one) => one.code === code)!.text, text);
    assert.match(explanation.findings.find((one) => one.code === "participantUnknown")!.hint, /see the reason/);
  });
}

test("participant ignored", () => {
  const seen = view([participant(2, [reader()])], { ignored: [prefix(1).toString()] });
  const explanation = explainMatch(W, R, seen);
  assert.equal(
    [explanation.verdict, codes(explanation)],
    ["mismatch", ["mismatch ignored", "unknown participantUnknown"]],
  );
});

test("endpoint unknown: everything has come, and it is not there", () => {
  const explanation = explainMatch(W, R, view([participant(1), participant(2, [reader()])]));
  assert.is(explanation.verdict, "unknown");
  const found = onlyFinding(explanation);
  assert.is(found.code, "endpointUnknown");
  assert.is(found.text, `rtps-lab ${prefix(1)} has announced no writer 00000102`);
});

test("endpoint unknown: its announcement may be among those that are missing", () => {
  const missing = (count: number) => ({
    publications: { ...DONE, received: { announced: true, expected: 1, missing: count } },
  });
  const explain = (change: object) =>
    explainMatch(W, R, view([participant(1, [], change), participant(2, [reader()])]));
  const some = explain({ state: "exchanging", ...missing(2) });
  assert.equal([some.verdict, codes(some)], ["unknown", ["unknown endpointUnknown", "pending halfDiscovered"]]);
  assert.is(some.findings[1]!.text, `not all writers of rtps-lab ${prefix(1)} are known: 2 announcements are missing`);
  const notTold = explain({ publications: { ...DONE, received: { announced: false, expected: 1, missing: 0 } } });
  assert.is(notTold.findings[1]!.text, `rtps-lab ${prefix(1)} has not told yet which writers it has`);
  const noBuiltin = explain({ publications: { ...DONE, received: undefined } });
  assert.match(noBuiltin.findings[1]!.text, /has no builtin writer for announcements of writers/);
});

test("endpoint unknown: refused announcements and DDS Security are named", () => {
  const change = { refusedAnnouncements: 3, lastRefusal: "no TYPE_NAME", data: participantData(1, { secured: true }) };
  const explanation = explainMatch(W, R, view([participant(1, [], change), participant(2, [reader()])]));
  assert.equal(codes(explanation), ["unknown endpointUnknown", "note refused", "note secured"]);
  assert.match(explanation.findings[1]!.text, /^3 announcements of endpoints of .* could not be used: no TYPE_NAME$/);
});

test("participant half-discovered: heard, and it has answered nothing", () => {
  const silent = { state: "halfDiscovered", knowsUs: false } as const;
  const explanation = explainMatch(W, R, view([participant(1, [], silent), participant(2, [reader()])]));
  const [first, second] = explanation.findings;
  assert.equal([first!.code, second!.code], ["endpointUnknown", "halfDiscovered"]);
  assert.is(
    second!.text,
    `participant rtps-lab ${prefix(1)} was heard from 10.0.0.1 but has answered nothing: it seems not to hear us`,
  );
  assert.match(second!.hint, /^discovery goes to udp\/10\.0\.0\.1:7410 and must come back to udp\/10\.0\.0\.99:7410: /);
  const fresh = explainMatch(W, R, view([participant(1, [], { ...silent, state: "announced" })]));
  assert.ok(fresh.findings.some(({ text }) => text.endsWith("was heard a moment ago and is not answered yet")));
});

// ---- own endpoints ----

const OWN = { announcedSn: 3, topicName: "Square", typeName: "ShapeType", keyed: true };
const OWN_WRITER = { ...OWN, role: "writer", guid: writerGuid(0), qos: writer().qos } as const;
const OWN_READER = { ...OWN, role: "reader", guid: readerGuid(0), qos: reader().qos } as const;
const DONE = participant(1).publications;
const match = (side: "writer" | "reader", confirmed: boolean): MatchProgress =>
  side === "writer"
    ? { writer: writerGuid(0), reader: R, side, confirmed }
    : { writer: W, reader: readerGuid(0), side, confirmed };

test("own writer: matched when the reader has answered", () => {
  const seen = (confirmed: boolean) =>
    view([participant(2, [reader()])], { own: [OWN_WRITER], matches: [match("writer", confirmed)] });
  assert.equal(explainMatch(OWN_WRITER.guid, R, seen(true)), { verdict: "matched", findings: [] });
  const waiting = explainMatch(OWN_WRITER.guid, R, seen(false));
  assert.equal([waiting.verdict, codes(waiting)], ["pending", ["pending halfDiscovered"]]);
  assert.match(waiting.findings[0]!.text, /^our writer has made the match, and the reader of .* has not answered yet$/);
});

test("own writer: a reader that answers has made the match, whatever it has acknowledged else", () => {
  const quiet = participant(2, [reader()], { publications: { ...DONE, sent: undefined } });
  const seen = view([quiet], { own: [OWN_WRITER], matches: [match("writer", true)] });
  assert.equal(explainMatch(OWN_WRITER.guid, R, seen), { verdict: "matched", findings: [] });
});

test("own reader: matched when the writer has answered", () => {
  const seen = (confirmed: boolean) =>
    view([participant(1, [writer()])], { own: [OWN_READER], matches: [match("reader", confirmed)] });
  assert.is(explainMatch(W, OWN_READER.guid, seen(true)).verdict, "matched");
  const waiting = explainMatch(W, OWN_READER.guid, seen(false));
  assert.match(onlyFinding(waiting).text, /^our reader has made the match, and the writer of .* has not answered yet$/);
});

test("own writer: the other side has not acknowledged its announcement", () => {
  const explain = (ackedBelow: number) => {
    const publications = { ...DONE, sent: { last: 5, ackedBelow } };
    const other = participant(2, [reader()], { state: "exchanging", publications });
    return explainMatch(OWN_WRITER.guid, R, view([other], { own: [OWN_WRITER], matches: [match("writer", false)] }));
  };
  assert.is(explain(3).verdict, "pending");
  const text = `rtps-lab ${prefix(2)} has not acknowledged the announcement of our writer, number 3: it has`;
  assert.is(onlyFinding(explain(3)).text, `${text} those up to number 2`);
  assert.is(onlyFinding(explain(1)).text, `${text} none of them`);
  assert.match(onlyFinding(explain(4)).text, /has not answered yet/, "this one it has");
});

test("own writer: a mismatch and a half discovery are both told", () => {
  const half = { state: "halfDiscovered", knowsUs: false } as const;
  const other = participant(2, [reader({ durability: "transientLocal" })], half);
  const explanation = explainMatch(OWN_WRITER.guid, R, view([other], { own: [OWN_WRITER] }));
  assert.is(explanation.verdict, "mismatch");
  assert.equal(codes(explanation), ["mismatch policy", "pending halfDiscovered"]);
});

test("own writer: no address for samples", () => {
  const other = participant(2, [], {
    endpoints: [{ data: reader(), address: undefined }],
    data: participantData(2, { defaultUnicast: [] }),
  });
  const explanation = explainMatch(OWN_WRITER.guid, R, view([other], { own: [OWN_WRITER] }));
  assert.is(explanation.verdict, "mismatch");
  assert.is(
    onlyFinding(explanation).text,
    `rtps-lab ${prefix(2)} announces no address for samples that can be used: none`,
  );
});

test("own endpoints among themselves, and one that is not there", () => {
  const inner = (confirmed: boolean) =>
    (["writer", "reader"] as const).map((side) => ({
      ...{ writer: writerGuid(0), reader: readerGuid(0) },
      side,
      confirmed,
    }));
  const seen = (confirmed: boolean) => view([], { own: [OWN_WRITER, OWN_READER], matches: inner(confirmed) });
  assert.is(explainMatch(writerGuid(0), readerGuid(0), seen(true)).verdict, "matched");
  assert.is(explainMatch(writerGuid(0), readerGuid(0), seen(false)).verdict, "pending");
  const gone = onlyFinding(explainMatch(writerGuid(0, 9), readerGuid(0), seen(true)));
  assert.equal([gone.code, gone.text], ["endpointUnknown", "this participant has no writer 00000902"]);
});

test("endpoints that are given by what they announce, where the participant does not know them", () => {
  const explanation = explainMatch(
    writer({ reliability: "bestEffort" }),
    reader({ reliability: "reliable" }),
    view([]),
  );
  assert.equal(codes(explanation), ["mismatch policy", "unknown participantUnknown", "unknown participantUnknown"]);
});

// ---- other participants: domains and addresses ----

test("domains and domain tags of two participants", () => {
  const explain = (a: object, b: object) =>
    explainMatch(
      W,
      R,
      view([
        participant(1, [writer()], { data: participantData(1, a) }),
        participant(2, [reader()], { data: participantData(2, b) }),
      ]),
    );
  const both = explain({ domainId: 1, domainTag: "a" }, { domainId: 2, domainTag: "b" });
  assert.equal([both.verdict, codes(both)], ["mismatch", ["mismatch domain", "mismatch domainTag"]]);
  assert.is(both.findings[0]!.text, "the writer is in domain 1, the reader in domain 2");
  assert.is(both.findings[1]!.text, 'the writer has the domain tag "a", the reader "b"');
  assert.is(explain({ domainId: undefined }, { domainId: 2 }).verdict, "matched", "not announced: not known");
});

test("addresses that cannot meet are a note: what others use is not seen", () => {
  const ipv6 = { kind: 2, port: 7411, address: new Uint8Array(16), host: "" };
  const explain = (unicast: readonly ReturnType<typeof udpv4Locator>[]) =>
    explainMatch(
      W,
      R,
      view([
        participant(1, [writer()], { data: participantData(1, { defaultUnicast: unicast }) }),
        participant(2, [reader()]),
      ]),
    );
  const kinds = explain([ipv6]);
  assert.equal([kinds.verdict, codes(kinds)], ["matched", ["note notReachable"]]);
  assert.is(
    kinds.findings[0]!.text,
    "the writer announces addresses of UDP over IPv6 only, the reader of UDP over IPv4",
  );
  const loopback = explain([udpv4Locator("127.0.0.1", 7411)]);
  assert.match(onlyFinding(loopback).text, /^the writer announces loopback addresses only/);
  assert.equal(explain([udpv4Locator("10.0.0.5", 7411)]).findings, []);
});

test("endpoints that leave their vendor out have that of their participant", () => {
  const data = (n: number) => participantData(n, { vendorId: FASTDDS });
  const seen = view([
    participant(1, [writer()], { data: data(1) }),
    participant(2, [reader({ destinationOrder: "bySourceTimestamp" })], { data: data(2) }),
  ]);
  assert.equal(codes(explainMatch(W, R, seen)), ["note policy"]);
});

test("explainUnknown: an endpoint by itself", () => {
  const seen = view([participant(1, [writer()])]);
  assert.equal(explainUnknown(W, seen), []);
  assert.equal(
    explainUnknown(R, seen).map(({ code }) => code),
    ["participantUnknown"],
  );
});

test("every finding is one line with a hint that is one line", () => {
  const seen = view([participant(1, [], { state: "halfDiscovered", knowsUs: false, refusedAnnouncements: 1 })], {
    refused: [{ ...REFUSED, guidPrefix: prefix(2), reason: "domainTag", detail: "a\nb" }],
  });
  const { findings } = explainMatch(W, R, seen);
  assert.ok(findings.length >= 4);
  for (const { text, hint } of findings)
    for (const line of [text, hint]) assert.ok(line !== "" && !/[\n.]$|\n/.test(line));
});

test.run();
