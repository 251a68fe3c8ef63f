import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

/** Trees whose types lie at one depth (`a` in `r`, `b` in `a`), or at several (`c`). */
const tree = fc.array(fc.array(fc.constantFrom("b", "c", "x"), { maxLength: 5 }), { maxLength: 6 }).map((rows) => {
  const inner = (name: string): string => (name === "x" ? "<x><c/></x>" : `<${name}/>`);
  return readXml(`<r>${rows.map((row) => `<a>${row.map(inner).join("")}</a>`).join("")}</r>`);
});

const place = fc.constantFrom("1", "2", "4", "-1", "-2", "last()", "1:2", "2:", ":-2", "-2:");

describe("law: places by the index", () => {
  it("are those of a count over the children, for every context", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("b", "c"), place, (data, type, at) => {
        const selection = compile(`/r/a/${type}[${at}]`).query!.select(data);
        const [from, to] = at.includes(":") ? at.split(":") : [at, at];
        const index = (text: string, count: number, absent: number): number =>
          text === "" ? absent : text === "last()" ? count : Number(text) < 0 ? count + Number(text) + 1 : Number(text);
        const expected = data.root!.children.flatMap(({ children }) => {
          const typed = children.filter((each) => each.type === type);
          return typed.filter(
            (_, i) => i + 1 >= index(from!, typed.length, 1) && i + 1 <= index(to!, typed.length, typed.length),
          );
        });
        expect([...selection.ids]).toEqual(expected.map(({ id }) => id));
        expect(selection.matches.map(({ path }) => path)).toEqual(expected.map((node) => node.path));
      }),
      { numRuns: runs(1_000) },
    );
  });
});
