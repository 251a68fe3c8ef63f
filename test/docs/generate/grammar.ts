import { AGGREGATE_FUNCTIONS, AXIS_NAMES, COMBINE_FUNCTIONS, FUNCTION_NAMES, FUNCTIONS } from "@semantic-xpath/parser";
import { textOf } from "../../structure/support/sources.js";

export const GRAMMAR = "packages/vscode-extension/syntaxes/sxp.tmLanguage.json";

const COMBINING: readonly string[] = [...COMBINE_FUNCTIONS, "not"];
const others = FUNCTION_NAMES.filter((name) => FUNCTIONS[name].aliasOf === null && !COMBINING.includes(name));

/** The lists of words in the grammar, by a word that no other list has. */
const LISTS: readonly (readonly [string, readonly string[]])[] = [
  ["child", AXIS_NAMES],
  ["product", COMBINING],
  ["gmean", AGGREGATE_FUNCTIONS],
  ["contains", others.filter((name) => FUNCTIONS[name].gives === "condition")],
  ["position", others.filter((name) => FUNCTIONS[name].gives !== "condition")],
];

/** The grammar for editors with the axes and functions of the parser in it. */
export function editorGrammar(): string {
  const written = new Set<string>();
  const text = textOf(GRAMMAR).replace(
    /(\((?:\?:)?)([\w-]+(?:\|[\w-]+)+)(?=\))/g,
    (whole, start: string, words: string) => {
      const list = LISTS.find(([word]) => words.split("|").includes(word));
      if (list === undefined) return whole;
      written.add(list[0]);
      // The longer one first: no name is taken for the start of another.
      return start + [...list[1]].sort((a, b) => b.length - a.length).join("|");
    },
  );
  for (const [word] of LISTS) if (!written.has(word)) throw new Error(`${GRAMMAR} has no list with ${word}`);
  return text;
}
