import { readTree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { examplesOn } from "./support/expectPaths.js";

const { finds, weighs } = examplesOn(`
<A>
  <B n="30"/><C n="90"/><B n="50"/><D/>
  <E><B n="40"/></E>
</A>`);

describe("sibling offsets", () => {
  it("count siblings of every type", () => finds("/A/B[1][@+1]", ["/A/C"]));
  it("go back", () => finds("/A/B[2][@-2]", ["/A/B[1]"]));
  it("let nodes without such a sibling fall out", () => finds("/A/B[@n][@+3]", ["/A/D"]));
  it("do not leave the parent", () => finds("/A/E/B[1][@+1]", []));
  it("find nothing beyond the first", () => finds("/A/*[1][@-1]", []));
  it("of eight and more are looked up, not walked", () => finds("/A/*[@n][@+8]", []));
  it("as large as they get find nothing", () => finds("/A/B[1][@+9007199254740991]", []));
  it("may follow each other", () => finds("/A/B[1][@+1][@+1]", ["/A/B[2]"]));
  it("come in document order", () => finds("/A/*[2:3][@-1]", ["/A/B[1]", "/A/C"]));
  it("take the weight along", () =>
    weighs('/A/B[@n =~ "x"][@+1]', [
      ["/A/D", 0.5],
      ["/A/C", 0.3],
    ]));
  it("start from the place by rank", () => weighs('/A/B[@n =~ "x"][1][@+1]', [["/A/D", 0.5]]));
  it("may be scored again", () => weighs('/A/B[@n =~ "x"][@-1][@n =~ "x"]', [["/A/C", 0.45]]));
  it("act on a whole group", () => finds("(//B)[2:3][@-1]", ["/A/C"]));
  it("of the root lead nowhere", () => finds("/A[1][@+1]", []));
});

const wide = examplesOn(
  readTree({ type: "A", attributes: {}, children: Array.from({ length: 3000 }, () => ({ type: "B" })) }),
);
describe("large offsets in a wide tree", () => {
  it("forwards", () => wide.finds("/A/B[1:2][@+2998]", ["/A/B[2999]", "/A/B[3000]"]));
  it("backwards", () => wide.finds("/A/B[-2:][@-2998]", ["/A/B[1]", "/A/B[2]"]));
  it("beyond the end", () => wide.finds("/A/B[2:2][@+2999]", []));
  it("has all its nodes", () => expect(wide.tree.size).toBe(3001));
});
