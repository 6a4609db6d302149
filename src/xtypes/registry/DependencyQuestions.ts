// XTypes 1.3 §7.6.3.3.4: what peers were asked to list by getTypeDependencies, page by page. It saves asking level by
// level; who does not answer, as Cyclone DDS does not, is asked level by level.

import { keyOf, type TypeKey } from "../identifiers.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { GetTypeDependenciesOut } from "../wire/typeLookupTypes.js";
import type { AnnouncedType } from "./announced.js";
import { getTypeDependenciesCall, type RequestAddress, requestPayload } from "./messages.js";

interface Question {
  readonly peer: string;
  readonly found: Map<TypeKey, TypeIdentifier>;
  /** Undefined when there is nothing more to ask. */
  continuation: Uint8Array | undefined;
  /** The request that is not answered yet. */
  asked: number;
}

export class DependencyQuestions {
  private readonly questions = new Map<string, Question>();

  /** @param max types that are taken of one answer or several */
  constructor(private readonly max: number) {}

  /** The next request; undefined when all is asked or a request is under way. */
  request(peer: string, { identifier, key }: AnnouncedType, address: RequestAddress): Uint8Array | undefined {
    const question = this.questionOf(peer, key);
    if (question.continuation === undefined || question.asked !== 0) return undefined;
    question.asked = address.sn;
    return requestPayload(address, getTypeDependenciesCall([identifier], question.continuation));
  }

  /** @returns how many were not known */
  take(peer: string, sn: number, { dependentTypeids, continuationPoint }: GetTypeDependenciesOut): number {
    const question = [...this.questions.values()].find((one) => one.peer === peer && one.asked === sn);
    if (question === undefined) return 0;
    question.asked = 0;
    const before = question.found.size;
    for (const { typeId } of dependentTypeids) {
      const key = keyOf(typeId);
      if (key !== undefined && question.found.size < this.max) question.found.set(key, typeId);
    }
    const added = question.found.size - before;
    // A page without anything new would go on for ever.
    const goesOn = continuationPoint.length > 0 && added > 0 && question.found.size < this.max;
    question.continuation = goesOn ? continuationPoint.slice() : undefined;
    return added;
  }

  knownOf(peer: string, key: TypeKey): Iterable<TypeIdentifier> {
    return this.questions.get(nameOf(peer, key))?.found.values() ?? [];
  }

  forget(peer: string): void {
    for (const [name, question] of this.questions) if (question.peer === peer) this.questions.delete(name);
  }

  private questionOf(peer: string, key: TypeKey): Question {
    const name = nameOf(peer, key);
    let question = this.questions.get(name);
    if (question === undefined) {
      question = { peer, found: new Map(), continuation: new Uint8Array(0), asked: 0 };
      this.questions.set(name, question);
    }
    return question;
  }
}

function nameOf(peer: string, key: TypeKey): string {
  return `${peer} ${key}`;
}
