import type { QueryValue, RunResult } from "@semantic-xpath/runtime";
import { fileName, folderOf } from "../workspace/uris.js";
import { nameOf } from "../workspace/view.js";
import type { Prepared } from "./execute.js";
import { queryText } from "./findQuery.js";
import type { RunParams } from "./requests.js";

/**
 * A query with its present results as a test for vitest, whole: it reads the files that the query's file reads, from beside it. A named
 * query of a `.sxp` file is read from there, so that the test is of the file.
 */
export function testText({ uri, params }: RunParams, prepared: Prepared, { matches, value }: RunResult): string {
  const { view, checked, query, scorer } = prepared;
  const name = nameOf(checked);
  const isOfFile = name !== null && uri.endsWith(".sxp");
  const schema = view.schema.value === null ? null : view.schema.uri;
  const isScored = query.isSemantic && scorer.name !== "lexical";
  const source = isOfFile ? `read(${literal(uri.slice(uri.lastIndexOf("/") + 1))})` : literal(queryText(view, checked));
  const compiling = [schema !== null && "schema", isOfFile && `name: ${literal(name)}`];
  const { limit, minScore = 0 } = prepared.options;
  const running = [
    isScored && "scorer",
    params !== undefined && `params: ${JSON.stringify(params)}`,
    // Only what is not as it is without: a limit that cut nothing may grow with the data.
    limit !== undefined && value === undefined && matches.length >= limit && `limit: ${limit}`,
    minScore > 0 && value === undefined && `minScore: ${minScore}`,
  ];
  const lines = [
    'import { readFileSync } from "node:fs";',
    schema !== null && 'import { parseSchema } from "@semantic-xpath/planner";',
    'import { compile, readTree } from "@semantic-xpath/runtime";',
    isScored && 'import { loadConfig, resolveScorer } from "@semantic-xpath/runtime/node";',
    'import { expect, test } from "vitest";',
    "",
    !uri.startsWith("untitled:") && `/** Put this test beside ${fileName(uri)}. */`,
    'const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");',
    "",
    `test(${literal(`${name ?? "the query"} ${value === undefined ? "finds what it found" : "gives what it gave"}`)}, async () => {`,
    schema !== null && `  const { schema } = parseSchema(read(${literal(relative(uri, schema))}));`,
    `  const tree = readTree(read(${literal(relative(uri, view.data.uri ?? ""))}));`,
    `  const { query } = compile(${source}${optionsOf(compiling)});`,
    isScored &&
      `  const scorer = await resolveScorer(${literal(scorer.name)}, { config: await loadConfig("."), folder: "." });`,
    `  const { ${value === undefined ? "matches" : "value"} } = await query!.run(tree${optionsOf(running)});`,
    ...(value === undefined ? expectedMatches(matches) : [`  expect(value).toEqual(${expectedValue(value)});`]),
    "});",
    "",
  ];
  return present(lines).join("\n");
}

const expectedMatches = (matches: RunResult["matches"]): readonly string[] => [
  "  expect(matches.map(({ path }) => path)).toEqual([",
  ...matches.map(({ path }) => `    ${literal(path)},`),
  "  ]);",
];

/** As a program writes it: NaN and the infinities too. */
function expectedValue(value: QueryValue): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  return typeof value === "object" && value !== null
    ? `[${value.map(expectedValue).join(", ")}]`
    : JSON.stringify(value);
}

const present = (texts: readonly (string | false)[]): readonly string[] => texts.filter((text) => text !== false);
const literal = (text: string): string => JSON.stringify(text);
function optionsOf(members: readonly (string | false)[]): string {
  const presentMembers = present(members);
  return presentMembers.length === 0 ? "" : `, { ${presentMembers.join(", ")} }`;
}

/** The way from the folder of one file to another one; the whole URI if they have no folder in common. */
function relative(from: string, to: string): string {
  const fromFolders = folderOf(from).split("/");
  const other = to.split("/");
  let common = 0;
  while (common < fromFolders.length - 1 && fromFolders[common] === other[common]) common++;
  if (common < 4) return to;
  const up = "../".repeat(fromFolders.length - 1 - common);
  return `${up === "" ? "./" : up}${other.slice(common).join("/")}`;
}
