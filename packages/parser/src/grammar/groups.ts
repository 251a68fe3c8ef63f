import type { IToken } from "chevrotain";
import { CONDITION_KINDS, SCORE_KINDS } from "../ast/expressions.js";
import type { GroupKey, Missing, Name, Value } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { fix, offer } from "../diagnostics/fix.js";
import { endOf, report, type Source, textIn } from "../source.js";
import { type Operand, readValue } from "./operand.js";
import { nameFor } from "./record.js";

/** `group by`, and what other languages write for it. */

export function readGroups(source: Source, word: IToken, by: IToken | undefined): void {
  if (word.image === "group" && by?.image === "by") return;
  const span = { start: word.startOffset, end: endOf(by ?? word) };
  const written = textIn(source, span);
  report(source, "SXP1010", span, { written, operator: "group by" }, [fix("Replace by group by", span, "group by")]);
}

export const GROUP_KEY = "a value to group by";

/** Neither scores are keys, since two nodes rarely have the same, nor conditions. */
export function groupValueOf(source: Source, operand: Operand): Value | Missing {
  const { kind, span } = operand;
  const noun = SCORE_KINDS.has(kind) ? "relevance" : CONDITION_KINDS.has(kind) ? "condition" : null;
  if (noun === null) return readValue(source, operand, GROUP_KEY);
  const problem = `is a ${noun}, and no key of groups: filter by it, or group by a value`;
  report(source, "SXP2035", span, { text: textIn(source, span), problem });
  return { kind: "Missing", span, expected: GROUP_KEY };
}

/** A place is not a key, regardless of its name. */
const isPlace = (value: Value): boolean =>
  value.kind === "Call" && (value.function === "position" || value.function === "last");

/** An attribute and a field name themselves; any other value without a name is reported. */
export function groupKeyOf(source: Source, value: Value | Missing, name: Name | Missing | null, span: Span): GroupKey {
  const namesItself =
    value.kind === "AttributeReference" ||
    value.kind === "FieldReference" ||
    value.kind === "Missing" ||
    isPlace(value);
  if (name === null && !namesItself) {
    const suggested = nameFor(value);
    const end = { start: value.span.end, end: value.span.end };
    const text = textIn(source, value.span);
    report(source, "SXP1040", value.span, { text, write: `${text} as ${suggested}` }, [
      offer(`Insert as ${suggested}`, end, ` as ${suggested}`),
    ]);
  }
  return { kind: "GroupKey", span, value, name };
}
