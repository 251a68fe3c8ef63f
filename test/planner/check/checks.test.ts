import { DIAGNOSTICS } from "@semantic-xpath/parser";
import { expect, it } from "vitest";
import { CHECKS } from "../../../packages/planner/src/check/checks.js";

it("every diagnostic about the meaning of a query is reported by a check of the list", () => {
  const codes = new Set(CHECKS.flatMap((check) => check.codes));
  expect([...codes].sort()).toEqual(Object.keys(DIAGNOSTICS).filter((code) => /^SXP(?:20|30)/.test(code)));
});
