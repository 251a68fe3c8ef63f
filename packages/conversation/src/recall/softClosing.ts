import { contentStems } from "@semantic-xpath/english";
import type { Days } from "../formation.js";
import { compareStatements, type Fact } from "../lifecycle/statement.js";
import { sameValue } from "../lifecycle/values.js";

/** True for a fact with a word of change, or of an end, that may close earlier facts about its topic. */
export const hasMark = ({ statement: { draft }, how }: Fact): boolean =>
  how === null && draft.kind !== "plan" && draft.kind !== "temporary" && (draft.mayReplace || isEnd(draft));

export const isEnd = ({ operation, value }: { readonly operation: string; readonly value: string | null }): boolean =>
  operation === "end" || (operation === "retract" && value === null);

/** True for days that a later fact puts off or brings forward: both are yet to come when it is told. */
const isMoved = ({ last }: Days, { statement: { draft, observedAt } }: Fact): boolean =>
  draft.when !== null && last >= observedAt.slice(0, 10) && draft.when.last >= observedAt.slice(0, 10);

/** True for a state in a slot whose name is more than a verb: a speaker has one value of "feed jar" at a time, and many of "like". */
const isOfRelation = ({ slot, statement: { draft }, how }: Fact): boolean =>
  how === null &&
  slot !== null &&
  draft.kind === "state" &&
  draft.operation === "set" &&
  contentStems(draft.slot!.name).length > 1;

/**
 * Facts about one topic, in order of the conversation, in which one with a word of change closes the earlier ones of other values. The memory itself
 * keeps those open: a topic and a word of change alone are not certain.
 */
export function softlyClosed(facts: readonly Fact[]): readonly Fact[] {
  const ordered: Fact[] = [...new Set(facts)].sort((a, b) => compareStatements(a.statement, b.statement));
  for (const [at, by] of ordered.entries()) {
    const isMarked = hasMark(by);
    if (!isMarked && !isOfRelation(by)) continue;
    for (let i = 0; i < at; i++) {
      const fact = ordered[i]!;
      const { draft } = fact.statement;
      if (
        (!isMarked && fact.slot !== by.slot) ||
        fact.how !== null ||
        (draft.kind !== "state" && !(draft.when !== null && isMoved(draft.when, by))) ||
        isEnd(draft) ||
        sameValue(draft.value, by.statement.draft.value)
      )
        continue;
      ordered[i] = {
        ...fact,
        how: isEnd(by.statement.draft) ? "ended" : "superseded",
        supersededBy: by.statement.id,
        validTo: by.validFrom > fact.validFrom ? by.validFrom : by.statement.observedAt,
        isLikely: true,
      };
    }
  }
  return ordered;
}
