import { describe, it } from "vitest";
import { examplesOn } from "./support/expectPaths.js";

const { finds, weighs } = examplesOn(`
<A>
  <B n="10"><C n="70"/><C n="20"/></B>
  <B n="90"><C n="30"/></B>
  <D><C n="50"/></D>
</A>`);

describe("unions", () => {
  it.each<[string, string[]]>([
    ["/A/D | /A/B", ["/A/B[1]", "/A/B[2]", "/A/D"]],
    ["/A/B[1] | //B", ["/A/B[1]", "/A/B[2]"]],
    ["/A/Zoo | /A/D", ["/A/D"]],
    ["/A/.. | /A", ["/A"]],
  ])("%s", (text, paths) => finds(text, paths));
  it("of a graded path and a crisp one are in rank order", () =>
    weighs('/A/D | /A/B[@n =~ "c"]', [
      ["/A/D", 1],
      ["/A/B[2]", 0.9],
      ["/A/B[1]", 0.1],
    ]));
});

describe("groups", () => {
  it.each<[string, string[]]>([
    ["(//C)[2]", ["/A/B[1]/C[2]"]],
    ["(//C)[-1]", ["/A/D/C"]],
    ["(/A/D | /A/B)[1]", ["/A/B[1]"]],
    ["(//B)/C", ["/A/B[1]/C[1]", "/A/B[1]/C[2]", "/A/B[2]/C"]],
    ["(//B)/C[1]", ["/A/B[1]/C[1]", "/A/B[2]/C"]],
    ["(//B/C)[1]", ["/A/B[1]/C[1]"]],
    ["(//B)[2]/C", ["/A/B[2]/C"]],
    ["((//B)[1:2]/C)[2:]", ["/A/B[1]/C[2]", "/A/B[2]/C"]],
    ["(//B | //D)[2:]//C[1]", ["/A/B[2]/C", "/A/D/C"]],
    ["(//C)[@n > 25][2]", ["/A/B[2]/C"]],
    ["(//C)[position() > 2]", ["/A/B[2]/C", "/A/D/C"]],
    ["(//C)[last()]", ["/A/D/C"]],
    ["(//*)[1]", ["/A"]],
    ["(/A/..)[1]", []],
    ["(//C)/..", ["/A/B[1]", "/A/B[2]", "/A/D"]],
    ["(//B)//@n", ["/A/B[1]/@n", "/A/B[1]/C[1]/@n", "/A/B[1]/C[2]/@n", "/A/B[2]/@n", "/A/B[2]/C/@n"]],
    ["((//C))", ["/A/B[1]/C[1]", "/A/B[1]/C[2]", "/A/B[2]/C", "/A/D/C"]],
  ])("%s", (text, paths) => finds(text, paths));
  it("cut by rank", () =>
    weighs('(//C[@n =~ "c"])[1:2]', [
      ["/A/B[1]/C[1]", 0.7],
      ["/A/D/C", 0.5],
    ]));
  it("go on from rank in document order, with their weights", () =>
    weighs('(//B[@n =~ "c"])[1:2]/C', [
      ["/A/B[2]/C", 0.9],
      ["/A/B[1]/C[1]", 0.1],
      ["/A/B[1]/C[2]", 0.1],
    ]));
  it("weigh their whole result", () => weighs('(//B | //D)[max(/C[@n =~ "c"])][1]', [["/A/B[1]", 0.7]]));
  it("multiply their relevance with the weight so far", () =>
    weighs('(/A/B[@n =~ "c"]/C[@n =~ "c"])[@n =~ "c"][1]', [["/A/B[2]/C", 0.081]]));
});
