import { describeSequence, type SequencePlan } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const planOf = (text: string): string => describeSequence(compile(text).query!.plan.result as SequencePlan);
const tree = readXml("<A><B/><B/><B/><B/></A>");
const pathsOf = async (text: string, without: readonly "placesAsPositions"[] = []) =>
  (await compile(text, { without }).query!.run(tree)).matches.map(({ path }) => path);

describe("a comparison of position() with a number", () => {
  it.each([
    ["/A/B[position() < 3]", "/A/B[:2]"],
    ["/A/B[position() <= 2.5]", "/A/B[:2]"],
    ["/A/B[position() > 1]", "/A/B[2:]"],
    ["/A/B[position() >= 1.5]", "/A/B[2:]"],
    ["/A/B[position() >= 1]", "/A/B"],
    ["/A/B[position() = 3]", "/A/B[3]"],
    ["/A/B[position() = 1.5]", "/A/B[0]"],
    ["/A/B[position() < 1]", "/A/B[:0]"],
    ["(/A/B)[position() > 2]", "(/A/B)[3:]"],
  ])("%s is %s, with the same result", async (written, meant) => {
    expect(planOf(written)).toBe(meant);
    expect(await pathsOf(written)).toEqual(await pathsOf(written, ["placesAsPositions"]));
  });

  it.each(["/A/B[position() != 2]", "/A/B[position() < $n]", "/A/B[last() > 2]"])("%s stays a condition", (text) => {
    expect(planOf(text)).toBe(text);
  });
});
