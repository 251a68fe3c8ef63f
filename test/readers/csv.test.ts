import { readdirSync, readFileSync } from "node:fs";
import { readAs } from "@semantic-xpath/readers";
import { type CsvOptions, readCsv } from "@semantic-xpath/readers/csv";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { line, tolerantly } from "./trees.js";

const tolerant = tolerantly(readCsv);

describe("rows", () => {
  it.each<[string, string, CsvOptions?]>([
    ["", "root"],
    ["a,b", "root"],
    ["a,b\n1,2\n\n3,4\n", "root{row(a=1 b=2) row(a=3 b=4)}"],
    ["a,b\r\n1,2\r3,4", "root{row(a=1 b=2) row(a=3 b=4)}"],
    ["\uFEFFa, first name \n1, x", "root{row(a=1 first name= x)}"],
    ['a,b\n"x\ny","say ""hi"""\n', 'root{row(a=x\ny b=say "hi")}'],
    ['a,b\n,2\n"",\n', "root{row(b=2) row}"],
    ["type,text,id\nT,x,1", "root{row(type=T text=x id=1)}"],
    ["type,text\nT,x", "root{T'x'}", { typeKey: "type", textKey: "text" }],
    ["1,2", "root{row(column 1=1 column 2=2)}", { header: false }],
    ["a\n1", "log{Line(a=1)}", { rootType: "log", rowType: "Line" }],
    ["a,b,\n1,2,\n", "root{row(a=1 b=2)}"],
    ["__proto__,constructor\n1,2", "root{row(__proto__=1 constructor=2)}"],
    ["at\n2026-03-14T09:30+02:00\n", "root{row(at=2026-03-14T09:30+02:00)}"],
  ])("%j", (text, expected, options = {}) => expect(line(readCsv(text, options))).toBe(expected));

  it.each([
    ["a;b\n1;2,5\n3;4,5", "root{row(a=1 b=2,5) row(a=3 b=4,5)}"],
    ["name\tsaid\nx\tone, two, three\ny\tno", "root{row(name=x said=one, two, three) row(name=y said=no)}"],
    ["a|b\n1|2", "root{row(a=1 b=2)}"],
    ['a,b\n"x;y;z",2', "root{row(a=x;y;z b=2)}"],
    ["sep=;\r\na;b,c\r\n1;2", "root{row(a=1 b,c=2)}"],
    ["only\nx;y", "root{row(only=x;y)}"],
  ])("%j shows what separates the cells", (text, expected) => expect(line(readCsv(text))).toBe(expected));

  it("takes a delimiter, which is one character", () => {
    expect(line(readCsv("a:b,c\n1:2", { delimiter: ":" }))).toBe("root{row(a=1 b,c=2)}");
    for (const delimiter of ["", "::", '"', "\n"]) expect(() => readCsv("a", { delimiter })).toThrow(RangeError);
  });

  it("has the span of each row", () => {
    const text = 'a,b\r\n1,"x\r\ny"\r\n\r\n2,z';
    const spans = readCsv(text).root!.children.map(({ span }) => text.slice(span!.start, span!.end));
    expect(spans).toEqual(['1,"x\r\ny"', "2,z"]);
  });

  it("is read by readAs", async () => {
    const tree = await readAs("csv", "a;b", { delimiter: ",", header: false, rowType: "r" });
    expect([line(tree), tree.source.format]).toEqual(["root{r(column 1=a;b)}", "csv"]);
  });
});

describe("problems", () => {
  it.each([
    ["a,a,a 2\n1,2,3", "root{row(a=1 a 2=2 a 2 2=3)}", "SXP4016 a", "SXP4016 a 2"],
    ["a,\n1,2\n3,4", "root{row(a=1 column 2=2) row(a=3 column 2=4)}", "SXP4016 2"],
    ["a,b\n1\n1,2,3,\n", "root{row(a=1) row(a=1 b=2 column 3=3)}", "SXP4015 1", "SXP4015 1,2,3,"],
    ['a,b\n"1,2\n3,4', 'root{row(a="1 b=2) row(a=3 b=4)}', 'SXP4013 "'],
    ['a,b\n"x"y,2\n"z" ,3', "root{row(a=xy b=2) row(a=z b=3)}", 'SXP4013 "y'],
  ])("%j is read all the same", (text, ...expected) => expect(tolerant(text)).toEqual(expected));

  it("are thrown where nobody listens, if they are errors", () => {
    expect(() => readCsv('a\n"x')).toThrow(
      "The CSV can't be read: the quotation mark that closes this cell is missing.",
    );
    expect(() => readCsv('a\n"x"y')).toThrow("text follows the quotation mark that closes a cell");
    expect(() => readCsv(new Uint8Array([97, 0xff]))).toThrow("The CSV can't be read: a byte here is not UTF-8.");
    expect(line(readCsv("a,a\n1"))).toBe("root{row(a=1)}");
  });
});

describe("bytes", () => {
  const bytes = Uint8Array.from(
    [..."city,n\nMontr", 0xe9, ..."al,1"].map((each) => (typeof each === "number" ? each : each.charCodeAt(0))),
  );

  it("are in the encoding that somebody knows, unless a mark says otherwise", () => {
    expect(line(readCsv(bytes, { encoding: "latin1" }))).toBe("root{row(city=Montréal n=1)}");
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode("a\né")]);
    expect(line(readCsv(marked, { encoding: "windows-1252" }))).toBe("root{row(a=é)}");
    const wide = Uint8Array.from([..."a\né"].flatMap((each) => [each.charCodeAt(0) & 0xff, each.charCodeAt(0) >> 8]));
    expect(line(readCsv(wide, { encoding: "utf-16le" }))).toBe("root{row(a=é)}");
  });

  it("that are no text are reported, and all else is read", () => {
    const found: string[] = [];
    const tree = readCsv(bytes, { onDiagnostic: ({ code, span }) => found.push(`${code} ${span.start}`) });
    expect(line(tree)).toBe("root{row(city=Montr\uFFFDal n=1)}");
    expect(found).toEqual(["SXP4013 12"]);
    expect(() => readCsv(bytes)).toThrow("a byte here is not UTF-8");
  });

  it("in no known encoding are not read", () => {
    expect(() => readCsv(bytes, { encoding: "nope" })).toThrow(RangeError);
  });
});

const FOLDER = "node_modules/csv-spectrum";
/** Cases whose answer is another file's, with what is read. */
const MISTAKEN: Readonly<Record<string, string>> = {
  "location_coordinates.csv": "37\uFFFD36'37.8\"N 121\uFFFD2'17.9\"W",
};
describe("csv-spectrum", () => {
  it.each(Object.entries(MISTAKEN))(
    "%s is mistaken: its answer has another number than its table",
    (file, expected) => {
      const answer = JSON.parse(readFileSync(`${FOLDER}/json/${file.replace(".csv", ".json")}`, "utf8")) as object;
      const { attributes } = readCsv(readFileSync(`${FOLDER}/csvs/${file}`)).root!.children[0]!;
      expect(attributes["Location Coordinates"]).toBe(expected);
      expect(attributes).not.toEqual(answer);
    },
  );
  it.each(readdirSync(`${FOLDER}/csvs`).filter((file) => !(file in MISTAKEN)))("%s", (file) => {
    const expected = JSON.parse(readFileSync(`${FOLDER}/json/${file.replace(".csv", ".json")}`, "utf8")) as object[];
    const rows = readCsv(readFileSync(`${FOLDER}/csvs/${file}`)).root!.children;
    const full = expected.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== "")));
    expect(rows.map(({ attributes }) => attributes)).toEqual(full);
  });
});

it("what is written is read, also by a library", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", ";", '"', "\n", "\r", "é", "1"), maxLength: 4 });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(",", ";", "\t", "|"),
      fc.constantFrom("\n", "\r\n"),
      (rows, delimiter, newline) => {
        const text = Papa.unparse(rows, { delimiter, newline, quotes: true });
        const names = (row: readonly string[]) =>
          row.flatMap((value, at) => (value === "" ? [] : [[`column ${at + 1}`, value]]));
        const read = readCsv(text, { header: false, delimiter }).root!.children.map(({ attributes }) => attributes);
        expect(read).toEqual(rows.map((row) => Object.fromEntries(names(row)) as object));
      },
    ),
    { numRuns: runs(500) },
  );
});
