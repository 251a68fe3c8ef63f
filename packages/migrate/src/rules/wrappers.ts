import { quote } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import { isComma, isGroup, isWord, remove, removeClosing, spanOf } from "../items.js";
import type { Rule } from "./rule.js";
import { OPERATIONS } from "./words.js";

/** `Update(/Itinerary/Day[2]/POI, time: 2 pm)`: what it finds is the query, what is done with that is reported. */
export const wrappers: Rule = ({ text, items: [name, group, ...rest], operation }) => {
  const operationName = isWord(name) ? OPERATIONS.get(name.text.toLowerCase()) : undefined;
  if (operationName === undefined || !isWord(name) || !isGroup(group, "(")) return [];
  operation(operationName);
  const { start } = name.span;
  const comma = group.inside.find(isComma);
  const end = comma?.span.start ?? group.span.end;
  // Brackets after it act on its result, and so on a group.
  const isFollowed = rest.length > 0 && comma === undefined;
  const changes: Change[] = [
    {
      span: name.span,
      edits: isFollowed
        ? [remove(start, name.span.end)]
        : [remove(start, group.span.start + 1), ...(comma === undefined ? removeClosing(group) : [])],
      what: `"${name.text}(…)" around the query is left out`,
      why: `A query says what is meant; to ${operationName} it is for the program that asks.`,
    },
  ];
  if (comma !== undefined) {
    // Free text may hold brackets and quotes that nothing matches.
    const dropped = { start: end, end: text.length };
    const inside = spanOf(group.inside.slice(group.inside.indexOf(comma)));
    changes.push({
      span: dropped,
      edits: [remove(dropped.start, dropped.end)],
      what: `${quote(text.slice(inside.start + 1, inside.end).trim())} is left out`,
      why: `It says what to ${operationName}, and is no part of the query.`,
    });
  }
  return changes;
};
