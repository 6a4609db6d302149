// XTypes 1.3 §7.2.4.4.4: names and ids of members go together, in structs and in unions.

import type { MemberBase } from "../../idl/index.js";
import { nameKeyFor } from "../describe/origins.js";
import type { Assignability, NotAssignable } from "./Assignability.js";

/** Members of one name have one id, and members of one id have one name. */
export function namesProblem(
  rules: Assignability,
  mine: readonly MemberBase[],
  theirs: readonly MemberBase[],
): NotAssignable | undefined {
  if (rules.options.ignoreMemberNames) return undefined;
  const keyOf = nameKeyFor(mine, theirs);
  const byId = new Map(theirs.map((member) => [member.id, member]));
  const byName = new Map(theirs.map((member) => [keyOf(member), member]));
  for (const member of mine) {
    const sameId = byId.get(member.id);
    if (sameId !== undefined && keyOf(member) === keyOf(sameId)) continue;
    if (sameId !== undefined) {
      const names = `${member.name} at the reader and ${sameId.name} at the writer`;
      return rules.fail(`the member with id ${member.id} is ${names}`);
    }
    const sameName = byName.get(keyOf(member));
    if (sameName === undefined) continue;
    const ids = `${member.id} at the reader and ${sameName.id} at the writer`;
    return rules.at(`.${member.name}`, () => rules.fail(`its id is ${ids}`));
  }
  return undefined;
}
