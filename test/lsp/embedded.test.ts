import { findEmbedded } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { accept, exampleUri, file, labels, type MarkedDocument, textAt } from "./kit.js";

const SETTINGS = { schema: exampleUri("itinerary/itinerary.schema.json"), data: exampleUri("itinerary/itinerary.xml") };
const script = (marked: string) => file("file:///p/app.ts", marked, {}, SETTINGS);
const found = (text: string) => findEmbedded(text).map(({ span }) => text.slice(span.start, span.end));
const told = ({ service, document }: MarkedDocument) =>
  service.diagnostics(document).map(({ code, range }) => `${code} ${textAt(document, range)}`);

const IMPORT = 'import { compile } from "@semantic-xpath/runtime";\n';

describe("finding queries in scripts", () => {
  it("knows the tag and the call", () => {
    expect(found("const a = sxp`//Day`; const b = sxp<Day>`//POI`; const c = other`x`;")).toEqual(["//Day", "//POI"]);
    expect(
      found(`${IMPORT}compile("//Day"); compile('//POI', { schema }); compile(\`//Note\`); compile(text);`),
    ).toEqual(["//Day", "//POI", "//Note"]);
  });

  it("is not misled by comments, strings, expressions and other people's functions", () => {
    expect(found('// sxp`/a`\n/* sxp`/b` */ const s = "sxp`/c`"; const r = /sxp`/; sxp`/d`')).toEqual(["/d"]);
    expect(found(`${IMPORT}ts.compile("x"); recompile("y"); const half = a / 2; compile("/Day") / 3;`)).toEqual([
      "/Day",
    ]);
    expect(found('compile("src/a.ts")')).toEqual([]);
    expect(found("const t = `a ${sxp`//Day[${n}]`} b`;")).toEqual(["//Day[${n}]"]);
  });

  it("survives what is broken", () => {
    expect(found('const s = "open\nsxp`//Day`')).toEqual(["//Day"]);
    expect(found("sxp`//Day[${")).toEqual(["//Day[${"]);
    expect(found("sxp`//Day")).toEqual(["//Day"]);
  });
});

describe("holes", () => {
  it("are legal where a value is", () => {
    expect(told(script("sxp`//Day[${n}]/POI[node =~ ${wish}][@minutes > ${limit * 2}]`"))).toEqual([]);
    expect(told(script("sxp`//POI[node =~ ${\n  wish({ a: `${b}` })\n}]`"))).toEqual([]);
    expect(told(script('sxp`//Day[@city = "${city}"]`'))).toEqual([]);
  });

  it("are reported by their own text elsewhere, and break nothing else", () => {
    const marked = script("const a = sxp`//${type}`;\nconst b = sxp`//Dya`;\nconst c = sxp`//Day[@city = ${x}]/Dxy`;");
    const all = marked.service.diagnostics(marked.document);
    expect(told(marked)[0]).toMatch(/^SXP1\d+ \$\{type\}$/);
    expect(all[0]!.message).toContain("${type}");
    expect(told(marked).slice(1)).toEqual(["SXP2001 Dya", "SXP2001 Dxy"]);
  });

  it("are shown as they are written", async () => {
    const marked = script("const a = sxp`//Day[@city = ${here}]/POI[node =~ $<|>{there}]`;");
    const { service, document, position } = marked;
    expect(JSON.stringify(await service.hover(document, position))).toContain("${there}");
    expect(service.documentSymbols(document)[0]!.name).toBe("//Day[@city = ${here}]/POI[node =~ ${there}]");
    expect(JSON.stringify([await service.hover(document, position), service.documentSymbols(document)])).not.toContain(
      "$__",
    );
  });

  it("hide the lenses", () => {
    const marked = script("sxp`//Day[${n}]`; sxp`//Day`;");
    expect(marked.service.codeLenses(marked.document)).toHaveLength(4);
  });
});

describe("features in scripts", () => {
  it("complete at the place in the file", () => {
    expect(labels(script("const q = sxp`//Day/<|>`;")).slice(0, 2)).toEqual(["POI", "Restaurant"]);
    expect(accept(script("const q = sxp`//Day[@ci<|>]/POI[${n}]`;"), "@city")).toBe(
      "const q = sxp`//Day[@city]/POI[${n}]`;",
    );
    expect(labels(script("const q = sxp`//Day[${n}]/<|>`;")).slice(0, 2)).toEqual(["POI", "Restaurant"]);
    expect(labels(script("const q = `//Day/<|>`;"))).toEqual([]);
  });

  it("write strings as the script spells them", () => {
    expect(accept(script(`${IMPORT}compile("//Day[@city = <|>]");`), "Ottawa")).toContain(
      'compile("//Day[@city = \\"Ottawa\\"]");',
    );
    expect(told(script(`${IMPORT}compile("//Day[@city = \\"Ottawa\\"]/Dxy");`))).toEqual(["SXP2001 Dxy"]);
    expect(told(script(`${IMPORT}compile("//Day[@city = \\"Otawa\\"]");`))).toEqual(['SXP2005 \\"Otawa\\"']);
  });

  it("hover at the place in the file", async () => {
    const { service, document, position } = script("const q = sxp`//Day[${n}]/PO<|>I`;");
    const hover = await service.hover(document, position);
    expect(textAt(document, hover!.range!)).toBe("/POI");
  });

  it("repair in the file", () => {
    const { service, document, range } = script("const q = sxp`//D<|>ya`;");
    expect(service.codeActions(document, range, ["quickfix"])[0]!.edit!.changes![document.uri]![0]!.newText).toBe(
      "Day",
    );
  });
});
