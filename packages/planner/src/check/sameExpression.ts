import type { Expr } from "@semantic-xpath/parser";

/** Whether two expressions are written with the same meaning: equal up to place and spelling. */
export const sameExpression = (left: Expr, right: Expr): boolean => left.kind === right.kind && same(left, right);

/** Where it stands, and spellings that mean the same. */
const IGNORED = new Set(["span", "axisSpan", "operatorSpan", "separatorSpan", "form", "parenthesized", "text"]);

function same(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, unknown>>;
  const b = right as Readonly<Record<string, unknown>>;
  if (a.kind !== b.kind) return false;
  if (a.kind === "Name") return a.text === b.text;
  if (Array.isArray(left) && a.length !== b.length) return false;
  for (const key in a) {
    if (
      IGNORED.has(key) ||
      (key === "operator" && a.kind === "Relevance") ||
      (key === "name" && a.kind === "Aggregate")
    ) {
      continue;
    }
    if (!same(a[key], b[key])) return false;
  }
  return true;
}
