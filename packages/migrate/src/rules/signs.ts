import { quote } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import {
  type Item,
  insert,
  isConnector,
  isGroup,
  isPipe,
  isSign,
  isText,
  isTilde,
  type Leaf,
  replace,
  type Sequence,
  spanOf,
  split,
} from "../items.js";
import type { Rule } from "./rule.js";
import { isAtom } from "./words.js";

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["∧", "and"],
  ["∨", "or"],
  ["¬", "not"],
]);

/** The paper's logic: `∧`, `∨` and `¬`. The parser has no tokens for them. */
export const symbols: Rule = ({ text, items }) => {
  const changes: Change[] = [];
  const lookIn = (start: number, end: number): void => {
    for (let at = start; at < end; at++) {
      const word = SYMBOLS.get(text[at]!);
      if (word === undefined) continue;
      const span = { start: at, end: at + 1 };
      const description = `${quote(text[at]!)} becomes "${word}"`;
      changes.push({
        span,
        edits: [replace(at, at + 1, spaced(text, at, word))],
        what: description,
        why: "It is the sign of formulas.",
      });
    }
  };
  const lookBetween = (own: readonly Item[], start: number, end: number): void => {
    let from = start;
    for (const item of own) {
      lookIn(from, item.span.start);
      if (isGroup(item)) lookBetween(item.inside, item.span.start + 1, item.span.end);
      from = item.span.end;
    }
    lookIn(from, end);
  };
  lookBetween(items, 0, text.length);
  return changes;
};

/** A word needs white space or a bracket around it, a sign does not. */
function spaced(text: string, at: number, word: string): string {
  const before = /[\s([]/.test(text[at - 1] ?? " ") ? "" : " ";
  const after = /[\s)(\]]/.test(text[at + 1] ?? " ") ? "" : " ";
  return `${before}${word}${after}`;
}

const isCondition = ({ role }: Sequence): boolean => role === "condition" || role === "arguments";

/** `not node =~ "x"`: what it denies is put in parentheses. */
export const negations: Rule = ({ text, sequences }) =>
  sequences.filter(isCondition).flatMap(({ items }) =>
    split(items, (item) => isConnector(item) || isSign(item, ",")).flatMap(({ items: operand }): Change[] => {
      // No word is reserved: a field may be called "not".
      const at = operand.findIndex(
        (item, index) =>
          item.kind === "name" && /^not$/i.test(item.text) && !isSign(operand[index - 1], "@", "/", "//", "::"),
      );
      const denied = operand.slice(at + 1);
      const call = operand.find((item) => item.kind === "function" && /^not$/i.test(item.text));
      if (call !== undefined && call.kind !== "group" && call.text !== "not") return [lowerCase(call)];
      if (at < 0 || !beginsOperand(denied[0]) || !hasTest(denied)) return [];
      const { start, end } = spanOf(denied);
      const edits = [replace(operand[at]!.span.start, start, "not("), insert(end, ")")];
      const description = `"not" takes its condition in parentheses: ${quote(`not(${text.slice(start, end)})`)}`;
      return [{ span: operand[at]!.span, edits, what: description, why: "It is a function, as in XPath." }];
    }),
  );

/** `node !~ "x"`, `node !=~ "x"`: the opposite of a relevance. */
export const denials: Rule = ({ text, sequences }) =>
  sequences.filter(isCondition).flatMap(({ items }) =>
    split(items, (item) => isConnector(item) || isSign(item, ",")).flatMap(({ items: operand }): Change[] => {
      const at = operand.findIndex(isTilde);
      const [sign, condition] = operand.slice(at);
      if (at < 1 || sign === undefined || !isText(condition)) return [];
      const before = operand[at - 1]!;
      const isUnequal = before.kind === "operator" && before.text === "!=" && before.span.end === sign.span.start;
      const start = isUnequal ? before.span.start : sign.span.start - 1;
      if (!isUnequal && text[start] !== "!") return [];
      const edits = [
        insert(operand[0]!.span.start, "not("),
        replace(start, sign.span.end, "=~"),
        insert(condition.span.end, ")"),
      ];
      const description = `${quote(text.slice(start, sign.span.end))} becomes "not(… =~ …)"`;
      return [
        {
          span: { start, end: sign.span.end },
          edits,
          what: description,
          why: "The opposite of a relevance is 1 minus it.",
        },
      ];
    }),
  );

const lowerCase = ({ text, span }: Leaf): Change => ({
  span,
  edits: [replace(span.start, span.end, "not")],
  what: `${quote(text)} becomes "not"`,
  why: "It is written in small letters.",
});

const beginsOperand = (item: Item | undefined): boolean =>
  item !== undefined && item.kind !== "operator" && !isGroup(item, "[") && !isSign(item, "/", "//", "::");

const hasTest = (items: readonly Item[]): boolean =>
  items.some((item) => item.kind === "operator" || item.kind === "function" || isSign(item, "@"));

/** `node =~ "x" | node =~ "y"`: between conditions it is `or`. */
export const pipes: Rule = ({ text, sequences }) =>
  sequences.filter(isCondition).flatMap(({ items }) => {
    const parts = split(items, isPipe);
    if (parts.length < 2 || !parts.every((part) => part.items.some((item) => isTilde(item) || isAtom(item)))) return [];
    return parts.flatMap(({ at }): Change[] =>
      at === null
        ? []
        : [
            {
              span: at.span,
              edits: [replace(at.span.start, at.span.end, spaced(text, at.span.start, "or"))],
              what: '"|" becomes "or"',
              why: "It joins the results of paths, not conditions.",
            },
          ],
    );
  });

/** `[1_0]`, which Python reads as 10. */
export const digits: Rule = ({ sequences }) =>
  sequences.flatMap(({ items, role }) =>
    role !== "condition"
      ? []
      : items.flatMap((item): Change[] => {
          if (item.kind !== "number" || !/^\d[\d_]*\d$/.test(item.text) || !item.text.includes("_")) return [];
          const withoutSeparators = item.text.replaceAll("_", "");
          const edits = [replace(item.span.start, item.span.end, withoutSeparators)];
          return [
            {
              span: item.span,
              edits,
              what: `${quote(item.text)} becomes "${withoutSeparators}"`,
              why: "A number has digits only.",
            },
          ];
        }),
  );
