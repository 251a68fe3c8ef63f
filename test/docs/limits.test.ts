import { parse } from "@semantic-xpath/parser";
import { BUDGET, type Operation, READ_LIMITS, updateOf } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { documentText } from "./blocks.js";

const text = documentText("docs/reference/language.md");
const table = text.slice(text.indexOf("\n## Limits\n")).split("\n## ")[1]!;
const documented = (limit: string): string =>
  new RegExp(`^\\| ${limit} \\| (.*) \\|$`, "m").exec(table)?.[1] ?? `${limit} is not documented`;

const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, " ");

it.each([
  ["tree, nodes", READ_LIMITS.maxNodes],
  ["tree, depth", READ_LIMITS.maxDepth],
  ["the name of a type or attribute, UTF-16 units", READ_LIMITS.maxNameLength],
  ["one attribute value or own text, UTF-16 units", READ_LIMITS.maxAttributeLength],
  ["one attribute value or own text, UTF-16 units", READ_LIMITS.maxTextLength],
  ["input in all, UTF-16 units", READ_LIMITS.maxInputLength],
  ["attributes of one element of HTML", READ_LIMITS.maxAttributes],
  ["values that aliases of YAML repeat", READ_LIMITS.maxAliased],
  ["scorer calls in one run", BUDGET.maxScorerCalls],
  ["pairs of text and condition in one run", BUDGET.maxScorerPairs],
] as const)("%s is documented as it is", (limit, value) => expect(documented(limit)).toBe(grouped(value)));

it("time is documented in seconds", () => {
  expect(documented("time of one run")).toBe(`${BUDGET.maxMilliseconds / 1000} s`);
});

it.each([
  ["query or declaration, bytes", (n: number) => `/${"A".repeat(n - 1)}`],
  ["file of declared queries, bytes", (n: number) => "declare query a() := /A;".padEnd(n)],
  ["query, levels of nesting", (n: number) => `/A[${"(".repeat(n - 1)}@x = 1${")".repeat(n - 1)}]`],
  ["query, steps", (n: number) => "/A".repeat(n)],
] as const)("%s is documented as it is", (limit, query) => {
  const value = Number(documented(limit).replaceAll(" ", ""));
  const refused = (n: number): boolean => parse(query(n)).diagnostics.some(({ code }) => code === "SXP1009");
  expect([refused(value), refused(value + 1)]).toEqual([false, true]);
});

it("the text of operations is documented as it is", () => {
  const value = Number(/updates given as operations is fixed too:\n([\d ]+) bytes/.exec(text)![1]!.replaceAll(" ", ""));
  const operationOf = (text: string): Operation => ({ op: "replaceValue", target: { key: 17 }, value: text });
  // A long value has a line of its own.
  const rest = updateOf([operationOf("a".repeat(1_000))]).text.length - 1_000;
  const refused = (n: number): boolean =>
    updateOf([operationOf("a".repeat(n - rest))]).diagnostics.some(({ code }) => code === "SXP1009");
  expect([refused(value), refused(value + 1)]).toEqual([false, true]);
});

it("the largest index is documented as it is", () => {
  expect(documented("index, magnitude")).toBe("2^53 − 1");
  expect(parse(`/A[${2 ** 53 - 1}]`).diagnostics).toEqual([]);
});
