import { deflateRawSync } from "node:zlib";
import { assert, asyncProperty, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { fragmentOf, MAX_FRAGMENT, readFragment } from "../../../packages/studio/src/playground/address.js";
import { anyCharacter } from "../../support/characters.js";
import { runs } from "../../support/runs.js";

const fragment = (state: unknown): string =>
  `#s=${deflateRawSync(typeof state === "string" ? state : JSON.stringify(state)).toString("base64url")}`;

describe("an address", () => {
  it("says which query over which example", async () => {
    const state = { task: "todo", query: '//Task[node =~ "grant proposal"]', tab: "steps" } as const;
    expect(await readFragment((await fragmentOf(state))!)).toEqual(state);
    expect(await readFragment("")).toBeNull();
  });

  it("is the same state again, whatever the query", () =>
    assert(
      asyncProperty(string({ unit: anyCharacter, maxLength: 300 }), async (query) => {
        const state = { task: "itinerary", query, tab: "results" } as const;
        expect(await readFragment((await fragmentOf(state))!)).toEqual(state);
      }),
      { numRuns: runs(300) },
    ));

  it("has nothing of one's own data", async () => {
    expect(await fragmentOf({ task: "my-diary", query: "//Secret", tab: "results" })).toBeNull();
  });

  it("is not made of a query that is too long", async () => {
    expect(await fragmentOf({ task: "todo", query: "x".repeat(20_000), tab: "results" })).toBeNull();
  });
});

describe("an address that somebody else wrote", () => {
  it.each([
    ["too long", `#s=${"A".repeat(MAX_FRAGMENT)}`, "more than 8000 characters"],
    ["of something else", "#view=memory", "does not know"],
    ["a script", "#s=<script>alert(1)</script>", "damaged"],
    ["not packed", "#s=AAAA", "damaged"],
    ["not base64", "#s=A", "damaged"],
    ["no JSON", fragment("{"), "damaged"],
    ["not an object", fragment([1]), "another version"],
    ["null", fragment("null"), "damaged"],
    ["a bomb", fragment(" ".repeat(5_000_000)), "damaged"],
    ["another version", fragment({ v: 2, task: "todo" }), "another version"],
    ["another task", fragment({ v: 1, task: "constructor" }), "no example"],
    ["a query that is none", fragment({ v: 1, task: "todo", query: { a: 1 } }), "damaged"],
    ["a part that is none", fragment({ v: 1, task: "todo", query: "//Task", tab: "toString" }), "damaged"],
    ["more than it may", fragment({ v: 1, task: "todo", query: "//Task", data: "secret" }), "damaged"],
    ["a property of all objects", fragment('{"v":1,"task":"todo","__proto__":{"query":"//Task"}}'), "damaged"],
  ])("%s is refused with a sentence", async (_, text, said) => {
    await expect(readFragment(text)).rejects.toThrow(said);
  });
});
