import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryKey, rememberedChoices } from "../../packages/vscode-extension/src/choices.js";
import { bandOf, lineWords, piecesOf, stepWords } from "../../packages/vscode-extension/src/heat/steps.js";
import { newNonce, panelHtml } from "../../packages/vscode-extension/src/panel/html.js";
import { problemOfArgument, readArgument } from "../../packages/vscode-extension/src/runs/arguments.js";
import { spelled } from "../../packages/vscode-extension/src/runs/spelled.js";
import { memento } from "./support/memento.js";

describe("an argument", () => {
  it("of a number is one", () => {
    for (const text of ["3", "-0.5", " 2 ", "1e3", ".5"]) expect(problemOfArgument(text, "number")).toBeNull();
    for (const text of ["", "three", "3 days", "0x10", "Infinity"])
      expect(problemOfArgument(text, "number")).not.toBeNull();
  });
  it("is read as its parameter wants it, and where that is not known as it looks", () => {
    expect(readArgument("3", "number")).toBe(3);
    expect(readArgument("3", "string")).toBe("3");
    expect(readArgument("3", null)).toBe(3);
    expect(readArgument("3 days", null)).toBe("3 days");
  });
});

describe("a change in a script", () => {
  it("is spelled as the quotes around it want it", () => {
    expect(spelled('"x"', "sxp", '"')).toBe('"x"');
    expect(spelled('[@a = "x\\"]', "typescript", '"')).toBe('[@a = \\"x\\\\\\"]');
    expect(spelled("`${a}`", "typescript", "`")).toBe("\\`\\${a}\\`");
  });
});

describe("heat", () => {
  it("has five bands above none", () => {
    expect([0, 0.1, 0.2, 0.59, 0.8, 1].map((best) => bandOf({ rowsOut: 1, best }))).toEqual([1, 1, 2, 3, 5, 5]);
    expect(bandOf({ rowsOut: 0, best: 0 })).toBe(0);
  });
  it("says the same in words", () => {
    const steps = [
      { rowsOut: 43, best: 1 },
      { rowsOut: 5, best: 0.834 },
    ];
    expect(lineWords(steps)).toBe("best 0.83 · 43 → 5");
    expect(lineWords([steps[0]!, { rowsOut: 0, best: 0 }])).toBe("nothing left · 43 → 0");
    expect(lineWords([])).toBe("");
    expect(stepWords(steps[1]!)).toBe("5 nodes came out, best weight 0.83");
    expect(stepWords({ rowsOut: 1, best: 1 })).toBe("1 node came out, best weight 1.00");
  });
  it("paints every place once, the inner step over the outer", () => {
    const span = fc
      .tuple(fc.nat(30), fc.nat(30))
      .map(([a, b]) => ({ span: { start: Math.min(a, b), end: Math.max(a, b) + 1 } }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (steps) => {
        const pieces = piecesOf(steps);
        for (let at = 0; at < 32; at++) {
          const around = steps.filter(({ span }) => span.start <= at && at < span.end);
          const found = pieces.filter(({ start, end }) => start <= at && at < end);
          expect(found.length).toBe(around.length > 0 ? 1 : 0);
          const shortest = Math.min(...around.map(({ span }) => span.end - span.start));
          if (found.length === 1) expect(found[0]!.of.span.end - found[0]!.of.span.start).toBe(shortest);
        }
      }),
    );
  });
});

describe("choices", () => {
  it("are kept by query and by file", async () => {
    const choices = rememberedChoices(memento());
    await choices.setQuery(queryKey("file:///a.sxp", "day"), { params: { n: 2 }, limit: 5 });
    await choices.setFile("file:///a.sxp", { data: "file:///a.xml" });
    await choices.setFile("file:///a.sxp", { schema: "file:///a.json" });
    expect(choices.query("file:///a.sxp#day")).toEqual({ params: { n: 2 }, limit: 5 });
    expect(choices.query("file:///a.sxp#")).toEqual({});
    expect(choices.files()).toEqual({ "file:///a.sxp": { data: "file:///a.xml", schema: "file:///a.json" } });
  });
  it("are bounded, the oldest go first", async () => {
    const choices = rememberedChoices(memento());
    for (let i = 0; i < 510; i++) await choices.setQuery(`q${i}`, { limit: i + 1 });
    expect(choices.query("q0")).toEqual({});
    expect(choices.query("q509")).toEqual({ limit: 510 });
  });
});

describe("the page of the panel", () => {
  const page = panelHtml({ script: "vscode:/panel.js", style: "vscode:/panel.css", nonce: "abc123" });
  it("admits its own script and stylesheet by a nonce, and nothing else", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
    expect(policy.split("; ")).toEqual(["default-src 'none'", "style-src 'nonce-abc123'", "script-src 'nonce-abc123'"]);
    for (const [tag] of page.matchAll(/<(?:script|link)\b[^>]*>/g)) expect(tag).toContain('nonce="abc123"');
    expect(page).not.toMatch(/\son\w+=|style=|https?:|unsafe|eval/);
  });
  it("has a new nonce each time", () => {
    const nonces = new Set(Array.from({ length: 100 }, newNonce));
    expect(nonces.size).toBe(100);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });
});
