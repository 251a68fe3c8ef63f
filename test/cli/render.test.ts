import type { SearchOptions } from "@semantic-xpath/inspect";
import { chooseEdits } from "@semantic-xpath/parser";
import { runError } from "@semantic-xpath/tree";
import stringWidth from "string-width";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { transferLine, transferText } from "../../packages/cli/src/commands/models/transfer.js";
import { lookFor, progressLine } from "../../packages/cli/src/progress.js";
import { bar, bytesText, cut, cutStart, widthOf, wrap } from "../../packages/cli/src/render/columns.js";
import type { Glyphs, Screen, World } from "../../packages/cli/src/render/screen.js";
import { printable } from "../../packages/cli/src/render/terminal.js";
import { watched } from "../../packages/cli/src/runQuery.js";
import { capture } from "./sxp.js";

const unicode = { full: "█", parts: [..."▏▎▍▌▋▊▉"] } as unknown as Glyphs;
const ascii = { full: "#", parts: [] } as unknown as Glyphs;

const screen = { glyphs: { ...unicode, ellipsis: "…" }, columns: 100 } as unknown as Screen;

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
  it("are those of the library, also where a text is measured without it", () => {
    for (let code = 0x20; code < 0x3000; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      expect(widthOf(text), code.toString(16)).toBe(stringWidth(text));
    }
  });

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

  it("cuts nothing for an output without ellipsis", () => {
    expect([cut("a long text", 4, ""), cutStart("/a/b/c", 3, "")]).toEqual(["a long text", "/a/b/c"]);
  });

  it("cuts paths between steps", () => expect(cutStart("/Itinerary/Day[2]/POI[3]", 18, "…")).toBe("…/Day[2]/POI[3]"));

  it("wraps at spaces", () => expect(wrap("one two three", 8)).toEqual(["one two", "three"]));

  it("wraps a text with a huge word without measuring it", () => {
    const huge = "é".repeat(3_000_000);
    expect(wrap(`${huge} → two three`, 8)).toEqual([huge, "→ two", "three"]);
  });
});

describe("progress", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());
  const CLEAR = "\r\u001b[2K";
  const half = { pairs: 100, wanted: 200, milliseconds: 400 };

  it("is one line that is rewritten while somebody waits, from 300 ms on, cleared at the end", () => {
    const stderr = capture(true);
    const line = progressLine({ stderr, env: {} });
    line.show({ pairs: 0, wanted: 200, milliseconds: 0 });
    vi.advanceTimersByTime(299);
    expect(stderr.text()).toBe("");
    vi.advanceTimersByTime(1);
    expect(printable(stderr.text())).toBe(`${CLEAR}scoring 200 pairs`);
    line.show(half);
    vi.advanceTimersByTime(1000);
    expect(printable(stderr.text())).toBe(`${CLEAR}scoring 200 pairs${CLEAR}scored 100 of 200 pairs, 250 a second`);
    line.clear();
    vi.advanceTimersByTime(1000);
    expect(printable(stderr.text()).endsWith(`a second${CLEAR}`)).toBe(true);
  });

  it("shows nothing of what is over before, and leaves no timer", () => {
    const stderr = capture(true);
    const line = progressLine({ stderr, env: {} });
    line.show(half);
    line.clear();
    expect([stderr.text(), vi.getTimerCount()]).toEqual(["", 0]);
  });

  it.each([
    ["a file", false, {}],
    ["a dumb terminal", true, { TERM: "dumb" }],
  ])("is not for %s", (_, isTerminal, env) => {
    const stderr = capture(isTerminal);
    progressLine({ stderr, env }).show(half);
    expect([stderr.text(), vi.getTimerCount()]).toEqual(["", 0]);
  });

  it("is shown while a run scores, on standard error", async () => {
    const stderr = capture(true);
    const signal = new AbortController().signal;
    const io = { stderr, env: {}, signal, errors: screen } as unknown as World;
    const ran = await watched({ source: { name: "query", text: "" }, io }, async ({ onProgress }) => {
      onProgress!({ pairs: 0, wanted: 851, milliseconds: 0 });
      vi.advanceTimersByTime(9000);
      return "done";
    });
    expect([ran, printable(stderr.text())]).toEqual(["done", `${CLEAR}scoring 851 pairs${CLEAR}`]);
  });

  const io = (isTerminal: boolean) => ({ stderr: capture(isTerminal), env: {}, signal: new AbortController().signal });

  it("says how far a search is", async () => {
    const world = io(true);
    const found = await lookFor("the smallest change", world, 1e6, async ({ onProgress }) => {
      onProgress?.({ tried: 0, of: 250 });
      vi.advanceTimersByTime(300);
      return "it";
    });
    expect(found).toEqual({ found: "it", overtime: null });
    expect(printable(world.stderr.text())).toBe(
      `${CLEAR}looking for the smallest change, tried 0 of at most 250, Ctrl-C stops${CLEAR}`,
    );
  });
});

describe("a search that takes longer than a run may", () => {
  it("ends without an answer, and says so", async () => {
    const world = { stderr: capture(), env: {}, signal: new AbortController().signal };
    const task = ({ signal }: SearchOptions) =>
      new Promise<null>((_, reject) => {
        signal!.addEventListener("abort", () => reject(runError("SXP4004", {})));
      });
    expect(await lookFor("the smallest change", world, 1, task)).toEqual({
      found: null,
      overtime: "1 ms were not enough to find the smallest change: --timeout MS gives more.",
    });
  });
});

describe("repairs", () => {
  const fixed = (start: number, end: number) => ({
    code: "SXP1010",
    severity: "error" as const,
    message: "",
    span: { start, end },
    runnable: false,
    fixes: [{ isSafe: true, title: "", edits: [{ span: { start, end }, newText: "x" }] }],
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

  const half = { file: "onnx/model.onnx", received: 45_200_000, total: 90_400_000 };

  it("shows share, amount, speed and what is left", () => {
    expect(transferText(half, 11_300_000, screen)).toBe(
      "model.onnx  ██████████             50 %  45.2 MB of 90.4 MB  11.3 MB/s  4 s",
    );
    expect(transferText({ ...half, total: null }, null, screen)).toBe("model.onnx  45.2 MB");
    expect(transferText({ ...half, received: 0, total: 0 }, null, screen)).toContain("100 %");
  });

  it("counts only what came over the line now, and writes on a terminal only", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stderr = capture(true);
    let time = 0;
    const line = transferLine({ stderr, errors: screen, env: {} }, () => time);
    line.show(half);
    expect(stderr.text()).toContain("50 %");
    time = 1000;
    line.show({ ...half, received: half.received + 1_000_000 });
    vi.advanceTimersByTime(80);
    expect(stderr.text()).toContain("1.0 MB/s");
    line.clear();
    expect(printable(stderr.text()).endsWith("\r\u001b[2K")).toBe(true);
    const quiet = capture(false);
    transferLine({ stderr: quiet, errors: screen, env: {} }).show(half);
    expect(quiet.text()).toBe("");
    vi.useRealTimers();
  });
});
