// DDS 1.4 §2.2.2.5.2.10 with ordered access of GROUP scope: the samples of several readers in one order, which keeps the
// order of each publisher and of each reader, and otherwise that of arrival.

import type { SamplePlace } from "../reader/ReaderReads.js";

/** The samples of one reader, in its order. */
export interface ReaderPlaces<R> {
  readonly reader: R;
  readonly places: readonly SamplePlace[];
}

interface PublishedPlace extends SamplePlace {
  readonly publisher: string;
}

/**
 * The reader of each sample, in order: whoever takes one sample from each in turn gets them in this order.
 *
 * @param publisherOf names the publisher of a place; "" if it is not known
 */
export function groupOrder<R>(readers: readonly ReaderPlaces<R>[], publisherOf: (place: SamplePlace) => string): R[] {
  const queues = readers.map(({ reader, places }) => ({
    reader,
    next: 0,
    places: places.map((place) => ({ ...place, publisher: publisherOf(place) })),
  }));
  const numbers = numbersByPublisher(queues.flatMap(({ places }) => places));
  const order: R[] = [];
  for (;;) {
    let first: (typeof queues)[number] | undefined;
    let isFirstNext = false;
    for (const queue of queues) {
      const place = queue.places[queue.next];
      if (place === undefined) continue;
      const isNext = isNextOf(numbers.get(place.publisher), place);
      // A reader that has samples of a publisher in another order than they were written leaves no choice.
      if (first !== undefined && (isFirstNext !== isNext ? isFirstNext : !isBefore(place, first.places[first.next]!))) {
        continue;
      }
      first = queue;
      isFirstNext = isNext;
    }
    if (first === undefined) return order;
    const place = first.places[first.next++]!;
    order.push(first.reader);
    numbers.get(place.publisher)?.delete(place.groupSeqNum);
  }
}

/** The numbers that are left of each publisher, ascending. */
function numbersByPublisher(places: readonly PublishedPlace[]): Map<string, Set<number>> {
  const numbered = places.filter(({ groupSeqNum, publisher }) => groupSeqNum > 0 && publisher !== "");
  numbered.sort((a, b) => a.groupSeqNum - b.groupSeqNum);
  const numbers = new Map<string, Set<number>>();
  for (const { groupSeqNum, publisher } of numbered) {
    const known = numbers.get(publisher);
    if (known === undefined) numbers.set(publisher, new Set([groupSeqNum]));
    else known.add(groupSeqNum);
  }
  return numbers;
}

/** Nothing of its publisher comes before it. */
function isNextOf(numbers: ReadonlySet<number> | undefined, { groupSeqNum }: SamplePlace): boolean {
  if (numbers === undefined || !numbers.has(groupSeqNum)) return true;
  for (const lowest of numbers) return lowest === groupSeqNum;
  return true;
}

function isBefore(a: SamplePlace, b: SamplePlace): boolean {
  return a.receivedAt < b.receivedAt;
}
