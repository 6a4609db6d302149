// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of Cyclone DDS look like that
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseQosFile, parseQosFiles, participantProfile, splitCycloneUri } from "../../../src/qos/index.js";
import { failure } from "../failure.js";
import { ignoredLines, profileOf, readFixtures } from "./fixtures.js";

const test = suite("configuration of Cyclone DDS");
const file = readFixtures(["cyclone.xml"]);

function settings(text: string, env = {}) {
  return participantProfile(parseQosFile(text, { file: "uri", env }), undefined, 0).settings;
}

test("interfaces, multicast, peers, index, lease, tag, buffers", () => {
  assert.is(file.vendor, "cyclone");
  assert.equal(profileOf(file, "participant", "any").participant, {
    interfaces: ["eth1", "10.0.0.4"],
    multicast: true,
    domainTag: "cell 4",
    participantIndex: "auto",
    peerIndexCount: 32,
    leaseDurationMs: 5000,
    announcePeriodMs: 250,
    peers: ["127.0.0.1", "192.168.1.20", "192.168.1.21:7410"],
    receiveBufferBytes: 20 * 1024 * 1024,
  });
  assert.equal(ignoredLines(file), [
    "10 NetworkInterface/@presence_required = false: an interface that is named has to be there",
    "13 General/MaxMessageSize = 65500B: datagrams fit the MTU, and 64 KiB on this host",
    "24 Peer/@Address = fe80::1: IPv6 is not built",
    "25 Peer/@Address = laptop: names are not looked up: give an IPv4 address",
    "29 Ports/DomainGain = 200: ports are always those of RTPS 2.5 §9.6.1.3",
    "35 Watermarks/WhcHigh = 500kB: an internal of Cyclone DDS",
    "39 Tracing/Verbosity = config: there is no trace of this kind",
    "40 Tracing/OutputFile = cdds.log.${CYCLONEDDS_PID}: there is no trace of this kind",
  ]);
});

test("a domain gets what is said for any domain, and then what is said for it", () => {
  const general = participantProfile(file, undefined, 4).settings;
  assert.equal([general.multicast, general.participantIndex, general.domainId], [true, "auto", undefined]);
  const own = participantProfile(file, undefined, 5).settings;
  assert.equal([own.multicast, own.participantIndex, own.domainId], [false, 2, 5]);
  assert.equal(own.interfaces, general.interfaces);
  // Without a domain id the first that is numbered is taken.
  assert.equal(participantProfile(file, undefined, undefined).settings, own);
  // Named, one alone.
  assert.equal(participantProfile(file, "5", 0).settings, { domainId: 5, multicast: false, participantIndex: 2 });
});

test("fragments, in any case, with and without Domain", () => {
  for (const text of [
    "<General><AllowMulticast>false</AllowMulticast></General><Discovery><Tag>t</Tag></Discovery>",
    "<Domain><General><AllowMulticast>false</AllowMulticast></General><Discovery><Tag>t</Tag></Discovery></Domain>",
    "<cyclonedds><domain id='any'><GENERAL><allowmulticast>FALSE</allowmulticast></GENERAL><discovery><TAG>t</TAG></discovery></domain></cyclonedds>",
    "<CycloneDDS><General><AllowMulticast>false</AllowMulticast></General><Discovery><Tag>t</Tag></Discovery></CycloneDDS>",
  ]) {
    assert.equal(settings(text), { multicast: false, domainTag: "t" }, text);
  }
});

test("the interfaces of older files", () => {
  const old = (text: string) =>
    settings(`<General><NetworkInterfaceAddress>${text}</NetworkInterfaceAddress></General>`).interfaces;
  assert.equal(old("eth0"), ["eth0"]);
  assert.equal(old("eth0, 127.0.0.1,eth0"), ["eth0", "127.0.0.1"]);
  assert.is(old("auto"), undefined);
  const all = settings("<General><Interfaces><NetworkInterface autodetermine='true'/></Interfaces></General>");
  assert.is(all.interfaces, undefined);
  const buffer = settings("<Internal><MinimumSocketReceiveBufferSize>2MB</MinimumSocketReceiveBufferSize></Internal>");
  assert.is(buffer.receiveBufferBytes, 2 * 1024 * 1024);
});

test("multicast for announcements is what counts", () => {
  const allow = (text: string) => settings(`<General><AllowMulticast>${text}</AllowMulticast></General>`).multicast;
  assert.equal(["true", "default", "spdp", "spdp,asm", "SSM, SPDP", "false", "asm", "ssm,asm"].map(allow), [
    true,
    true,
    true,
    true,
    true,
    false,
    undefined,
    undefined,
  ]);
  const error = failure(() => allow("maybe"));
  assert.match(
    error.message,
    /^uri:1: General\/AllowMulticast: "maybe" is not accepted: give true, false, default, or/,
  );
});

test("participant index", () => {
  const index = (text: string) =>
    settings(`<Discovery><ParticipantIndex>${text}</ParticipantIndex></Discovery>`).participantIndex;
  assert.equal(["auto", "none", "default", "7"].map(index), ["auto", "any", undefined, 7]);
  assert.match(failure(() => index("120")).message, /give a whole number from 0 to 119$/);
  assert.match(failure(() => index("some")).message, /give auto, none, default, or a whole number from 0 to 119$/);
});

test("numbers need a unit", () => {
  const lease = (text: string) =>
    settings(`<Discovery><LeaseDuration>${text}</LeaseDuration></Discovery>`).leaseDurationMs;
  assert.equal(["10s", "1.5 s", "200ms", "2 min", "1hr", "inf"].map(lease), [
    10_000,
    1500,
    200,
    120_000,
    3_600_000,
    Infinity,
  ]);
  assert.match(
    failure(() => lease("10")).message,
    /give a number with a unit \(ns, us, ms, s, min, hr, day\), or inf$/,
  );
});

test("environment variables, as a shell writes them", () => {
  const tag = (text: string, env = {}) => settings(`<Discovery><Tag>${text}</Tag></Discovery>`, env).domainTag;
  const env = { A: "one", EMPTY: "", SELF: "${A}" };
  const table: [string, string][] = [
    ["${A}", "one"],
    ["x${A}y${A}", "xoneyone"],
    ["${NONE}", ""],
    ["${NONE:-two}", "two"],
    ["${EMPTY:-two}", "two"],
    ["${A:-two}", "one"],
    ["${A:+three}", "three"],
    ["${NONE:+three}", ""],
    ["${NONE:-${A}}", "one"],
    ["${NONE:-a${NONE:-b}c}", "abc"],
    ["${A:?never}", "one"],
    ["$A", "$A"],
    // What a variable holds is text.
    ["${SELF}", "${A}"],
    ["${constructor}", ""],
  ];
  for (const [text, expected] of table) assert.is(tag(text, env), expected, text);
  assert.match(failure(() => tag("${NONE:?set NONE}", env)).message, /^uri:1: NONE: set NONE$/);
  assert.match(failure(() => tag("${A", env)).message, /^uri:1: "\$\{A" has no closing brace$/);
  assert.match(failure(() => tag("${A:=x}", env)).message, /is no variable: use \$\{X\}, \$\{X:-Y\}/);
});

test("variables cannot grow without limit", () => {
  const long = { L: "x".repeat(1000) };
  const many = "${L}".repeat(100);
  assert.match(
    failure(() => settings(`<Discovery><Tag>${many}</Tag></Discovery>`, long)).message,
    /more than 65536 char/,
  );
  const deep = `${"${N:-".repeat(40)}x${"}".repeat(40)}`;
  assert.match(failure(() => settings(`<Discovery><Tag>${deep}</Tag></Discovery>`)).message, /more than 20 variables/);
});

test("CYCLONEDDS_URI: files and XML, separated by commas", () => {
  const uri =
    " file:///etc/cyclone.xml,<General><AllowMulticast>false</AllowMulticast></General><Discovery/>,, local.xml ,<Domain/>";
  assert.equal(splitCycloneUri(uri), [
    { file: "/etc/cyclone.xml" },
    { text: "<General><AllowMulticast>false</AllowMulticast></General><Discovery/>" },
    { file: "local.xml" },
    { text: "<Domain/>" },
  ]);
  assert.equal(splitCycloneUri(""), []);
  assert.equal(splitCycloneUri("a.xml"), [{ file: "a.xml" }]);
  // Commas and brackets in attributes, text and comments belong to the XML.
  const one = `<General a="x>,<y"><!-- , <z> --><NetworkInterfaceAddress>a,b</NetworkInterfaceAddress></General>`;
  assert.equal(splitCycloneUri(`${one},x`), [{ text: one }, { file: "x" }]);
});

test("closing tags may be short or missing, as Cyclone DDS takes them", () => {
  const table: [string, string][] = [
    ["<General><AllowMulticast>false</></>", "<General><AllowMulticast>false</AllowMulticast></General>"],
    ["<Discovery><Tag>t", "<Discovery><Tag>t</Tag></Discovery>"],
    [
      "<Discovery><Peers><Peer Address='1.2.3.4'/></></>,x.xml",
      "<Discovery><Peers><Peer Address='1.2.3.4'/></Peers></Discovery>",
    ],
  ];
  for (const [given, completed] of table) assert.equal(splitCycloneUri(given)[0], { text: completed });
  assert.is(splitCycloneUri("<a></b>").length, 1);
  assert.match(
    failure(() => settings("<Discovery></Domain>")).message,
    /^uri:1: not well-formed XML: unexpected close tag$/,
  );
});

test("several sources: the later says more", () => {
  const sources = ["<General><AllowMulticast>false</AllowMulticast></General>", "<Discovery><Tag>t</Tag></Discovery>"];
  const all = parseQosFiles(sources.map((text, i) => ({ text, file: `part ${i + 1}` })));
  assert.equal(participantProfile(all, undefined, undefined).settings, { multicast: false, domainTag: "t" });
});

test("a domain id that is none", () => {
  const error = failure(() => parseQosFile("<CycloneDDS>\n<Domain id='300'/></CycloneDDS>", { file: "c.xml" }));
  assert.is(
    error.message,
    'c.xml:2: CycloneDDS/Domain[300]/@id: "300" is not accepted: give a whole number from 0 to 232',
  );
});

test.run();
