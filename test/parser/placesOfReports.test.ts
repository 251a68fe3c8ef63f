import { placeAt } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";

describe("the places of groups and records", () => {
  it.each([
    ["(//POI)[group by ‸", { kind: "operand", base: "(//POI)", takes: "key" }],
    ["(//POI)[group by @‸", { kind: "attribute", base: "(//POI)" }],
    ["(//POI)[group by @c ‸", { kind: "keyword", words: ["as"] }],
    ["(//POI)[group by @c as ‸", { kind: "nothing" }],
    ["(//POI)[group by @c as d, ‸", { kind: "operand", takes: "key" }],
    ["(//POI)[order by @c ‸", { kind: "afterKey", hasDirection: false }],
    ["//POI/{ ‸", { kind: "operand", base: "//POI" }],
    ["//POI/{ @‸", { kind: "attribute", base: "//POI" }],
    ["//POI/{ a: count(‸", { kind: "evidence", base: "//POI" }],
    ["//POI/{ a: /‸", { kind: "step", origin: "//POI", separator: "/" }],
    ["//POI/{ a: @c, b: ‸", { kind: "operand", base: "//POI" }],
    ["//POI/{ a: /N/{ ‸", { kind: "operand", base: "//POI/N" }],
  ])("%s", (marked, expected) => {
    const text = marked.replace("‸", "");
    expect(placeAt(text, text.length).place).toMatchObject(expected);
  });
});
