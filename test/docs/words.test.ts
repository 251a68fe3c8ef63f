import { AXIS_NAMES, FUNCTION_NAMES, functionOf } from "@semantic-xpath/parser";
import { expect, it } from "vitest";
import { filesBelow, textOf } from "../structure/support/sources.js";
import { DOCUMENTS, proseOf } from "./blocks.js";

const rowsOf = (document: string): readonly string[] =>
  textOf(document)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|")[1]!);

const rows = rowsOf("docs/reference/functions-and-axes.md");

it.each(AXIS_NAMES)("a table says what %s:: leads to", (axis) => expect(rows).toContain(` \`${axis}\` `));

const ownNames = FUNCTION_NAMES.filter((name) => functionOf(name)!.aliasOf === null);
it.each(ownNames)("a table says what %s() gives", (name) =>
  expect(rows.filter((row) => row.includes(`\`${name}(`))).not.toEqual([]),
);

/** Words of the glossary in CONTRIBUTING.md that are wrong in every context, with the word to use instead. */
const GLOSSARY: readonly (readonly [RegExp, string])[] = [
  [/\bdear(?:er|est)?\b/i, "expensive"],
  [/\btold\b|\b(?:is|are) said\b/i, "reported, shown, explained"],
  [
    /(?<!there )\b(?:is|are) no (?:node|folder|file|memory|query|JSON|number|value|text|position|path|id|list|schema)\b/i,
    "is not a …",
  ],
  [/\bwhoever\b/i, "name who acts, or use the passive"],
  [/\banew\b/i, "again"],
  [/\bbeneath\b/i, "below"],
  [/\bstrangers?'s?\b/i, "untrusted"],
  [/\bgo(?:es)? on (?:with|from|where)\b/i, "continue"],
  [/\bmistakes?\b/i, "error"],
  [/\bmay stand\b|\bstands? (?:in|at|before|after|beside|behind|where|under)\b/i, "be, come"],
  [/\blies? (?:in|on|at|outside|below|beside|between|around)\b/i, "be"],
  [/\bwhile one\b|\bthat one (?:reads|has|can)\b/i, "you"],
];

/** Links, code and, in the page of contributors, the glossary itself are no prose. */
const prose = (document: string): string =>
  proseOf(document)
    .replace(/`[^`\n]*`/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .split("\n## Words\n")[0]!;

const guides = [...DOCUMENTS, "CONTRIBUTING.md", "ARCHITECTURE.md", "bench/README.md", "test/e2e/vscode/README.md"];
it.each(guides)("%s uses the words of the glossary", (document) => {
  const text = prose(document);
  const wrong = GLOSSARY.flatMap(([word, right]) => {
    const found = word.exec(text);
    return found === null ? [] : [`${text.slice(Math.max(0, found.index - 30), found.index + 40)} → ${right}`];
  });
  expect(wrong).toEqual([]);
});

/** Texts in quotes, on lines that are no comment. */
const stringsOf = (path: string): string =>
  textOf(path)
    .split("\n")
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .flatMap((line) => line.match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? [])
    .join("\n");

const messages = filesBelow("packages/parser/src/diagnostics").concat(
  filesBelow("packages/cli/src/commands").filter((path) => /[cC]ommands?\.ts$/.test(path)),
);
it.each(messages)("messages and help texts of %s use the words of the glossary", (path) => {
  const text = stringsOf(path);
  expect(GLOSSARY.flatMap(([word]) => word.exec(text)?.[0] ?? [])).toEqual([]);
});
