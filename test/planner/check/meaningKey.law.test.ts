import { parse, print } from "@semantic-xpath/parser";
import fc from "fast-check";
import { expect, it } from "vitest";
import { same as isSame, meaningKey } from "../../../packages/planner/src/check/wording.js";
import { arbitraryQuery } from "../../parser/arbitraryAst.js";
import { runs } from "../../support/runs.js";

it("law: expressions share a key if and only if they are the same, regardless of their places", () => {
  fc.assert(
    fc.property(arbitraryQuery, arbitraryQuery, (left, right) => {
      expect(meaningKey(left) === meaningKey(right)).toBe(same(left, right));
      expect(isSame(left, right)).toBe(same(left, right));
      const read = parse(print(left), { maxSteps: 1e6 }).ast.query!;
      const again = parse(`${print(left)} (: again :)`, { maxSteps: 1e6 }).ast.query!;
      expect(meaningKey(again)).toBe(meaningKey(read));
      expect(same(again, read)).toBe(true);
    }),
    { numRuns: runs(1_000, 100) },
  );
});

/** Places in the text, and spellings that mean the same. */
const IGNORED = new Set(["span", "axisSpan", "operatorSpan", "separatorSpan", "form", "parenthesized", "text"]);

/** Equality part by part, without a key. */
function same(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, unknown>>;
  const b = right as Readonly<Record<string, unknown>>;
  if (a.kind !== b.kind) return false;
  if (a.kind === "Name") return a.text === b.text;
  if (Array.isArray(left) && a.length !== b.length) return false;
  for (const key in a) if (!isIgnored(a, key) && !same(a[key], b[key])) return false;
  return true;
}

const isIgnored = ({ kind }: Readonly<Record<string, unknown>>, key: string): boolean =>
  IGNORED.has(key) || (key === "operator" && kind === "Relevance") || (key === "name" && kind === "Aggregate");
