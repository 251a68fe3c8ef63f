import { append, getOrMake, groupBy } from "@semantic-xpath/values";
import { expect, it } from "vitest";

it("a value is made once for its key", () => {
  const map = new Map<string, number>();
  expect([1, 2].map((value) => getOrMake(map, "constructor", () => value))).toEqual([1, 1]);
});

it("items are grouped in the order in which their keys first occur", () => {
  const groups = groupBy(["b1", "a1", "b2"], (item) => item[0]);
  append(groups, "a", "a2");
  expect([...groups]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1", "a2"]],
  ]);
});
