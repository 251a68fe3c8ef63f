import { describe, it } from "vitest";
import { examplesOn } from "./support/expectPaths.js";

const { finds, weighs } = examplesOn(`
<A>
  <B n="30"/><C n="90"/><B n="50"/><B n="20"/>
  <D><B n="40"/><B n="10"/></D>
</A>`);

const B = (...places: number[]): string[] => places.map((place) => `/A/B[${place}]`);

describe("positions", () => {
  it.each<[string, string[]]>([
    ["/A/B[1]", B(1)],
    ["/A/B[3]", B(3)],
    ["/A/B[4]", []],
    ["/A/B[-1]", B(3)],
    ["/A/B[-3]", B(1)],
    ["/A/B[-4]", []],
    ["/A/B[1:2]", B(1, 2)],
    ["/A/B[2:]", B(2, 3)],
    ["/A/B[:2]", B(1, 2)],
    ["/A/B[-2:]", B(2, 3)],
    ["/A/B[:-2]", B(1, 2)],
    ["/A/B[-5:7]", B(1, 2, 3)],
    ["/A/B[2:9]", B(2, 3)],
    ["/A/B[3:2]", []],
    ["/A/B[4:9]", []],
    ["/A/B[last()]", B(3)],
    ["/A/B[position() = 2]", B(2)],
    ["/A/B[position() >= 2]", B(2, 3)],
    ["/A/B[position() != 2]", B(1, 3)],
    ["/A/B[last() = 3]", B(1, 2, 3)],
    ["/A/B[last() > 3]", []],
    ["/A/B[position()]", B(1, 2, 3)],
    ["/A[count(/C)]", ["/A"]],
    ["/A[count(/B)]", []],
    ["/A/B[position() = 1 or position() = 3]", B(1, 3)],
    ["/A/B[not(position() = 1)]", B(2, 3)],
  ])("%s", (text, paths) => finds(text, paths));
});

describe("positions that parameters give", () => {
  it.each<[string, Record<string, number | string>, string[]]>([
    ["/A/B[$n]", { n: 2 }, B(2)],
    ["/A/B[$n]", { n: -1 }, B(3)],
    ["/A/B[$n]", { n: "2" }, B(2)],
    ["/A/B[$from:$to]", { from: 2, to: 3 }, B(2, 3)],
    ["/A/B[$from:]", { from: -2 }, B(2, 3)],
    ["/A/B[:$to]", { to: 1 }, B(1)],
  ])("%s with %o", (text, params, paths) => finds(text, paths, { params }));
});

describe("the list in which places count", () => {
  it("is that of each context node", () => finds("//*/B[1]", ["/A/B[1]", "/A/D/B[1]"]));
  it("is all descendants behind //", () => finds("//B[4]", ["/A/D/B[1]"]));
  it("is per parent behind an explicit axis", () => finds("/descendant-or-self::*/B[2]", ["/A/B[2]", "/A/D/B[2]"]));
  it("is the whole result behind a group", () => finds("(//*/B)[4]", ["/A/D/B[1]"]));
  it("runs outwards on a reverse axis", () => finds("/A/B[3]/preceding-sibling::*[1]", B(2)));
  it("runs outwards on preceding", () => finds("/A/D/B[2]/preceding::B[2]", B(3)));
  it("runs outwards on ancestor", () => finds("/A/D/B[1]/ancestor::*[1]", ["/A/D"]));
  it("has the node itself first on ancestor-or-self", () => finds("/A/D/B[1]/ancestor-or-self::*[1]", ["/A/D/B[1]"]));
  it("is what the bracket before left over", () => finds('/A/*[name() = "B"][2]', B(2)));
  it("counts again behind each position", () => finds("/A/B[2:3][1]", B(2)));
});

describe("positions and relevance", () => {
  it("by place before a relevance", () =>
    weighs('/A/B[2:3][@n =~ "x"]', [
      ["/A/B[2]", 0.5],
      ["/A/B[3]", 0.2],
    ]));
  it("by rank behind it", () =>
    weighs('/A/B[@n =~ "x"][1:2]', [
      ["/A/B[2]", 0.5],
      ["/A/B[1]", 0.3],
    ]));
  it("the last by rank", () => weighs('/A/B[@n =~ "x"][-1]', [["/A/B[3]", 0.2]]));
  it("the best of each context", () =>
    weighs('/descendant-or-self::*/B[@n =~ "x"][1]', [
      ["/A/B[2]", 0.5],
      ["/A/D/B[1]", 0.4],
    ]));
  it("the best of all", () => weighs('(//B[@n =~ "x"])[1]', [["/A/B[2]", 0.5]]));
  it("position() counts by rank, too", () => weighs('/A/B[@n =~ "x"][position() = 2]', [["/A/B[1]", 0.3]]));
  it("by place behind a threshold, since a comparison is crisp", () => finds('(//B[@n =~ "x" >= 0.3])[2]', B(2)));
  it("ties are in document order", () => weighs('(/A/*[text() =~ "x" >= 0][node =~ "x"])[1]', [["/A/C", 0.9]]));
});
