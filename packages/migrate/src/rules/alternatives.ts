import type { Change } from "../draft.js";
import {
  type Group,
  type Item,
  isGroup,
  isName,
  isOr,
  isPipe,
  isSeparator,
  isSign,
  replace,
  type Sequence,
  spanOf,
  split,
  splitAlternatives,
} from "../items.js";
import type { Rule } from "./rule.js";

/** `(POI OR Restaurant)` as a step: names are joined by `|`. */
export const nameLists: Rule = ({ sequences }) =>
  sequences.flatMap(({ items }) =>
    items.flatMap((group, index): Change[] => {
      const before = items[index - 1];
      if (!isGroup(group, "(") || !(isSeparator(before) || isSign(before, "::"))) return [];
      const parts = split(group.inside, (item) => isOr(item) || isSign(item, ","));
      if (parts.length < 2 || !parts.every((part) => isPlainList(part.items))) return [];
      const edits = parts.flatMap((part, at) =>
        part.at === null ? [] : [replace(spanOf(parts[at - 1]!.items).end, part.items[0]!.span.start, "|")],
      );
      const description = 'the names in parentheses are joined by "|"';
      return [{ span: group.span, edits, what: description, why: "They are types, not conditions." }];
    }),
  );

/** Names, also with `|` between them. */
const isPlainList = (items: readonly Item[]): boolean =>
  items.length > 0 && items.every((item, at) => (at % 2 === 0 ? isName(item) : isPipe(item)));

/** Alternatives of which one has more than a name: the parts between `OR`, `|` or commas. Null: something else. */
export function alternativesOf(inside: readonly Item[]): readonly (readonly Item[])[] | null {
  const parts = splitAlternatives(inside);
  const areSteps = parts.every(({ items }) => items.length > 0 && isStep(items));
  return parts.length > 1 && areSteps && parts.some(({ items }) => items.length > 1)
    ? parts.map((part) => part.items)
    : null;
}

function isStep([test, ...brackets]: readonly Item[]): boolean {
  return (isName(test) || isSign(test, "*")) && brackets.every((item) => isGroup(item, "["));
}

/** Maximum number of copies of a part. */
const MAX_ALTERNATIVES = 16;

/** `/Day/(POI[1] OR Restaurant[1])`, `/Day/max(POI[…], Restaurant[…])`: a union of paths. */
export const alternatives: Rule = ({ text, sequences }) => {
  for (const sequence of sequences) {
    const union = sequence.role === "query" ? alternativesIn(text, sequence) : null;
    if (union !== null) return [union];
  }
  return [];
};

function alternativesIn(text: string, { items }: Sequence): Change | null {
  for (const [index, item] of items.entries()) {
    if (!isSeparator(item)) continue;
    const next = items[index + 1];
    const isNamed = isName(next) && /^(?:max|or|union)$/i.test(next.text);
    const at = isNamed ? index + 2 : index + 1;
    const group = items[at];
    const steps = isGroup(group, "(") ? alternativesOf(group.inside) : null;
    if (steps === null || steps.length > MAX_ALTERNATIVES || !isGroup(group)) continue;
    return unionOf(text, items, { separator: index, at, group, steps });
  }
  return null;
}

interface Alternatives {
  /** Places among the items. */
  readonly separator: number;
  readonly at: number;
  readonly group: Group;
  readonly steps: readonly (readonly Item[])[];
}

function unionOf(text: string, items: readonly Item[], { separator, at, group, steps }: Alternatives): Change {
  const first = items.slice(0, separator).findLastIndex(isPipe) + 1;
  const { start } = items[first]!.span;
  const prefix = text.slice(start, items[separator]!.span.end);
  const paths = steps.map((step) => {
    const { start: from, end } = spanOf(step);
    return `${prefix}${text.slice(from, end)}`;
  });
  const next = items[at + 1];
  const union = paths.join(" | ");
  return {
    span: { start: items[separator + 1]!.span.start, end: group.span.end },
    edits: [replace(start, group.span.end, next === undefined || isPipe(next) ? union : `(${union})`)],
    what: 'the alternatives become paths that are joined by "|"',
    why: "What several of them reach is there once, with its highest weight, as in the demo.",
  };
}
