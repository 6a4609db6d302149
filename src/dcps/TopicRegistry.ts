// The topics and content-filtered topics of one participant: one namespace (DDS 1.4 §2.2.2.2.1.13), in which a name
// means one type.

import { sameType } from "../idl/sameType.js";
import type { StructType } from "../idl/types.js";
import { ContentFilteredTopic } from "./ContentFilteredTopic.js";
import { alreadyDeleted, DdsError } from "./DdsError.js";
import { Topic } from "./Topic.js";

export class TopicRegistry {
  private readonly topics = new Map<string, Set<Topic<object>>>();
  private readonly filtered = new Map<string, ContentFilteredTopic<object>>();

  /** @throws DdsError PRECONDITION_NOT_MET if the name is that of another type, or of a content-filtered topic */
  checkTopicName(name: string, typeName: string, type: StructType): void {
    if (this.filtered.has(name)) throw taken(name, "a content-filtered topic");
    for (const topic of this.topics.get(name) ?? []) {
      if (topic.typeName === typeName && sameType(topic.type, type)) return;
      throw taken(name, `a topic of another type, ${topic.typeName}`);
    }
  }

  /** @throws DdsError PRECONDITION_NOT_MET if the name is taken */
  checkFilteredName(name: string): void {
    if (this.filtered.has(name)) throw taken(name, "another content-filtered topic");
    if (this.topics.has(name)) throw taken(name, "a topic");
  }

  addTopic(topic: Topic<object>): void {
    const known = this.topics.get(topic.name);
    if (known === undefined) this.topics.set(topic.name, new Set([topic]));
    else known.add(topic);
  }

  addFiltered(topic: ContentFilteredTopic<object>): void {
    this.filtered.set(topic.name, topic);
  }

  removeTopic(topic: Topic<object>): void {
    const known = this.topics.get(topic.name);
    known?.delete(topic);
    if (known?.size === 0) this.topics.delete(topic.name);
  }

  removeFiltered(topic: ContentFilteredTopic<object>): void {
    this.filtered.delete(topic.name);
  }

  /**
   * @throws DdsError BAD_PARAMETER for what is no topic, ALREADY_DELETED for one that is closed, PRECONDITION_NOT_MET for
   *   one of another participant (§2.2.2.4.1.5, §2.2.2.5.2.5)
   */
  checkTopic(topic: unknown, user: string): void {
    if (topic instanceof ContentFilteredTopic) {
      throw new DdsError("BAD_PARAMETER", `a ${user} takes a topic, not a filtered view of one: give its relatedTopic`);
    }
    if (!(topic instanceof Topic)) throw noTopic(user);
    if (this.topics.get(topic.name)?.has(topic) !== true) throw notOurs(topic);
  }

  /** As `checkTopic`, for what readers take: a topic, or a filtered view of one. */
  checkReadable(topic: unknown): void {
    if (!(topic instanceof ContentFilteredTopic)) this.checkTopic(topic, "reader");
    else if (this.filtered.get(topic.name) !== topic) throw notOurs(topic);
  }

  /** The participant is closed: nothing will change about its topics any more. */
  close(): void {
    for (const topics of this.topics.values()) for (const topic of topics) topic.participantClosed();
  }
}

function taken(name: string, by: string): DdsError {
  return new DdsError("PRECONDITION_NOT_MET", `"${name}" is the name of ${by}: give another, or close that`);
}

function noTopic(user: string): DdsError {
  return new DdsError("BAD_PARAMETER", `a ${user} takes a topic: make one with createTopic`);
}

function notOurs({ name, isClosed }: { readonly name: string; readonly isClosed: boolean }): DdsError {
  if (isClosed) return alreadyDeleted("topic");
  return new DdsError("PRECONDITION_NOT_MET", `the topic "${name}" belongs to another participant: make one here`);
}
