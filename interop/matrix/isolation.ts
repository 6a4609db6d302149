// Where a cell runs: a private network namespace whose only interface is a multicast loopback, or, without root,
// the loopback interface of the host. Every peer binds to 127.0.0.1 in both cases.
import { type ChildProcess, spawn } from "node:child_process";

export interface Isolation {
  readonly kind: "namespace" | "loopback";
  /** The command line that runs `command` in this place. */
  wrap(command: string, args: readonly string[]): [string, string[]];
  close(): void;
}

const SETUP = [
  "ip link set lo up",
  "ip link set lo multicast on",
  "ip route add 224.0.0.0/4 dev lo",
  "echo ready",
  // Holds the namespace until our end of stdin closes, also when we are killed.
  "exec cat >/dev/null",
].join(" && ");

const SETUP_TIMEOUT_MS = 10_000;

const LOOPBACK: Isolation = {
  kind: "loopback",
  wrap: (command, args) => [command, [...args]],
  close: () => {},
};

export async function createIsolation(kind: Isolation["kind"]): Promise<Isolation> {
  return kind === "loopback" ? LOOPBACK : createNamespace();
}

/** Tries one namespace out. Needs root, unshare, nsenter and ip. */
export async function availableIsolation(): Promise<Isolation["kind"]> {
  try {
    const namespace = await createNamespace();
    const [command, args] = namespace.wrap("true", []);
    const code = await new Promise((resolve) => {
      spawn(command, args, { stdio: "ignore" })
        .on("error", () => resolve(1))
        .on("exit", resolve);
    });
    namespace.close();
    return code === 0 ? "namespace" : "loopback";
  } catch {
    return "loopback";
  }
}

async function createNamespace(): Promise<Isolation> {
  const holder = spawn("unshare", ["-n", "sh", "-c", SETUP], { stdio: ["pipe", "pipe", "ignore"] });
  await isReady(holder);
  const path = `/proc/${holder.pid}/ns/net`;
  return {
    kind: "namespace",
    wrap: (command, args) => ["nsenter", [`--net=${path}`, "--", command, ...args]],
    close: () => {
      holder.stdin?.end();
    },
  };
}

function isReady(holder: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no private network namespace")), SETUP_TIMEOUT_MS);
    const settle = (action: () => void) => {
      clearTimeout(timer);
      action();
    };
    holder.stdout?.once("data", () => settle(resolve));
    holder.once("error", (error) => settle(() => reject(error)));
    holder.once("exit", () => settle(() => reject(new Error("no private network namespace"))));
  });
}
