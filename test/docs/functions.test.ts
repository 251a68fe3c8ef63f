import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { FUNCTION_NAMES, FUNCTIONS, type FunctionName, functionOf, valueRowOf } from "@semantic-xpath/parser";
import { type CallParameter, type CallRow, READINGS } from "@semantic-xpath/values";
import { expect, it } from "vitest";
import { ROOT, textOf } from "../structure/support/sources.js";

/** What is generated from the table of functions. `SXP_GENERATE=1 npx vitest run test/docs/functions` writes it. */
const LANGUAGE = "docs/reference/language.md";
const GRAMMAR = "packages/vscode-extension/syntaxes/sxp.tmLanguage.json";
const isWriting = process.env.SXP_GENERATE === "1";

function expectText(path: string, generated: string): void {
  if (isWriting) writeFileSync(resolve(ROOT, path), generated);
  expect(generated, `SXP_GENERATE=1 writes ${path}`).toBe(textOf(path));
}

const parametersOf = (row: CallRow): readonly CallParameter[] =>
  row.kind === "scalar" ? row.parameters : row.kind === "pick" || row.kind === "join" ? row.options : [];

function signatureOf(name: FunctionName, row: CallRow): string {
  const isOfPath = row.kind !== "scalar" && row.kind !== "context";
  const written = parametersOf(row).map(({ reading, isOptional }) => {
    const word = reading === "any" || reading === "atom" || reading === "truth" ? "value" : reading;
    return isOptional ? `${word}?` : word;
  });
  const path = row.kind === "count" || name === "distinct-values" ? "path" : "path/@a";
  const rest = row.kind === "scalar" && row.repeats ? ["…"] : [];
  return `${name}(${[...(isOfPath ? [path] : []), ...written, ...rest].join(", ")})`;
}

function functionTable(): string {
  const rows = FUNCTION_NAMES.flatMap((name) => {
    const row = valueRowOf(name);
    return row === null ? [] : [`| \`${signatureOf(name, row)}\` | ${row.documentation} | ${row.source} |`];
  });
  return ["| function | gives | source |", "|---|---|---|", ...rows].join("\n");
}

it("the table of functions in the definition of the language is that of the parser", () => {
  const text = textOf(LANGUAGE);
  const [before, section] = text.split("\n| function | gives | source |\n") as [string, string];
  const after = section.slice(section.indexOf("\n\n"));
  expectText(LANGUAGE, `${before}\n${functionTable()}${after}`);
});

it("the grammar for editors has the functions of the parser", () => {
  const all = FUNCTION_NAMES.filter((name) => functionOf(name)!.forms.at(-1)!.builds !== "Combine");
  const tests = all.filter((name) => FUNCTIONS[name].gives === "condition");
  const values = all.filter((name) => !/^agg_|^not$/.test(name) && !tests.includes(name));
  // The longer one first: no name is taken for the start of another.
  const choice = (names: readonly string[]): string => [...names].sort((a, b) => b.length - a.length).join("|");
  const text = textOf(GRAMMAR);
  const written = (scope: string, names: readonly FunctionName[], from: string): string =>
    from.replace(
      new RegExp(
        `(@/:-\\]\\)\\()[^"]*?(\\)\\(\\?=\\\\\\\\s\\*\\\\\\\\\\(\\)\\(\\?!\\\\\\\\s\\*\\\\\\\\\\(:\\)",\\n\\s*"name": "support\\.function\\.${scope}\\.sxp")`,
      ),
      (_, start: string, end: string) => start + choice(names) + end,
    );
  const generated = written("value", values, written("test", tests, text));
  expect(generated).toContain(choice(values));
  expectText(GRAMMAR, generated);
});

it("every reading has words", () => {
  for (const { noun } of Object.values(READINGS)) expect(noun).not.toBe("");
});
