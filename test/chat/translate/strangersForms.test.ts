import { translate } from "@semantic-xpath/chat/translate";
import { treeOf } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const row = (attributes: Readonly<Record<string, string>>) => ({ type: "row", attributes, children: [] });
const BOATS = {
  now: "2026-03-10T10:00:00+00:00",
  tree: treeOf({
    type: "root",
    children: [0, 1, 2, 3, 4, 5].map((at) =>
      row({
        boat_no: `B-${101 + at}`,
        hull: ["oak", "steel", "ash", "oak", "steel", "ash"][at]!,
        rig: ["sloop", "ketch", "yawl", "sloop", "ketch", "sloop"][at]!,
        seller: ["Ines Roth", "Paul Lind", "Ines Roth", "Mara Voss", "Paul Lind", "Mara Voss"][at]!,
        sold_on: `2026-02-0${at + 1}`,
        lent_to: ["", "Harbour Club", "", "", "Old Quay", ""][at]!,
        beam_cm: String(80 + 15 * at),
        weight_kg: String(410 + 190 * at),
        mast_height_m: String(5 + at),
        repair_hrs: String(2 + at),
        surveyPassed: String(at % 2 === 0),
        state: ["in_rest", "restored", "raw", "in_rest", "restored", "raw"][at]!,
        motor: at % 2 === 0 ? "yes" : "no",
      }),
    ),
  }),
};

/** The query or the update of a clear request; of another one the word "question". */
async function readingOf(request: string): Promise<string> {
  const { readings, isClear } = await translate(request, BOATS);
  const [reading] = readings;
  if (!isClear || reading === undefined) return "question";
  return reading.kind === "query" ? reading.query : reading.kind === "update" ? reading.update : reading.kind;
}

describe("columns whose names have a unit or a participle", () => {
  it.each([
    ["mast height of B-103", '//row[@boat_no = "B-103"]/@mast_height_m'],
    ["set the mast height of B-103 to 9 m", "replace value of node /root/row[3]/@mast_height_m with 9"],
    ["boats that failed the survey", "//row[@surveyPassed = false]"],
    ["boats whose survey failed", "//row[@surveyPassed = false]"],
    ["boats that did not fail the survey", "//row[@surveyPassed = true]"],
    ["boats heavier than a tonne", "//row[@weight_kg > 1000]"],
  ])("%s", async (request, text) => expect(await readingOf(request)).toBe(text));
});

describe("new rows by a list of values", () => {
  it.each([
    [
      "Add a new boat: B-107, oak, ketch, sold by Paul Lind on 2 March 2026",
      'boat_no="B-107" hull="oak" rig="ketch" seller="Paul Lind" sold_on="2026-03-02"',
    ],
    ["add a boat: oak, sloop, 3 hours", 'hull="oak" rig="sloop" repair_hrs="3"'],
  ])("%s", async (request, attributes) => expect(await readingOf(request)).toContain(`<row ${attributes}/>`));
});
