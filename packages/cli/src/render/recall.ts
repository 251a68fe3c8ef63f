import { type Recall, recallLines } from "@semantic-xpath/conversation";
import { inOneLine } from "./columns.js";
import type { Screen } from "./screen.js";

/** An answer from facts: each item with the reason why it is there, and what it hid. */
export const answerLines = (answer: Recall, { paint }: Screen): readonly string[] =>
  recallLines(answer).map(({ text, isReason }) => {
    const indent = /^ */.exec(text)![0];
    const line = inOneLine(text.slice(indent.length));
    return isReason ? `${indent}${paint.dim(line)}` : line;
  });
