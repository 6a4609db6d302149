// runner: timeout 400 s (a process for each mistake)
import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdirSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lines, MAIN, NET, pathOf, rtps, SHAPES, start, stopAll, writeTemporary } from "./support.js";

const test = suite("mistakes of the user");
test.after.each(stopAll);

/** One line on standard error, exit code 2, nothing else. */
async function refuses(args: readonly string[], message: RegExp, input = ""): Promise<void> {
  const { code, out, err } = await rtps(args, input);
  const context = `rtps ${args.join(" ")}\n${err}`;
  assert.is(lines(err).length, 1, context);
  assert.match(err, /^rtps: .+\n$/, context);
  assert.match(err, message, context);
  assert.not.match(err, /^\s+at |Error:/m, context);
  assert.is(out, "", context);
  assert.is(code, 2, context);
}

const SUB = ["sub", "Square", "--type", SHAPES];
const PUB = ["pub", "Square", "--type", SHAPES];
const DATA = ["--data", '{"color":"RED"}'];
const file = SHAPES.split("#")[0]!;
const lab = writeTemporary("two.idl", "module a { struct T { long x; }; }; module b { struct T { long y; }; };");
const broken = writeTemporary("broken.idl", "struct A {\n  long x\n};\n");
const keyless = writeTemporary("keyless.idl", "struct K { long x; };");

const fast = writeTemporary("fast.xml", '<profiles><data_reader profile_name="a"/></profiles>');
const wrongQos = writeTemporary(
  "wrong.xml",
  `<profiles><data_reader profile_name="a" is_default_profile="true"><topic><historyQos>
<depth>x</depth></historyQos></topic></data_reader><data_reader profile_name="good"/></profiles>`,
);
const discovery = (name: string, inside: string) =>
  writeTemporary(`${name}.xml`, `<CycloneDDS><Domain>\n<Discovery>\n${inside}</Discovery></Domain></CycloneDDS>`);
const noPeriod = discovery("noPeriod", "<SPDPInterval>0 ms</SPDPInterval>");
const noLease = discovery("noLease", "<LeaseDuration>0 s</LeaseDuration>");
const tooLate = discovery("tooLate", "<SPDPInterval>30 s</SPDPInterval>");
const lease = writeTemporary(
  "lease.xml",
  "<Discovery><LeaseDuration>4s</LeaseDuration><SPDPInterval>5s</SPDPInterval></Discovery>",
);

const MISTAKES: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["an unknown command", ["pubb"], /unknown command 'pubb' \(Did you mean pub\?\); see rtps --help$/m],
  [
    "an unknown option",
    [...SUB, "--cuont", "3"],
    /unknown option '--cuont' \(Did you mean --count\?\); see rtps sub --help/,
  ],
  ["no topic", ["sub"], /missing required argument 'topic'; see rtps sub --help/],
  ["too many arguments", [...SUB, "Circle"], /too many arguments: Circle behind the topic is for --ros/],
  ["an option without its value", [...SUB, "--count"], /option '-n, --count <count>' argument missing/],
  ["no type to write", ["pub", "Square"], /name the type of the topic with --type FILE\.idl#TypeName/],
  [
    "no type and nobody who tells it",
    ["sub", "Square", ...NET, "--timeout", "0.2"],
    /nobody writes or reads "Square" within 0\.2 s: give it with --type FILE\.idl#TypeName/,
  ],
  ["type information", ["pub", "Square", "--type-information", "some"], /choices are auto, always, never/],
  ["no type for pub", ["pub", "Square"], /name the type of the topic with --type/],
  ["a file that is not there", ["sub", "T", "--type", "nosuch.idl#T"], /no such IDL file: nosuch\.idl/],
  ["a directory for a file", ["sub", "T", "--type", "/"], /cannot read \/: EISDIR/],
  ["a syntax error", ["sub", "T", "--type", broken], /broken\.idl:3:1: /],
  ["an unknown struct", ["sub", "T", "--type", `${file}#Shape`], /shapes\.idl has no struct Shape; it has ShapeType/],
  [
    "several structs",
    ["sub", "T", "--type", lab],
    /two\.idl has 2 structs: choose one with --type .*#TypeName \(a::T, b::T\)/,
  ],
  [
    "a struct of two modules",
    ["sub", "T", "--type", `${lab}#T`],
    /has 2 structs called T: give the full name \(a::T, b::T\)/,
  ],
  ["two fragments", ["sub", "T", "--type", "a#b#c"], /--type takes FILE\.idl#TypeName, not "a#b#c"/],
  [
    "a count that is none",
    [...SUB, "--count", "many"],
    /'many' is invalid\. Give a whole number from 1 to 1000000000; see/,
  ],
  ["a time that is none", [...SUB, "--timeout", "-1"], /'-1' is invalid\. Give seconds, above 0 and up to 1000000/],
  ["an endless time", ["ls", "--wait", "Infinity"], /Give seconds, above 0 and up to 1000000/],
  ["a rate of nothing", [...PUB, "--rate", "0"], /'0' is invalid\. Give a number above 0/],
  ["a domain without ports", [...SUB, "--domain", "233"], /Give a whole number from 0 to 232/],
  ["an index without ports", [...SUB, "--index", "120"], /Give a whole number from 0 to 119/],
  ["index and any port", [...SUB, ...NET, "--index", "1", "--any-port"], /--index and --any-port exclude each other/],
  [
    "no multicast and no peer",
    [...SUB, "--no-multicast"],
    /without multicast nobody is found: name at least one host with --peer/,
  ],
  [
    "a peer by name",
    [...SUB, "--peer", "localhost"],
    /Give an IPv4 address, with a port if need be: 192\.168\.1\.20 or/,
  ],
  ["a peer with a bad octet", [...SUB, "--peer", "1.2.3.256"], /'1\.2\.3\.256' is invalid/],
  ["a peer with a bad port", [...SUB, "--peer", "1.2.3.4:70000"], /'1\.2\.3\.4:70000' is invalid/],
  ["an unknown interface", [...SUB, "--interface", "nosuch0"], /no IPv4 interface is called "nosuch0"; use one of: /],
  [
    "a reliability that is none",
    [...SUB, ...NET, "-r", "perhaps"],
    /reliability\.kind: "perhaps" is not one of BEST_EFFORT, RELIABLE/,
  ],
  ["a history that is none", [...SUB, ...NET, "--history", "keep-last:0"], /history/],
  [
    "a representation that is none",
    [...SUB, ...NET, "--representation", "xml"],
    /dataRepresentation: XML cannot be read: add XCDR1 or XCDR2/,
  ],
  ["an unknown representation", [...SUB, ...NET, "--representation", "json"], /dataRepresentation.*json/],
  ["QoS that is no JSON", [...SUB, ...NET, "--qos", "deadline"], /--qos is not JSON: deadline/],
  ["QoS that is no object", [...SUB, ...NET, "--qos", "[1]"], /--qos takes an object of policies/],
  ["an unknown policy", [...SUB, ...NET, "--qos", '{"speed":1}'], /speed: not a policy of a reader: use /],
  ["a policy called __proto__", [...SUB, ...NET, "--qos", '{"__proto__":{"kind":1}}'], /__proto__: not a policy of a/],
  [
    "a member called __proto__",
    [...SUB, ...NET, "--qos", '{"reliability":{"__proto__":1}}'],
    /reliability: "__proto__" is not a member: use kind/,
  ],
  ["a bad value of a policy", [...SUB, ...NET, "--qos", '{"deadline":"soon"}'], /deadline.*soon/],
  [
    "an unknown preset",
    [...SUB, ...NET, "--preset", "ros:sensor"],
    /preset: "ros:sensor" is not known: use ros:default, /,
  ],
  ["a QoS file that is not there", [...SUB, ...NET, "--qos-file", "no.xml"], /no such QoS file: no\.xml$/m],
  [
    "a QoS file with a wrong value",
    [...SUB, ...NET, "--qos-file", wrongQos],
    /wrong\.xml:2: .*depth: "x" is not accepted: /,
  ],
  [
    "a QoS file without a default",
    [...SUB, ...NET, "--qos-file", fast],
    /no profile is marked as default: choose one .* \(a\)/,
  ],
  [
    "a profile that is not there",
    [...SUB, "--qos-file", fast, "--profile", "b"],
    /no profile is called "b"; there are: a$/m,
  ],
  [
    "a profile without a file",
    [...SUB, ...NET, "--profile", "a"],
    /--profile names a part of a file: give the file with --q/,
  ],
  [
    "a lease shorter than its renewal",
    [...SUB, ...NET, "--qos-file", lease],
    /lease\.xml:1: announcements every 5000 ms are too late for a lease of 4000 ms \(of the same file\): lower/,
  ],
  [
    "announcements without a pause",
    [...SUB, ...NET, "--qos-file", noPeriod],
    /noPeriod\.xml:3: .*SPDPInterval: "0 ms" is not accepted: give a finite period of 0\.1 ms or more/,
  ],
  [
    "a lease that is over at once",
    [...SUB, ...NET, "--qos-file", noLease],
    /noLease\.xml:3: .*LeaseDuration: "0 ms" is not accepted: give a lease of 1 ms or more/,
  ],
  [
    "announcements too late for the default lease",
    [...SUB, ...NET, "--qos-file", tooLate],
    /tooLate\.xml:1: announcements every 30000 ms are too late for a lease of 20000 ms \(the default\)/,
  ],
  ["QoS of a file that is not XML", ["qos", file], /shapes\.idl:1: /],
  [
    "QoS of two vendors",
    ["qos", fast, lease],
    /lease\.xml:1: a file of Cyclone DDS, but those before it are of Fast DDS/,
  ],
  ["a profile of no file", ["qos", "--profile", "a"], /--profile names a part of a file: give the file$/m],
  [
    "a union as type of a topic",
    [
      "pub",
      "X",
      "--type",
      `${writeTemporary("u.idl", "union U switch (long) { case 1: long a; }; struct S { U u; };")}#U`,
    ],
    /U is a union, and the type of a topic is a struct: put it into one, or choose one of S$/m,
  ],
  ["a sample that is no JSON", [...PUB, ...NET, "--data", "{x}"], /--data: not JSON: \{x\}/],
  ["a sample that is no object", [...PUB, ...NET, "--data", "[1]"], /--data: a sample is a JSON object, not \[1\]/],
  [
    "an unknown member",
    [...PUB, ...NET, "--data", '{"z":1}'],
    /--data: z: ShapeType has no such member; it has color, x, y, shapesize/,
  ],
  ["an inherited name", [...PUB, ...NET, "--data", '{"toString":1}'], /toString: ShapeType has no such member/],
  ["a value of the wrong type", [...PUB, ...NET, "--wait", "0", "--data", '{"x":"a"}'], /x: expected int32, got "a"/],
  ["a value out of range", [...PUB, ...NET, "--wait", "0", "--data", '{"x":3000000000}'], /x: .*3000000000/],
  [
    "disposing without a key",
    ["pub", "K", "--type", keyless, ...NET, ...DATA, "--dispose"],
    /--dispose needs instances, and K has no/,
  ],
  ["an empty topic", ["pub", "", "--type", SHAPES, ...NET, ...DATA], /the name of the topic is empty/],
  ["a size that is none", ["stages", "--size", "64,x"], /Give sizes from 8 to 65507 bytes, separated by commas/],
  ["a reliability of stages", ["stages", "-r", "perhaps"], /Allowed choices are reliable, best-effort, both; see/],
];

for (const [name, args, message] of MISTAKES) test(name, () => refuses(args, message));

test("a 64-bit integer that JSON has rounded already", async () => {
  const type = `${writeTemporary("long.idl", "struct L { long long x; sequence<long long> many; };")}#L`;
  const args = ["pub", "L", "--type", type, ...NET, "--data"];
  const advice = /a number this large loses digits: write it as a string, like "9007199254740993"/;
  await refuses([...args, '{"x":9007199254740993}'], advice);
  await refuses([...args, '{"many":[1,9007199254740993]}'], /--data: many\[1\]: a number this large/);
  await refuses([...args, '{"x":1.5}'], /--data: x: expected int64, got 1\.5/);
});

test("paths that stages cannot write, before it measures", async () => {
  mkdirSync(pathOf("directory"));
  await refuses(["stages", "--json", pathOf("directory")], /directory is a directory: give the path of a file/);
  await refuses(
    ["stages", "--html", `${file}/x.html`],
    /x\.html cannot be written: a part of its path is a file, not a folder: give another path$/m,
  );
});

/** A socket that shares its port with nobody. */
function occupy(port: number, address: string): Promise<() => Promise<void>> {
  const socket = createSocket("udp4");
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind({ port, address, exclusive: true }, () =>
      resolve(() => new Promise((done) => socket.close(() => done()))),
    );
  });
}

test("a port that another program has", async () => {
  const domain = 49;
  const metatraffic = 7400 + 250 * domain + 10 + 2 * 3;
  const release = await occupy(metatraffic, "127.0.0.1");
  try {
    const net = ["--domain", String(domain), "--interface", "127.0.0.1", "--no-multicast", "--peer", "127.0.0.1"];
    const problem = `UDP port 127.0.0.1:${metatraffic} is taken; close the program that has it or choose another`;
    const advice = "domain or participant index \\(--domain, --index, --any-port\\)";
    await refuses([...SUB, ...net, "--index", "3"], new RegExp(`^rtps: ${problem} ${advice}\n$`));
    // Without a fixed index the next free one is taken.
    const ls = await rtps(["ls", ...net, "--wait", "0.05"]);
    assert.equal([ls.code, ls.err], [0, ""]);
  } finally {
    await release();
  }
});

test("a multicast port that another program has for itself", async () => {
  const domain = 48;
  const release = await occupy(7400 + 250 * domain, "0.0.0.0");
  try {
    const args = [...SUB, "--domain", String(domain), "--interface", "127.0.0.1"];
    await refuses(args, /UDP port 239\.255\.0\.1:19400 is taken; .* \(--domain, --index, --any-port\)/);
  } finally {
    await release();
  }
});

test("called without a command it shows the help, with exit code 2", async () => {
  const { code, out, err } = await rtps([]);
  assert.is(code, 2);
  assert.is(out, "");
  assert.match(err, /^Usage: rtps \[options\] \[command\]\n/);
});

for (const args of [
  ["--help"],
  ["pub", "--help"],
  ["sub", "--help"],
  ["ls", "--help"],
  ["qos", "--help"],
  ["stages", "--help"],
  ["help", "pub"],
]) {
  test(`rtps ${args.join(" ")} is no mistake`, async () => {
    const { code, out, err } = await rtps(args);
    assert.equal([code, err], [0, ""]);
    assert.match(out, /^Usage: rtps /);
    assert.ok(lines(out).length > 10);
    assert.not.match(out, /default: false|default: ""|\[object/);
  });
}

test("--version", async () => {
  const { code, out } = await rtps(["--version"]);
  assert.is(code, 0);
  assert.match(out, /^\d+\.\d+\.\d+\n$/);
});

test("output that nobody reads is no mistake", async () => {
  const help = start(["pub", "--help"], "");
  help.child.stdout!.destroy();
  assert.equal([(await help.ended).code, (await help.ended).err], [0, ""]);
});

/** True where this user may make a network namespace, in which even the loopback interface is down. */
function canUnshare(): boolean {
  return spawnSync("unshare", ["-n", "true"], { stdio: "ignore" }).status === 0;
}

function inEmptyNetwork(setUp: string, args: readonly string[]) {
  const script = `${setUp}; exec "$@"`;
  const command = ["-n", "sh", "-c", script, "sh", process.execPath, MAIN, ...args];
  return spawnSync("unshare", command, { encoding: "utf8", timeout: 20_000 });
}

if (canUnshare()) {
  test("a host without any interface", () => {
    const { status, stderr } = inEmptyNetwork("true", SUB);
    assert.is(status, 2);
    assert.is(stderr, "rtps: this host has no IPv4 interface that is up; bring one up, for example lo\n");
  });

  test("a host whose only interface has no multicast route works over loopback or says what to do", () => {
    const { status, stderr } = inEmptyNetwork("ip link set lo up", ["ls", "--wait", "0.05"]);
    if (status !== 0) {
      assert.is(status, 2);
      assert.match(stderr, /^rtps: no multicast to 239\.255\.0\.1 on lo .* \(--interface, --no-multicast, --peer\)\n$/);
    } else assert.is(stderr, "");
  });
} else console.log("skipped: not installed (unshare -n needs root): hosts without interfaces or multicast");

test.run();
