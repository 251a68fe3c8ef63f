import { describe, expect, it } from "vitest";
import { bar } from "../../packages/cli/src/render/bar.js";
import { cut, cutStart, wrap } from "../../packages/cli/src/render/columns.js";
import { progressLine } from "../../packages/cli/src/render/progress.js";
import type { Glyphs } from "../../packages/cli/src/render/screen.js";
import { chooseEdits } from "../../packages/cli/src/repair.js";
import { capture } from "./sxp.js";

const unicode = { full: "█", parts: [..."▏▎▍▌▋▊▉"] } as unknown as Glyphs;
const ascii = { full: "#", parts: [] } as unknown as Glyphs;

describe("bars", () => {
  it.each<[number, string]>([
    [1, "████"],
    [0.5, "██"],
    [0.53, "██▏"],
    [0.001, "▏"],
    [0, ""],
    [2, "████"],
  ])("%d", (share, shown) => {
    expect(bar(share, 4, unicode)).toBe(shown);
  });

  it("has whole cells in ASCII", () => expect(bar(0.4, 10, ascii)).toBe("####"));
});

describe("columns", () => {
  it("cuts at characters and counts wide ones twice", () => {
    expect(cut("金閣寺の庭園", 7, "…")).toBe("金閣寺…");
    expect(cut("👩‍👩‍👧 family", 4, "…")).toBe("👩‍👩‍👧…");
    expect(cut("one · two", 6, "…")).toBe("one…");
    expect(cut("short", 5, "…")).toBe("short");
  });

  it("cuts paths between steps", () => expect(cutStart("/Itinerary/Day[2]/POI[3]", 18, "…")).toBe("…/Day[2]/POI[3]"));

  it("wraps at spaces", () => expect(wrap("one two three", 8)).toEqual(["one two", "three"]));
});

describe("progress", () => {
  const shown = (isTerminal: boolean, times: readonly number[]): string => {
    const stderr = capture(isTerminal);
    const line = progressLine({ stderr });
    for (const milliseconds of times) line.show({ pairs: 100, wanted: 200, milliseconds });
    line.clear();
    return stderr.text();
  };

  it("is one line, from 300 ms on, cleared at the end", () => {
    expect(shown(true, [100, 299])).toBe("");
    expect(shown(true, [100, 400, 410])).toBe("\r\u001b[2Kscored 100 of 200 pairs, 250 a second\r\u001b[2K");
  });

  it("is for terminals", () => expect(shown(false, [400])).toBe(""));
});

describe("repairs", () => {
  const fixed = (start: number, end: number) => ({
    code: "SXP1010",
    severity: "error" as const,
    message: "",
    span: { start, end },
    runnable: false,
    fixes: [{ title: "", edits: [{ span: { start, end }, newText: "x" }] }],
  });

  it("are the first of each place, in the order of the text", () => {
    const edits = chooseEdits([fixed(5, 6), fixed(0, 2), fixed(1, 3), fixed(2, 2)]);
    expect(edits.map(({ span }) => span.start)).toEqual([0, 5]);
  });
});
