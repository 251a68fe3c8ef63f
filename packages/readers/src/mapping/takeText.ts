import { readDatePattern, readEpoch } from "./datePattern.js";
import { isScalar, type JsonValue, jsonOf, use } from "./jsonValue.js";
import type { ValueRule } from "./model.js";
import { follow, type Located } from "./path.js";
import { type Scope, within } from "./scope.js";
import { fill, type Template } from "./template.js";

/** Called for a value that can't be converted; `expected` is what it should have been. */
export type Unfit = (value: JsonValue, text: string, expected: string) => void;

/** UTF-16 units of the longest text that a pattern of a mapping runs over. */
export const MAX_MATCHED = 10_000;

/** The text that a rule takes at a value; null if there is none. What it is made of is used then. */
export function takeText(rule: ValueRule, at: Located, unfit: Unfit): string | null {
  const text = textOf(rule, at, unfit);
  return text === null || rule.longest === null || text.length <= rule.longest
    ? text
    : `${text.slice(0, rule.longest)}…`;
}

function textOf(rule: ValueRule, at: Located, unfit: Unfit): string | null {
  if (rule.constant !== null) return rule.constant;
  if (rule.template !== null) {
    const text = fill(rule.template, at, use);
    return text === null ? null : converted(rule, text, at, at.value, unfit);
  }
  for (const path of rule.from) {
    const scalars = follow(path, at).filter(({ value }) => rule.isJson || rule.isKind || isScalar(value));
    if (scalars.length === 0) continue;
    const chosen = rule.join === null ? scalars.slice(0, 1) : scalars;
    if (rule.isKind)
      return rule.values?.get(kindOf(chosen[0]!.value)) ?? (rule.values === null ? kindOf(chosen[0]!.value) : null);
    for (const { value } of chosen) use(value);
    const text = chosen.map(({ value }) => (isScalar(value) ? value.text : jsonOf(value))).join(rule.join ?? "");
    return converted(rule, text, chosen[0]!, chosen[0]!.value, unfit);
  }
  return null;
}

/** "integer" is a number without a fraction. */
const kindOf = ({ kind, text }: JsonValue): string => (kind === "number" && /^-?\d+$/.test(text) ? "integer" : kind);

function converted(rule: ValueRule, text: string, at: Located, value: JsonValue, unfit: Unfit): string {
  let result = text;
  if (rule.match !== null) {
    const match = text.length > MAX_MATCHED ? null : rule.match.find(text);
    const filled = match === null ? null : filledGroups(rule.to, match.groups, at);
    if (filled === null) {
      unfit(value, text, `what ${rule.match.source} matches`);
      return text;
    }
    result = filled;
  }
  if (rule.values !== null) result = rule.values.get(result) ?? result;
  if (rule.date === null) return result;
  const date = typeof rule.date === "string" ? readEpoch(result, rule.date) : readDatePattern(result, rule.date);
  if (date === null) {
    const expected =
      typeof rule.date === "string"
        ? `a number of ${rule.date === "epoch" ? "seconds or milliseconds" : rule.date} since 1970`
        : `written as "${rule.date.source}"`;
    unfit(value, result, expected);
  }
  return date ?? result;
}

/** A template whose numbers are the groups of a match; without one, what the match is. */
export function filledGroups(to: Template | null, groups: readonly (string | null)[], at: Located): string | null {
  if (to === null) return groups[0] ?? null;
  return fill(to, { value: at.value, scope: withGroups(at.scope, groups) }, use);
}

const withGroups = (above: Scope, groups: readonly (string | null)[]): Scope =>
  within(above, new Map(groups.flatMap((group, i) => (group === null ? [] : [[String(i), group]]))));
