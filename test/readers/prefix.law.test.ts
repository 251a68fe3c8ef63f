import { FORMATS, readAs } from "@semantic-xpath/readers";
import type { FormatName, Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { SAMPLES } from "./mutated.js";

/** Prefix laws: a byte order mark, ends of lines and blank lines shift the spans of a tree, and change nothing else. */

/** Texts in which all of a format may stand after blank lines, and lines may end in any way. */
const TEXTS: Readonly<Record<FormatName, readonly string[]>> = {
  xml: [
    '<Plan title="Toronto">\n  <Day n="1"><POI name="x"/>mixed <b>text</b>\n here</Day>\n</Plan>\n',
    "<!-- c -->\n<a>1</a>",
  ],
  json: [
    '{"type": "Plan",\n "a": [1, -2.5e3, true, null],\n "children": [{"type": "Day", "text": "x"}]}\n',
    "[1,\n 2]",
  ],
  jsonl: ['{"type":"Turn","n":1}\n{"n":[1,{"a":"b"}]}\n\n"x"\n[true]\n'],
  yaml: ["a: &x {b: 1, c: [d, e]}\nd: *x\n# c\nf:\n  - g\n  - h: |\n      two\n      lines\n", "- a\n- b: c\n"],
  markdown: [
    "---\ntitle: x\ntags: [a, b]\n---\n# A *b*\n\nText of two\nlines.\n\n- one\n- [ ] two\n\n```js\ncode\n```\n\n## C\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "# A\n\ntext [[link]]\n",
  ],
  html: ["<!doctype html>\n<html lang=en><body><p>a<b>c</b>\nd</p>\n<ul><li>x<li>y</ul></body></html>\n"],
  csv: ['a,b,"c d"\n1,"x, ""y""",z\n3,4,5\n', "name;n\nx;1\ny;2\n"],
};

interface Row {
  readonly parent: number;
  readonly type: string;
  readonly attributes: object;
  readonly text: string;
  readonly span: readonly [number, number];
}

/** Nodes in document order, their spans at `toText`: where each end is in the text without a prefix. */
function rowsOf(tree: Tree, toText: (offset: number) => number = (offset) => offset): Row[] {
  return Array.from({ length: tree.size }, (_, i) => {
    const { type, attributes, text } = tree.node(i + 1);
    const span = [toText(tree.spanStart![i + 1]!), toText(tree.spanEnd![i + 1]!)] as const;
    return { parent: tree.parent[i + 1]!, type, attributes: { ...attributes }, text, span };
  });
}

const BOM = "\ufeff";

/** Formats whose first line is a header, or where what stands before the text is a part of it. */
const BLANK_LINES_COUNT: Partial<Record<FormatName, string>> = {
  markdown: "front matter begins in the first line",
};

describe.each(Object.keys(FORMATS) as FormatName[])("law: %s", (format) => {
  const texts = fc.constantFrom(...TEXTS[format], ...(format === "xml" ? [] : SAMPLES[format].filter(isPlain)));

  it("after a byte order mark is the same, one further", async () => {
    for (const text of [...TEXTS[format], ...SAMPLES[format]]) {
      const tree = await readAs(format, BOM + text, {});
      // The root may begin before the mark, as the whole text does.
      const shifted = rowsOf(tree, (offset) => Math.max(0, offset - 1));
      expect(shifted).toEqual(rowsOf(await readAs(format, text, {})));
    }
  });

  it.skipIf(format in BLANK_LINES_COUNT)("after blank lines is the same, so much further", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), async (text, lines) => {
        const tree = await readAs(format, "\n".repeat(lines) + text, {});
        const shifted = rowsOf(tree, (offset) => Math.max(0, offset - lines));
        expect(shifted).toEqual(rowsOf(await readAs(format, text, {})));
      }),
      { numRuns: runs(100, 20) },
    );
  });

  it("with lines that end in \\r\\n is the same, each span where its text is", async () => {
    for (const text of TEXTS[format]) {
      const windows = text.replaceAll("\n", "\r\n");
      const toText = (offset: number) => windows.slice(0, offset).replaceAll("\r\n", "\n").replace(/\r$/, "").length;
      const rows = rowsOf(await readAs(format, windows, {}), toText);
      expect(rows).toEqual(rowsOf(await readAs(format, text, {})));
    }
  });
});

/** Samples that no line before them changes. */
function isPlain(sample: string): boolean {
  return !/^(?:%YAML|sep=|<!doctype|---\n)/.test(sample);
}
