// DDS 1.4 §2.2.2.3.3 ContentFilteredTopic: the samples of a topic that pass a filter. Readers announce the filter, so
// that writers can leave out what does not pass, and filter themselves what comes nevertheless.

import type { StructValue } from "../cdr/index.js";
import { compileFilter, type Filter } from "../filter/index.js";
import type { ContentFilterProperty } from "../participant/types.js";
import type { ReaderQos } from "../qos/index.js";
import { DdsError } from "./DdsError.js";
import type { Topic } from "./Topic.js";

/** What a content-filtered topic needs of its participant. */
export interface ContentFilteredTopicHost {
  filteredTopicClosed(topic: ContentFilteredTopic<object>): void;
}

/** Made by `DomainParticipant.createContentFilteredTopic`. `T` is the TypeScript type of its values. */
export class ContentFilteredTopic<T extends object = StructValue> {
  private readonly filter: Filter<T>;
  private readonly followers = new Set<() => void>();
  private readers = 0;
  private closed = false;

  /** @throws FilterError for an expression or parameters that do not fit the type */
  constructor(
    readonly name: string,
    readonly relatedTopic: Topic<T>,
    expression: string,
    parameters: readonly string[],
    private readonly host: ContentFilteredTopicHost,
  ) {
    this.filter = compileFilter<T>(relatedTopic.type, expression, parameters);
    relatedTopic.noteView(1);
  }

  get filterExpression(): string {
    return this.filter.expression;
  }

  /** The values of %0 and on. */
  get expressionParameters(): readonly string[] {
    return this.filter.parameters;
  }

  /**
   * Other values for %0 and on. Its readers follow at once and announce the change; what is in their caches stays.
   *
   * @throws FilterError, and then nothing has changed
   */
  setExpressionParameters(parameters: readonly string[]): void {
    this.filter.setParameters(parameters);
    for (const follow of this.followers) follow();
  }

  matches(value: T): boolean {
    return this.filter.matches(value);
  }

  /**
   * The end of it (DDS 1.4 §2.2.2.2.1.8 delete_contentfilteredtopic): its name is free. Harmless if called again.
   *
   * @throws DdsError PRECONDITION_NOT_MET while readers use it
   */
  close(): void {
    if (this.closed) return;
    if (this.readers > 0) {
      const problem = `the content-filtered topic "${this.name}" is in use: close its ${this.readers} readers first`;
      throw new DdsError("PRECONDITION_NOT_MET", problem);
    }
    this.closed = true;
    this.relatedTopic.noteView(-1);
    this.host.filteredTopicClosed(this as unknown as ContentFilteredTopic<object>);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** @internal A reader is made with it, or is closed. */
  noteReader(change: 1 | -1): void {
    this.readers += change;
  }

  /**
   * @internal What goes into the announcement of a reader (RTPS 2.5 §9.6.4.1). Undefined for an expression that vendors
   * read in different ways: a writer that filtered would leave out samples that pass here, and nobody would know.
   */
  get property(): ContentFilterProperty | undefined {
    if (this.filter.vendorDifferences.length > 0) return undefined;
    return {
      contentFilteredTopicName: this.name,
      relatedTopicName: this.relatedTopic.name,
      filterClassName: "DDSSQL",
      filterExpression: this.filterExpression,
      expressionParameters: this.expressionParameters,
    };
  }

  /** @internal Calls `follow` after every change of the parameters, until the function it returns is called. */
  follow(follow: () => void): () => void {
    this.followers.add(follow);
    return () => this.followers.delete(follow);
  }
}

/**
 * What a reader announces of its filter. Nothing with coherent access: samples that a writer left out could not be told
 * from samples that are lost, and a set with a hole must not be shown.
 */
export function announcedFilter(
  filter: { readonly property: ContentFilterProperty | undefined } | undefined,
  { presentation }: Pick<ReaderQos, "presentation">,
): ContentFilterProperty | undefined {
  return presentation.coherentAccess ? undefined : filter?.property;
}
