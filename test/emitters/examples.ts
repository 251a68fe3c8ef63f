import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type AstNode,
  type ParameterReference,
  parse,
  print,
  type Query,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { expect } from "vitest";

export const EXAMPLES = ["itinerary", "mealplan", "memory", "todo"] as const;

export const fileOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/${path}`, import.meta.url)), "utf8");

export const schemaOf = (types: object): Schema =>
  parseSchema(JSON.stringify({ version: 1, roots: Object.keys(types).slice(0, 1), types })).schema!;

export function exampleSchema(name: string): Schema {
  const { schema, diagnostics } = parseSchema(fileOf(`${name}/${name}.schema.json`));
  expect(diagnostics).toEqual([]);
  return schema!;
}

/** The queries of an example by name, printed on one line, with literals for their parameters and `$x` and `$y` for what is bound. */
export const exampleQueries = (name: string) => queriesOf(`${name}/${name}.sxp`);

/** What somebody asked of an example, by name. */
export const exampleRequests = (name: string) => queriesOf(`requests/${name}.sxp`);

function queriesOf(file: string): readonly (readonly [string, string])[] {
  const { ast, diagnostics } = parse(fileOf(file));
  expect(diagnostics).toEqual([]);
  return ast.declarations.map(({ name: declared, query }) => [
    declared.kind === "Name" ? declared.text : "",
    onOneLine(print(withLiterals(query))),
  ]);
}

/** What stands for the parameters that are compared with. */
const ARGUMENTS: Readonly<Record<string, string>> = { who: "Ana", today: "2026-10-01", now: "9:00" };

/** Positions become 2, texts a word that suits; what is bound becomes `$x`, `$y`. */
export function withLiterals<Q extends Query | ValueQuery>(query: Q): Q {
  const bound = new Map<string, string>();
  for (const [, name] of print(query).matchAll(/\$([\w-]+) in /g))
    if (!bound.has(name!)) bound.set(name!, "xyz"[bound.size]!);
  const span = { start: 0, end: 0 };
  const replace = (node: unknown, parent: string): unknown => {
    if (Array.isArray(node)) return node.map((each) => replace(each, parent));
    if (typeof node !== "object" || node === null) return node;
    const { kind } = node as AstNode;
    const renamed = kind === "ParameterReference" ? bound.get((node as ParameterReference).name) : undefined;
    if (renamed !== undefined) return { kind, span, name: renamed };
    if (kind === "ParameterReference") {
      if (parent === "Arithmetic") return { kind: "NumberLiteral", span, value: 2, text: "2" };
      return parent.endsWith("Position")
        ? { kind: "IndexLiteral", span, value: 2, text: "2" }
        : { kind: "StringLiteral", span, value: ARGUMENTS[(node as ParameterReference).name] ?? "words" };
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replace(value, kind)]));
  };
  return replace(query, "") as Q;
}

/** Takes out the line breaks that `print` puts into long queries: a space where a word or a path follows, else nothing. */
export const onOneLine = (text: string): string =>
  text.replace(
    /(,?)\n\s*(and |or |\| |except |intersect |satisfies )?/g,
    (_, comma: string, word = "") => `${comma}${comma || word ? " " : ""}${word}`,
  );
