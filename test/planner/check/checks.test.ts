import { DIAGNOSTICS } from "@semantic-xpath/parser";
import { expect, it } from "vitest";
import { CHECKS } from "../../../packages/planner/src/check/checks.js";
import { filesBelow, textOf } from "../../structure/support/sources.js";

it("every diagnostic about the meaning of a query is reported by a check of the list", () => {
  const codes = new Set<string>(CHECKS.flatMap((check) => check.codes));
  // Those of updates are in their room; the compilers report that something is one, or is none.
  const ofUpdates = [
    "packages/planner/src/update",
    "packages/runtime/src/compile.ts",
    "packages/runtime/src/update/compileUpdate.ts",
  ]
    .flatMap((place) => (place.endsWith(".ts") ? [place] : filesBelow(place)))
    .flatMap((path) => textOf(path).match(/SXP(?:20|30)\d\d/g) ?? []);
  for (const code of ofUpdates) codes.add(code);
  expect([...codes].sort()).toEqual(Object.keys(DIAGNOSTICS).filter((code) => /^SXP(?:20|30)/.test(code)));
});
