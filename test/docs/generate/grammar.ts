import { FUNCTION_NAMES, FUNCTIONS, type FunctionName, functionOf } from "@semantic-xpath/parser";
import { textOf } from "../../structure/support/sources.js";

export const GRAMMAR = "packages/vscode-extension/syntaxes/sxp.tmLanguage.json";

/** The grammar for editors with the functions of the parser in it. */
export function editorGrammar(): string {
  const all = FUNCTION_NAMES.filter((name) => functionOf(name)!.forms.at(-1)!.builds !== "Combine");
  const tests = all.filter((name) => FUNCTIONS[name].gives === "condition");
  const values = all.filter((name) => !/^agg_|^not$/.test(name) && !tests.includes(name));
  // The longer one first: no name is taken for the start of another.
  const choice = (names: readonly string[]): string => [...names].sort((a, b) => b.length - a.length).join("|");
  const written = (scope: string, names: readonly FunctionName[], from: string): string =>
    from.replace(
      new RegExp(
        `(@/:-\\]\\)\\()[^"]*?(\\)\\(\\?=\\\\\\\\s\\*\\\\\\\\\\(\\)\\(\\?!\\\\\\\\s\\*\\\\\\\\\\(:\\)",\\n\\s*"name": "support\\.function\\.${scope}\\.sxp")`,
      ),
      (_, start: string, end: string) => start + choice(names) + end,
    );
  const text = written("value", values, written("test", tests, textOf(GRAMMAR)));
  for (const names of [tests, values])
    if (!text.includes(choice(names))) throw new Error(`${GRAMMAR} has no place for functions`);
  return text;
}
