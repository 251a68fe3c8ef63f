import { functionOf, quote } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import {
  type Item,
  insert,
  isConnector,
  isGroup,
  isName,
  isSign,
  isString,
  isTilde,
  type Part,
  replace,
  type Sequence,
  spanOf,
  split,
} from "../items.js";
import type { Rule } from "./rule.js";
import { isAtom } from "./words.js";

const isOutside = (role: Sequence["role"]): boolean => role === "query" || role === "names";
const isComparison = (item: Item | undefined): boolean =>
  item?.kind === "operator" && /^(?:=|==|!=|<>)$/.test(item.text);
/** Between two words the parser takes some for operators that are misspelt. */
const isWord = (item: Item): boolean =>
  item.kind === "name" || item.kind === "number" || (item.kind === "operator" && /^\p{L}/u.test(item.text));

/** `node =~ quiet park`: several words without quotes. One alone is the parser's business. */
export const unquotedTexts: Rule = ({ text, sequences, choose }) =>
  sequences.flatMap(({ items, role }) =>
    isOutside(role)
      ? []
      : split(items, (item) => isSign(item, ",")).flatMap((part) => {
          const operands = split(part.items, isConnector);
          return operands.flatMap((operand, index): Change[] => {
            const at = operand.items.findIndex((item) => isTilde(item) || isComparison(item));
            const words = operand.items.slice(at + 1);
            if (at < 1 || words.length === 0 || !words.every(isWord)) return [];
            // A number that is compared is a number, whatever is after it.
            if (isComparison(operand.items[at]) && words[0]!.kind === "number") return [];
            const after = operands.slice(index + 1);
            const isText = words.some(({ kind, text: word }) => kind === "name" && word !== "true" && word !== "false");
            const goesOn =
              isText && after.length > 0 && after.every((next) => next.items.length > 0 && next.items.every(isWord));
            if (words.length < 2 && !goesOn) return [];
            const isWhole = goesOn && choose("words", ["whole", "parts"]) === "whole";
            const span = isWhole ? { start: spanOf(words).start, end: spanOf(part.items).end } : spanOf(words);
            const quotedText = `"${text.slice(span.start, span.end)}"`;
            const why = goesOn
              ? isWhole
                ? 'Text needs quotes. Here "and" and "or" are read as words of it.'
                : 'Text needs quotes. Here "and" and "or" join it with the names after them.'
              : "Text needs quotes.";
            const edits = [replace(span.start, span.end, quotedText)];
            return [{ span, edits, what: `${quotedText} is put in quotes`, why }];
          });
        }),
  );

/** `node =~ "park" or "lake"`, `max(node =~ "park", "lake")`: the second text is asked of the same target. */
export const bareTexts: Rule = ({ text, sequences }) =>
  sequences.flatMap(({ items, role, call }) => {
    const isInAtom = isAtom(call ?? undefined);
    const isCombined = call !== null && functionOf(call.text)?.forms.at(-1)?.builds === "Combine";
    if (isOutside(role) || (!isInAtom && !isCombined && items.some((item) => isSign(item, ",")))) return [];
    const operands = split(items, (item) => isConnector(item) || (isCombined && isSign(item, ",")));
    if (operands.length < 2) return [];
    let target: string | null = isInAtom ? "node" : null;
    return operands.flatMap((operand): Change[] => {
      target = targetIn(text, operand) ?? target;
      const [only] = operand.items;
      if (operand.items.length !== 1 || !isString(only) || target === null) return [];
      const edits = [insert(only.span.start, `${target} =~ `)];
      const description = `${quote(only.text)} becomes ${quote(`${target} =~ ${only.text}`)}`;
      return [{ span: only.span, edits, what: description, why: "Each text is asked of a target of its own." }];
    });
  });

/** Target of the first relevance of an operand; null without one. */
function targetIn(text: string, { items }: Pick<Part, "items">): string | null {
  const at = items.findIndex(isTilde);
  if (at > 0) return text.slice(items[0]!.span.start, items[at - 1]!.span.end);
  const group = items.find((item, index) => isGroup(item, "(") && isAtom(items[index - 1]));
  if (!isGroup(group)) return null;
  return targetIn(text, { items: group.inside }) ?? (isString(group.inside[0]) ? "node" : null);
}

/** `name =~ "CN Tower"`, in the demo an exact comparison where the node has the field. */
export const fields: Rule = ({ sequences, demo, choose }) =>
  demo === "no"
    ? []
    : sequences.flatMap(({ items, role, call }) =>
        isOutside(role) || isAtom(call ?? undefined)
          ? []
          : items.flatMap((item, index): Change[] => {
              const target = items[index - 1];
              const isField =
                isTilde(item) && isName(target) && !isSign(items[index - 2], "@") && isString(items[index + 1]);
              if (!isField || target.text === "node" || target.text === "content") return [];
              const isEqual = demo === "sure" || choose("field", ["equal", "relevant"]) === "equal";
              const { start, end } = item.span;
              return isEqual
                ? [
                    {
                      span: item.span,
                      edits: [replace(start, end, "=")],
                      what: `"${target.text} =~" becomes "${target.text} ="`,
                      why: "The demo compares a field that is there exactly.",
                    },
                  ]
                : [
                    {
                      span: item.span,
                      edits: [],
                      what: `"${target.text} =~" asks how well the field fits`,
                      why: "So it was before the demo compared fields exactly, and so it is here.",
                    },
                  ];
            }),
      );
