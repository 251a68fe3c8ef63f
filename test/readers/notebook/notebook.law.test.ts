import {
  type CellKind,
  notebookCells,
  textStart,
  type WrittenCell,
  writeNotebook,
} from "@semantic-xpath/readers/notebook";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, documentText } from "../../docs/blocks.js";
import { runs } from "../../support/runs.js";

const LINES = [
  "---",
  "data: a.xml",
  "# Heading",
  "Words with `code` and *marks*.",
  "",
  "  ",
  "- an item",
  "  - another",
  "> a quote",
  "```",
  "````",
  "```sxp",
  "``` sxp update",
  "````sxp",
  "~~~sxp",
  "~~~~ sxp error",
  "~~~",
  "```ts",
  "```sxpath",
  "  ```sxp",
  "    ```sxp",
  "- ```sxp",
  "> ```sxp",
  "<!-- a comment",
  "-->",
  "<details>",
  "//Day[1]",
  "declare query q() := //Day;",
  "\tindented",
  "é \u{1F30A} \u0000",
];
const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...LINES) },
  fc.string({ unit: "binary", maxLength: 12 }),
);
/** Files with any line ends, mixed ones too, with or without one at the end and a byte order mark at the beginning. */
const file = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\n", "\r\n", "\r\n", "\r")), { maxLength: 24 }),
    fc.option(line, { nil: "" }),
  )
  .map(([mark, lines, last]) => (mark ? "\uFEFF" : "") + lines.map(([text, end]) => text + end).join("") + last);

const written = (text: string): string => writeNotebook(notebookCells(text));
const GUIDES = DOCUMENTS.map((document) => [document] as const);

describe("a notebook that nobody edits", () => {
  it.each(GUIDES)("is written as it was read: %s", (document) => {
    const text = documentText(document);
    expect(written(text)).toBe(text);
    expect(written(text.replaceAll("\n", "\r\n"))).toBe(text.replaceAll("\n", "\r\n"));
  });

  it("is written as it was read, whatever it is", () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(written(text)).toBe(text);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it("is written as it was read after an editor made all line ends of a cell alike", () => {
    fc.assert(
      fc.property(file, fc.constantFrom("\n", "\r\n"), (text, end) => {
        const cells = notebookCells(text).map((cell) => ({ ...cell, text: cell.text.replace(/\r\n|\r|\n/g, end) }));
        expect(writeNotebook(cells)).toBe(text);
      }),
      { numRuns: runs(10_000, 100) },
    );
  });
});

describe("the cells", () => {
  it("have their texts at their places", () => {
    fc.assert(
      fc.property(file, (text) => {
        for (const cell of notebookCells(text))
          expect(text.slice(textStart(cell), textStart(cell) + cell.text.length)).toBe(cell.text);
      }),
      { numRuns: runs(10_000, 100) },
    );
  });

  it.each(GUIDES)("of code are the fences that the parser of Markdown finds in %s", (document) => {
    const fences = fromMarkdown(documentText(document)).children.flatMap((node) =>
      node.type === "code" && node.lang === "sxp" ? [node.value] : [],
    );
    expect(codeOf(documentText(document)).map(({ text }) => text)).toEqual(fences);
  });
});

const codeOf = (text: string) =>
  notebookCells(text).flatMap(({ kind, text: own, info }) => (kind === "code" ? [{ text: own, info }] : []));

describe("a notebook that is edited", () => {
  const words = fc
    .array(fc.constantFrom(...LINES.filter((one) => !/sxp|^---|^ *$|<details>/.test(one)), "plain"), {
      minLength: 1,
      maxLength: 5,
    })
    .map((lines) => lines.join("\n"));
  const info = fc.constantFrom("sxp", "sxp update", "sxp error");
  const made = fc.oneof(
    words.map((text): WrittenCell => ({ kind: "prose", text, origin: null })),
    fc.tuple(words, info).map(([text, words]): WrittenCell => ({ kind: "code", text, info: words, origin: null })),
  );

  it("has the cells of code that were written, in their order", () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 8 }), (cells) => {
        const code = cells.filter(({ kind }) => kind === "code").map(({ text, info }) => ({ text, info }));
        expect(codeOf(writeNotebook(cells))).toEqual(code);
      }),
      { numRuns: runs(10_000, 100) },
    );
  });

  it("keeps all other cells byte for byte when one is edited", () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.constantFrom("//POI", "", "a\nb", "```\nx\n```"), (text, at, edit) => {
        const cells = notebookCells(text);
        const code = cells.map(({ kind }, i) => (kind === "code" ? i : -1)).filter((i) => i >= 0);
        fc.pre(code.length > 0);
        const place = code[at % code.length]!;
        const after = writeNotebook(cells.map((cell, i) => (i === place ? { ...cell, text: edit } : cell)));
        const { origin } = cells[place]!;
        expect(after.startsWith(text.slice(0, origin.start))).toBe(true);
        const rest = text.slice(origin.start + origin.before.length + origin.source.length);
        expect(after.endsWith(rest)).toBe(true);
        expect(codeOf(after).map((one) => one.text.replace(/\r\n?/g, "\n"))).toEqual(
          code.map((i) => (i === place ? edit : cells[i]!.text.replace(/\r\n?/g, "\n"))),
        );
      }),
      { numRuns: runs(10_000, 100) },
    );
  });
});

describe("one cell", () => {
  const cell = (kind: CellKind, text: string, info?: string): WrittenCell => ({
    kind,
    text,
    ...(info !== undefined && { info }),
    origin: null,
  });
  it("has longer marks where its text has such marks", () => {
    expect(writeNotebook([cell("code", "(: ```` :)\n````")])).toBe("`````sxp\n(: ```` :)\n````\n`````\n");
  });
  it("is apart from the next by an empty line", () => {
    expect(
      writeNotebook([
        cell("frontMatter", "data: a.xml"),
        cell("prose", "Words"),
        cell("prose", "More"),
        cell("code", "//a"),
      ]),
    ).toBe("---\ndata: a.xml\n---\n\nWords\n\nMore\n\n```sxp\n//a\n```\n");
  });
  it("ends a fence that its Markdown leaves open", () => {
    expect(writeNotebook([cell("prose", "~~~\nx"), cell("code", "//a")])).toBe("~~~\nx\n~~~\n\n```sxp\n//a\n```\n");
  });
  it("is none in an empty file, and an empty one in a file of empty lines", () => {
    expect(notebookCells("")).toEqual([]);
    expect(notebookCells("\uFEFF\n")).toMatchObject([{ kind: "prose", text: "" }]);
  });
});
