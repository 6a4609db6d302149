// One child process of a stages run, as the command sees it: requests out, answers in order.

import { type ChildProcess, fork } from "node:child_process";
import type { Failed } from "./plan.js";

/** The child ended, or said why it could not go on. The message is one line. */
export class PeerFailure extends Error {
  override readonly name = "PeerFailure";
}

interface Message {
  readonly type: string;
}

export class ChildPeer {
  private readonly child: ChildProcess;
  private readonly inbox: Message[] = [];
  private wanted: { type: string; resolve: (message: Message) => void; reject: (error: Error) => void } | undefined;
  private failure: Error | undefined;

  constructor(
    private readonly name: string,
    modulePath: string,
    args: readonly string[],
    private readonly onProgress: (done: number) => void = () => undefined,
  ) {
    // Nothing that debugs or profiles the command is meant for its children.
    this.child = fork(modulePath, args, { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.child.on("message", (message: Message) => this.handle(message));
    this.child.on("exit", (code) => this.fail(new PeerFailure(`the ${name} process ended early (code ${code})`)));
    this.child.on("error", (error) =>
      this.fail(new PeerFailure(`the ${name} process did not start: ${error.message}`)),
    );
  }

  send(message: object): void {
    if (this.child.connected) this.child.send(message as never);
  }

  /** The next message of a type; rejects when the child fails. */
  receive<T extends Message>(type: T["type"]): Promise<T> {
    const index = this.inbox.findIndex((message) => message.type === type);
    if (index >= 0) return Promise.resolve(this.inbox.splice(index, 1)[0] as T);
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.wanted = { type, resolve: resolve as (message: Message) => void, reject };
    });
  }

  /** Disconnects and waits until the child has said goodbye to its peers; kills it if it does not. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        resolve();
        return;
      }
      const timer = setTimeout(() => this.child.kill("SIGKILL"), END_TIMEOUT_MS);
      this.child.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
      if (this.child.connected) this.child.disconnect();
    });
  }

  private handle(message: Message): void {
    if (message.type === "progress") {
      this.onProgress((message as { type: "progress"; done: number }).done);
    } else if (message.type === "failed") {
      this.fail(new PeerFailure(`${this.name}: ${(message as Failed).message}`));
    } else if (this.wanted?.type === message.type) {
      const { resolve } = this.wanted;
      this.wanted = undefined;
      resolve(message);
    } else {
      this.inbox.push(message);
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wanted?.reject(this.failure);
    this.wanted = undefined;
  }
}

const END_TIMEOUT_MS = 3000;
