import { parse } from "@semantic-xpath/parser";
import {
  check,
  optimise,
  PASS_NAMES,
  type PassName,
  plan,
  planRows,
  type QueryPlan,
  type Schema,
} from "@semantic-xpath/planner";
import { expect } from "vitest";

/** The naive plan of a query. */
export function naivePlan(text: string, schema: Schema | null = null): QueryPlan {
  const { ast, diagnostics } = parse(text);
  expect(
    diagnostics.filter(({ runnable, severity }) => severity === "error" && !runnable),
    text,
  ).toEqual([]);
  return plan(check(ast.query!, schema, null), text, schema);
}

/** The plan behind some passes only. */
export const planBehind = (text: string, ...passes: readonly PassName[]): QueryPlan =>
  optimise(
    naivePlan(text),
    PASS_NAMES.filter((name) => !passes.includes(name)),
  );

/** The operators of a plan, one a line, evidence indented. */
export const linesOf = (query: QueryPlan): string[] =>
  planRows(query).map(({ depth, kind, text }) => `${"  ".repeat(depth)}${kind} ${text}`);
