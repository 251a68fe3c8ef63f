import { describe, expect, it } from "vitest";
import { chooseEdits } from "../../packages/cli/src/commands/check/repair.js";
import { transferLine, transferText } from "../../packages/cli/src/commands/models/transfer.js";
import { progressLine } from "../../packages/cli/src/progress.js";
import { bar, bytesText, cut, cutStart, wrap } from "../../packages/cli/src/render/columns.js";
import type { Glyphs, Screen } from "../../packages/cli/src/render/screen.js";
import { printable } from "../../packages/cli/src/render/terminal.js";
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

  it("cuts a text of any length without measuring the whole of it", () => {
    expect(cut("a conversation ".repeat(1_000_000), 20, "…")).toBe("a conversation a co…");
    expect(cut("👩‍👩‍👧".repeat(10), 20, "…")).toBe("👩‍👩‍👧".repeat(10));
    expect(cut("👩‍👩‍👧".repeat(11), 20, "…")).toBe(`${"👩‍👩‍👧".repeat(9)}…`);
    expect(cut(`e${"\u0301".repeat(500)}`, 20, "…")).toBe(`e${"\u0301".repeat(500)}`);
  });

  it("cuts paths between steps", () => expect(cutStart("/Itinerary/Day[2]/POI[3]", 18, "…")).toBe("…/Day[2]/POI[3]"));

  it("wraps at spaces", () => expect(wrap("one two three", 8)).toEqual(["one two", "three"]));
});

describe("progress", () => {
  const shown = (isTerminal: boolean, times: readonly number[]): string => {
    const stderr = capture(isTerminal);
    const line = progressLine({ stderr, env: {} });
    for (const milliseconds of times) line.show({ pairs: 100, wanted: 200, milliseconds });
    line.clear();
    return printable(stderr.text());
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

describe("sizes and transfers", () => {
  it.each<[number, string]>([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1.0 KB"],
    [99_949, "99.9 KB"],
    [99_950, "100 KB"],
    [999_500, "1.0 MB"],
    [90_400_000, "90.4 MB"],
    [2e15, "2000 TB"],
  ])("%d is %s", (bytes, shown) => {
    expect(bytesText(bytes)).toBe(shown);
  });

  const screen = { glyphs: { ...unicode, ellipsis: "…" }, columns: 100 } as unknown as Screen;
  const half = { file: "onnx/model.onnx", received: 45_200_000, total: 90_400_000 };

  it("shows share, amount, speed and what is left", () => {
    expect(transferText(half, 11_300_000, screen)).toBe(
      "model.onnx  ██████████             50 %  45.2 MB of 90.4 MB  11.3 MB/s  4 s",
    );
    expect(transferText({ ...half, total: null }, null, screen)).toBe("model.onnx  45.2 MB");
    expect(transferText({ ...half, received: 0, total: 0 }, null, screen)).toContain("100 %");
  });

  it("counts only what came over the line now, and writes on a terminal only", () => {
    const stderr = capture(true);
    let time = 0;
    const line = transferLine({ stderr, errors: screen }, () => time);
    line.show(half);
    time = 1000;
    line.show({ ...half, received: half.received + 1_000_000 });
    expect(stderr.text()).toContain("1.0 MB/s");
    line.clear();
    expect(printable(stderr.text()).endsWith("\r\u001b[2K")).toBe(true);
    const quiet = capture(false);
    transferLine({ stderr: quiet, errors: screen }).show(half);
    expect(quiet.text()).toBe("");
  });
});
