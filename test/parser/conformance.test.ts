import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { expectVisible } from "./expectTree.js";

/** Cases from the suites of other query languages; they are not part of this repository. */
const folder = fileURLToPath(new URL("../../../shared/data/conformance/", import.meta.url));
const isHere = existsSync(folder);
const why = isHere ? "" : " (skipped: the case files are not in this checkout)";

const read = (file: string): { case: string; query: string }[] =>
  isHere
    ? readFileSync(folder + file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];

describe.skipIf(!isHere)(`other people's suites${why}`, () => {
  test("malformed queries are reported where they are malformed", () => {
    for (const { query, case: name } of read("syntax-errors.jsonl")) {
      const { diagnostics } = parse(query);
      expect(diagnostics.filter(({ severity }) => severity === "error").length, name).toBeGreaterThan(0);
      expectVisible(diagnostics, query);
    }
  });

  test("correct queries parse; positions beyond 2^53 - 1 only say so and can still run", () => {
    for (const { query, case: name } of read("structural.jsonl")) {
      const { diagnostics } = parse(query);
      for (const { code, runnable } of diagnostics) expect([code, runnable], name).toEqual(["SXP1007", true]);
      expect(diagnostics.length, name).toBe(query.includes("9007199254740992") ? 1 : 0);
    }
  });
});
