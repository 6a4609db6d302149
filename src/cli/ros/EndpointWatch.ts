// Waits until endpoints of a topic are discovered.

import type { DomainParticipantListener, RemoteEndpointInfo } from "../../index.js";

export class EndpointWatch {
  readonly listener: DomainParticipantListener;
  private readonly endpoints: RemoteEndpointInfo[] = [];
  private notify = () => {};

  /** @param topicName on the wire */
  constructor(topicName: string, role: RemoteEndpointInfo["role"]) {
    this.listener = {
      onEndpointDiscovered: (endpoint) => {
        if (endpoint.topicName !== topicName || endpoint.role !== role) return;
        this.endpoints.push(endpoint);
        this.notify();
      },
    };
  }

  /** Those that are there a moment after the first one; none when the time is over or the signal aborts. */
  async found(timeoutMs: number, signal: AbortSignal): Promise<readonly RemoteEndpointInfo[]> {
    if (this.endpoints.length === 0) await this.first(timeoutMs, signal);
    // Others of the topic may be announced right behind it.
    if (this.endpoints.length > 0 && !signal.aborted) await pause(MOMENT_MS);
    return this.endpoints;
  }

  private first(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = timeoutMs === Infinity ? undefined : setTimeout(() => this.notify(), timeoutMs);
      this.notify = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", this.notify);
        resolve();
      };
      signal.addEventListener("abort", this.notify);
      if (signal.aborted) this.notify();
    });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const MOMENT_MS = 100;
