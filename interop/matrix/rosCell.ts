// A cell of kind `ros`: the vendor's program with types of ROS 2 on one side, `rtps pub --ros` or `rtps sub --ros` on
// the other. Types and QoS are not told to our reader: it has to find them out. What the vendor tells of its node has
// to be in `rtps ls --ros`.
import type { PeerEvent } from "../contract/events.js";
import { ROS_TOPICS, ROS_TYPES, rosEchoText, rosSample, rosSampleEvent } from "../ros/contract/rosSamples.js";
import { CommandProcess } from "./CommandProcess.js";
import type { Isolation } from "./isolation.js";
import { PeerProcess } from "./PeerProcess.js";
import type { CellRun } from "./results.js";
import { type CellPlan, STEP_TIMEOUT_MS, sleep } from "./Stage.js";
import type { RosExchange } from "./scenario.js";

/** A process start, discovery and the samples, on a busy machine. */
const COMMAND_TIMEOUT_MS = 30_000;
const SETTLE_MS = 60;
const NODE = "vendor_node";
/** Of std_msgs/msg/String, as ROS 2 has it. */
const STRING_HASH = "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18";

export async function runRosCell(plan: CellPlan, isolation: Isolation): Promise<CellRun> {
  const isOurs = [plan.writer, plan.reader].map((peer) => peer.name === "self");
  const [without] = [plan.writer, plan.reader].filter((peer) => peer.rosCommand === undefined);
  if (without !== undefined) return notRun(`${without.title}: there is no program with types of ROS here`);
  if (!isOurs.includes(true)) return notRun("ROS scenarios have rtps-lab on one side");
  const cell = new RosCell(plan, isolation, isOurs[0] === true);
  try {
    return await cell.run();
  } finally {
    cell.close();
  }
}

function notRun(unsupported: string): CellRun {
  return { complaints: [], unsupported, events: { writer: [], second: [], reader: [] }, stderr: "" };
}

class RosCell {
  private readonly exchange: RosExchange;
  private readonly commands: CommandProcess[] = [];
  private vendor: PeerProcess | undefined;

  constructor(
    private readonly plan: CellPlan,
    private readonly isolation: Isolation,
    private readonly areWeWriter: boolean,
  ) {
    this.exchange = plan.scenario.ros!;
  }

  async run(): Promise<CellRun> {
    const vendor = this.startVendor();
    this.vendor = vendor;
    const complaints = this.areWeWriter ? await this.publish(vendor) : await this.subscribe(vendor);
    if (!this.areWeWriter && this.exchange.type === "string") complaints.push(...(await this.list()));
    vendor.send("stop");
    const code = await Promise.race([vendor.exited, sleep(STEP_TIMEOUT_MS)]);
    if (code !== 0) complaints.push(`the vendor's program ended with ${code ?? "nothing"}`);
    const errors = vendor.events.flatMap((event) => (event.event === "error" ? [event.message] : []));
    const events = { writer: [], second: [], reader: [], [this.areWeWriter ? "reader" : "writer"]: vendor.events };
    const stderr = [vendor.stderr, ...this.commands.map((command) => command.err)].join("\n").trim();
    return { complaints: [...complaints, ...errors], unsupported: undefined, events, stderr };
  }

  close(): void {
    this.vendor?.kill();
    for (const command of this.commands) command.kill();
  }

  private startVendor(): PeerProcess {
    const { type, count, points } = this.exchange;
    const peer = this.areWeWriter ? this.plan.reader : this.plan.writer;
    const [file, ...args] = peer.rosCommand!;
    const hash = type === "string" ? ["--type-hash", STRING_HASH] : [];
    const [command, wrapped] = this.isolation.wrap(file, [
      ...[...args, this.areWeWriter ? "sub" : "pub", "--domain", String(this.plan.domain), "--type", type],
      ...["--count", String(count), "--points", String(points), "--node", NODE, ...hash],
    ]);
    return new PeerProcess(command, wrapped, { cwd: this.plan.root });
  }

  private start(args: readonly string[], input?: string): CommandProcess {
    const ours = this.areWeWriter ? this.plan.writer : this.plan.reader;
    const [file, ...before] = ours.rosCommand!;
    const network = ["--domain", String(this.plan.domain), "--interface", "127.0.0.1"];
    const [command, wrapped] = this.isolation.wrap(file, [...before, ...args, ...network]);
    const started = new CommandProcess(command, wrapped, {
      cwd: this.plan.root,
      ...(input === undefined ? {} : { input }),
    });
    this.commands.push(started);
    return started;
  }

  /** The vendor writes. */
  private async subscribe(vendor: PeerProcess): Promise<string[]> {
    const { type, count } = this.exchange;
    const sub = this.start(["sub", "--ros", ROS_TOPICS[type], "--count", String(count), "--verbose"]);
    const hasMatched = (events: readonly PeerEvent[]) => events.some((one) => one.event === "matched" && one.count > 0);
    const [theyMatched, weMatched] = await Promise.all([
      vendor.until(hasMatched, COMMAND_TIMEOUT_MS),
      sub.until(() => /matched writers: [1-9]/.test(sub.err), COMMAND_TIMEOUT_MS),
    ]);
    if (!theyMatched) return [`the vendor's writer did not match: ${sub.err.trim()}`];
    if (!weMatched) return [`rtps sub did not match: ${sub.err.trim()}`];
    vendor.send("go");
    const code = await this.end(sub);
    const expected = Array.from({ length: count }, (_, i) => rosEchoText(this.exchange, i)).join("");
    if (code !== 0) return [`rtps sub ended with ${code}: ${sub.err.trim()}`];
    return sub.out === expected ? [] : [`rtps sub printed ${excerpt(sub.out, expected)}`];
  }

  /** We write, from lines of standard input. */
  private async publish(vendor: PeerProcess): Promise<string[]> {
    const { type, count } = this.exchange;
    const isReady = (events: readonly PeerEvent[]) => events.some((one) => one.event === "ready");
    if (!(await vendor.until(isReady, COMMAND_TIMEOUT_MS))) return ["the vendor's reader did not start"];
    const lines = Array.from({ length: count }, (_, i) => JSON.stringify(rosSample(this.exchange, i)));
    const pub = this.start(["pub", "--ros", ROS_TOPICS[type], ROS_TYPES[type]], `${lines.join("\n")}\n`);
    const code = await this.end(pub);
    const isSample = (one: PeerEvent) => one.event === "text" || one.event === "cloud";
    await vendor.until((events) => events.filter(isSample).length >= count, STEP_TIMEOUT_MS);
    await sleep(SETTLE_MS);
    const complaints = code === 0 ? [] : [`rtps pub ended with ${code}: ${pub.err.trim()}`];
    const seen = JSON.stringify(vendor.events.filter(isSample));
    const expected = JSON.stringify(Array.from({ length: count }, (_, i) => rosSampleEvent(this.exchange, i)));
    return seen === expected ? complaints : [...complaints, `the vendor read ${excerpt(seen, expected)}`];
  }

  /** The vendor's node, topic and type hash, as tools of ROS would show them. */
  private async list(): Promise<string[]> {
    const ls = this.start(["ls", "--ros", "--json", "--wait", "2"]);
    const code = await this.end(ls);
    if (code !== 0) return [`rtps ls ended with ${code}: ${ls.err.trim()}`];
    const { nodes, topics } = JSON.parse(ls.out) as RosList;
    const node = nodes.find((one) => one.name === `/${NODE}`);
    const topic = topics.find((one) => one.name === ROS_TOPICS.string);
    const publisher = topic?.publishers.find((one) => one.node === `/${NODE}`);
    const complaints: string[] = [];
    if (node?.publishers[0] !== ROS_TOPICS.string) complaints.push("rtps ls does not show the node with its publisher");
    if (topic?.types.join() !== ROS_TYPES.string) complaints.push("rtps ls does not show the topic with its type");
    if (publisher?.typeHash !== STRING_HASH) complaints.push("rtps ls does not show the type hash of the publisher");
    return complaints;
  }

  private async end(command: CommandProcess): Promise<number | undefined> {
    return Promise.race([command.exited, sleep(COMMAND_TIMEOUT_MS)]);
  }
}

interface RosList {
  readonly nodes: readonly { readonly name: string; readonly publishers: readonly string[] }[];
  readonly topics: readonly {
    readonly name: string;
    readonly types: readonly string[];
    readonly publishers: readonly { readonly node: string | null; readonly typeHash: string | null }[];
  }[];
}

/** Where two texts part. */
function excerpt(seen: string, expected: string): string {
  let at = 0;
  while (at < seen.length && seen[at] === expected[at]) at++;
  const from = Math.max(0, at - 20);
  const part = (text: string) => JSON.stringify(text.slice(from, from + 80));
  return `${part(seen)} where ${part(expected)} was expected, at ${at} of ${expected.length}`;
}
