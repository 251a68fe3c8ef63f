import { type Document, type Parsed, type Piece, parse, parsePieces } from "@semantic-xpath/parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryQueryText } from "./arbitraryAst.js";

/** Moves every span of a tree or a list of diagnostics. */
const moved = <T>(value: T, by: number): T => {
  if (Array.isArray(value)) return value.map((each) => moved(each, by)) as T;
  if (value === null || typeof value !== "object") return value;
  const { start, end } = value as unknown as { readonly start?: number; readonly end?: number };
  if (start !== undefined && end !== undefined) return { start: start + by, end: end + by } as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moved(each, by)])) as T;
};

/** What the pieces say together, with spans in the document. */
function joined(text: string, pieces: readonly Piece[]): Parsed {
  const all = pieces.map(({ start, parsed, diagnostics }) => moved({ ast: parsed.ast, diagnostics }, start));
  const lists = (key: "imports" | "declarations" | "updates" | "comments") => all.flatMap(({ ast }) => [...ast[key]]);
  const ast = {
    kind: "Document",
    span: { start: 0, end: text.length },
    imports: lists("imports"),
    declarations: lists("declarations"),
    updates: lists("updates"),
    query: all[0]?.ast.query ?? null,
    update: all[0]?.ast.update ?? null,
    comments: lists("comments"),
  } as unknown as Document;
  const diagnostics = all.flatMap((each) => each.diagnostics);
  return { ast, diagnostics: diagnostics.sort((a, b) => a.span.start - b.span.start) };
}

const HEADS = [
  "declare query a() := ",
  "declare query b($x, $y as number) := ",
  'import schema "s.json";\n',
  "declare ",
  "declare update u($n as node) := ",
];
const SLIPS = [
  '"',
  "(:",
  ":)",
  ";",
  "]",
  "(",
  "declare",
  "declar q",
  "import",
  "query",
  "$x",
  " ",
  "\n",
  "\u{1f600}",
  "1-",
  "#",
  "declare update d() := insert node <a b='{$x}'>t</a> into //b;\n",
  "declare update d() := insert node <a>t\n",
  "declare update d() := insert node <a b='\n",
  "delete node //a",
  "<a>",
  "</a>",
  "{",
  "}",
  "/A/{",
  "insert node attribute x {",
];
const part = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...HEADS), arbitraryQueryText).map(([head, query]) => `${head}${query};\n`),
  },
  { weight: 1, arbitrary: fc.constantFrom(...SLIPS) },
  { weight: 1, arbitrary: fc.constantFrom("(: a comment :)\n", "/A/B", 'import data "d.xml";\n') },
);
const texts = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(""));

/** Replaces a stretch of a text. */
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(400)),
    text: fc.oneof(fc.constantFrom(...SLIPS), part, fc.constant("")),
  }),
  { minLength: 1, maxLength: 5 },
);
const edited = (text: string, { at, length, text: by }: { at: number; length: number; text: string }): string => {
  const start = at % (text.length + 1);
  return text.slice(0, start) + by + text.slice(start + length);
};

describe("a document in pieces", () => {
  it("says what the document says as a whole", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const pieces = parsePieces(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        expect(joined(text, pieces)).toEqual(parse(text));
      }),
    );
  });

  it("is after any edits what it would be anew", () => {
    fc.assert(
      fc.property(texts, edits, (text, changes) => {
        let now = text;
        let pieces = parsePieces(now);
        for (const change of changes) {
          const before = now;
          now = edited(now, change);
          pieces = parsePieces(now, { text: before, pieces });
          expect(pieces).toEqual(parsePieces(now));
        }
      }),
    );
  });

  it("has a comment once, also where a value in quotes that is around it does not end", () => {
    const text = "declare update d() := insert node <a b='\n{(: a comment :)\ndeclare query a() := /A;";
    expect(parse(text).ast.comments.map((comment) => comment.text)).toEqual(["(: a comment :)"]);
    expect(joined(text, parsePieces(text))).toEqual(parse(text));
  });

  it.each([
    "declare update d() := insert node <a>t\n{declare update d() := insert node <a b='{$x}'>t</a> into //b;\n",
    "declare update d() := insert node <a>t\n{; declar d() := insert node <a b='{$x}'>t</a> into //b;\n",
    "declare update d() := insert node <a b='{declare (: c :) update d() := insert node <a b='{$x}'>t</a> into //b;\n",
    "declare query a() := /A/{ x: declare query b() := /B } ;",
    "declare update d() := insert node attribute x { declare query b() := /B } ;",
  ])("begins with a declaration whatever is open before it: %s", (text) => {
    const pieces = parsePieces(text);
    expect(pieces.length).toBe(2);
    expect(joined(text, pieces)).toEqual(parse(text));
  });

  it("is read again from a string on that a quote far behind it closes, also where brackets are too deep to be read", () => {
    for (const open of ['/A[@x = "1];', `/A${"[".repeat(201)}"];`]) {
      const text = `declare query open() := ${open}\n${"declare query q() := /B;\n".repeat(5)}`;
      const before = parsePieces(text);
      expect(before.length).toBe(6);
      for (const end of ['declare query end() := /C[@y = "2"];', 'declare query end() := /C[@y = "];'])
        expect(parsePieces(text + end, { text, pieces: before })).toEqual(parsePieces(text + end));
    }
  });

  it("gives the comments at the end of what is read again to the next declaration", () => {
    const rest = "(: z :)\ndeclare query b() := /B;\ndeclare query c() := /C;";
    const openTag = `insert node <a b='{\ndeclare query a() := /declare query a() := insert node <a b='{$x>t; ${rest}'`;
    const two = "\ndeclare query a() := /A;\n\ndeclare query c() := /C;\n";
    for (const [text, now] of [
      [openTag, `\n${openTag.slice(1)}`],
      [two, two.replace("/A;\n", "/A;(: z :)\n")],
    ] as const)
      expect(parsePieces(now, { text, pieces: parsePieces(text) })).toEqual(parsePieces(now));
  });

  it("is parsed again only where it changed", () => {
    const text = Array.from({ length: 200 }, (_, i) => `declare query q${i}() := /A[@x = ${i}];\n`).join("");
    const before = parsePieces(text);
    const at = text.indexOf("@x = 100");
    const after = parsePieces(`${text.slice(0, at)}@y${text.slice(at)}`, { text, pieces: before });
    const known = new Set(before.map(({ parsed }) => parsed));
    expect(after.filter(({ parsed }) => !known.has(parsed)).map((piece) => piece.text)).toEqual([
      "\ndeclare query q100() := /A[@y@x = 100];",
    ]);
  });

  it("keeps its other declarations where one is over a limit", () => {
    const long = `declare query long() := /${"A".repeat(70_000)};`;
    const deep = `declare query deep() := /A[${"(".repeat(250)}@x${")".repeat(250)}];`;
    const text = `declare query first() := /A;${long}${deep}declare query last() := /B;`;
    const { ast, diagnostics } = parse(text);
    expect(ast.declarations.map(({ name }) => (name.kind === "Name" ? name.text : ""))).toEqual(["first", "last"]);
    expect(diagnostics.map(({ code, span }) => [code, text.slice(span.start, span.start + 18)])).toEqual([
      ["SXP1009", "declare query long"],
      ["SXP1009", "declare query deep"],
    ]);
    expect(parse(`${"declare query q() := /A;".repeat(3)}`, { maxModuleBytes: 71 }).diagnostics[0]?.message).toContain(
      "71",
    );
  });
});
