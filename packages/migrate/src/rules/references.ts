import type { Change } from "../draft.js";
import { isGroup, isSeparator, isWord, replace } from "../items.js";
import type { Rule } from "./rule.js";

/** Other words for the step `id(…)`. */
const WORDS: ReadonlySet<string> = new Set(["deref", "dereference"]);

/** `deref(@x)` is `id(@x)`; without its slash it gets one. */
export const references: Rule = ({ sequences }) =>
  sequences.flatMap(({ items }) =>
    items.flatMap((item, index): Change[] => {
      if (!isWord(item) || !WORDS.has(item.text.toLowerCase()) || !isGroup(items[index + 1], "(")) return [];
      const replacement = isSeparator(items[index - 1]) ? "id" : "/id";
      return [
        {
          span: item.span,
          edits: [replace(item.span.start, item.span.end, replacement)],
          what: `"${item.text}(…)" becomes "${replacement}(…)"`,
          why: "The step to the nodes that an attribute refers to has the name of XPath's function.",
        },
      ];
    }),
  );
