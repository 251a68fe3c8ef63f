import { parse, print } from "@semantic-xpath/parser";
import fc from "fast-check";
import { expect, it } from "vitest";
import { meaningKey, same } from "../../../packages/planner/src/check/wording.js";
import { arbitraryQuery } from "../../parser/arbitraryAst.js";
import { runs } from "../../support/runs.js";

it("law: expressions share a key if and only if they are the same, regardless of their places", () => {
  fc.assert(
    fc.property(arbitraryQuery, arbitraryQuery, (left, right) => {
      expect(meaningKey(left) === meaningKey(right)).toBe(same(left, right));
      const read = parse(print(left), { maxSteps: 1e6 }).ast.query!;
      const again = parse(`${print(left)} (: again :)`, { maxSteps: 1e6 }).ast.query!;
      expect(meaningKey(again)).toBe(meaningKey(read));
      expect(same(again, read)).toBe(true);
    }),
    { numRuns: runs(1_000, 100) },
  );
});
