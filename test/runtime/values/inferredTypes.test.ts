import { readFileSync } from "node:fs";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, type Match, readXml, type SemanticXPathError } from "@semantic-xpath/runtime";
import { inferColumn } from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";

/** Types from data, language.md §7: what no schema declares is read as what nine in ten of its values are. */
const run = (text: string, xml: string, params = {}) => {
  const { query, diagnostics } = compile(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return query!.run(readXml(xml), { params });
};
const ids = async (text: string, xml: string) =>
  (await run(`${text}/@id`, xml)).matches.map(({ value }: Match) => value).join("");

const trip = `<Trip>
  <POI id="a" cost="CAD 9" at="9:00 AM" long="1 h" far="900 m"/>
  <POI id="b" cost="CAD 89" at="8:30 PM" long="45 min" far="1.2 km"/>
  <POI id="c" cost="CAD 47" at="10:15 AM" long="2 h" far="3 km"/>
  <POI id="d"/>
</Trip>`;

describe("columns of one kind", () => {
  it.each<[string, string]>([
    ['//POI[@cost > "CAD 40"]', "bc"],
    ["//POI[@cost > 40]", "bc"],
    ["//POI[@cost = max(root()//POI/@cost)]", "b"],
    ["//POI[order by @cost descending]", "bcad"],
    ["//POI[cost < 50]", "ac"],
    ['//POI[@at > "noon"]', "b"],
    ["//POI[order by @at]", "acbd"],
    ['//POI[@long >= "1 h"]', "ac"],
    ['//POI[@far > "1 km"]', "bc"],
    ["//POI[@far > 1000]", "bc"],
    ["//POI[order by @far descending][1]", "c"],
    ['//POI[starts-with(@cost, "CAD")]', "abc"],
    ['//POI[@cost = "free"]', ""],
    ['//POI[@cost != "free"]', "abc"],
  ])("%s finds %s", async (text, found) => expect(await ids(text, trip)).toBe(found));

  it.each<[string, unknown]>([
    ["max(//POI/@cost)", "CAD 89"],
    ["min(//POI/@cost)", "CAD 9"],
    ["sum(//POI/@cost)", "CAD 145"],
    ["sum(//POI/@cost) * 2 > 289", true],
    ["sum(//POI/@far)", "5100 m"],
    ["max(//POI/@far) > 2999", true],
    ["count(//POI/@cost)", 3],
  ])("%s is %s", async (text, value) => {
    const result = await run(text, trip);
    expect(result.value).toBe(value);
    expect(result.caveats).toBeUndefined();
  });

  it("own texts and fields of children are columns, too", async () => {
    const tasks = `<R><T id="a"><Est>4 h</Est></T><T id="b"><Est>30 min</Est></T><T id="c"><Est>1 day</Est></T></R>`;
    expect((await run("sum(//Est/text())", tasks)).value).toBe("1 day 4 h 30 min");
    expect(await ids('//T[Est > "4 h"]', tasks)).toBe("c");
  });

  it("the README's file", async () => {
    const xml = readFileSync("examples/itinerary/itinerary.xml", "utf8");
    expect((await run("max(//POI/@cost)", xml)).value).toBe("CAD 89");
  });
});

const prices = (...values: string[]) => `<R>${values.map((value, i) => `<A id="${i}" v="${value}"/>`).join("")}</R>`;

describe("columns of two kinds", () => {
  const texts: Readonly<Record<string, readonly [string, string]>> = {
    number: ["2", "3"],
    boolean: ["true", "false"],
    date: ["2026-03-01", "2026-03-02"],
    dateTime: ["2026-03-01T10:00", "2026-03-02T11:00"],
    time: ["10:00", "11:30"],
    duration: ["2 h", "30 min"],
    "money(EUR)": ["EUR 2", "EUR 3"],
    "quantity(kg)": ["2 kg", "3 kg"],
    "interval(number)": ["1 to 3", "2 to 5"],
  };
  const pairs = Object.keys(texts).flatMap((one) => Object.keys(texts).map((other) => [one, other] as const));

  const plain = ["number", "date", "dateTime", "time"];

  it.each(pairs)(
    "%s and %s compare where the declared types do, and else end the run, or are reported",
    async (one, other) => {
      const [a, b] = [texts[one]!, texts[other]!];
      const xml = `<R><A x="${a[0]}" y="${b[1]}"/><A x="${a[1]}" y="${b[0]}"/></R>`;
      const types = { R: { children: { A: {} } }, A: { attributes: { x: { type: one }, y: { type: other } } } };
      const schema = parseSchema(JSON.stringify({ version: 1, roots: ["R"], types })).schema!;
      const isRefused = compile("//A[@x = @y]", { schema }).diagnostics.some(({ code }) => code === "SXP2005");
      const outcome = await run("//A[@x = @y]", xml).then(
        ({ caveats }) => caveats?.[0]?.code ?? "found",
        (error) => (error as SemanticXPathError).diagnostic.code,
      );
      const isReported = [one, other].includes("number") && plain.includes(one) && plain.includes(other);
      expect(outcome).toBe(!isRefused ? "found" : isReported ? "otherKind" : "SXP4011");
    },
  );

  it("is said of a number beside dates", async () => {
    const [first] = (await run("//A[@x > 5]", '<R><A x="2026-03-01"/><A x="2026-03-02"/></R>')).caveats!;
    expect(first).toMatchObject({ code: "otherKind", column: "A/@x", count: 2, odd: 0 });
  });
});

describe("odd values", () => {
  const odd = prices("9", "10", "2", "n/a", "4", "5", "6", "7", "8", "11");
  const caveat = {
    code: "oddValues",
    column: "A/@v",
    message: 'A/@v reads as number, but 1 of its 10 values does not and is left out: "n/a".',
    count: 10,
    odd: 1,
    examples: ["n/a"],
  };

  it("among Booleans are said beside true", async () => {
    for (const [values, code] of [
      [["true", "false", "true", "n/a"], "oddValues"],
      [["true", "false", "yes"], "mixedColumn"],
    ] as const)
      expect(await run("//A[@v = true]", prices(...values))).toMatchObject({ caveats: [{ code, odd: 1 }] });
  });

  it("that stand for a missing value do not count against the type, if at least half are values", async () => {
    const some = prices("EUR 9", "N/A", "EUR 12", "-", "EUR 10.50", "unknown");
    const message = 'A/@v reads as money in EUR, but 3 of its 6 values do not and are left out: "N/A", "-", "unknown".';
    expect(await run("sum(//A/@v)", some)).toMatchObject({ value: "EUR 31.50", caveats: [{ message }] });
    expect(await ids("//A[order by @v]", some)).toBe("042135");
    expect((await run("//A[order by @v]", prices("9", "N/A", "none"))).caveats).toBeUndefined();
  });

  it("have no value of the column's type, and the result says so", async () => {
    expect(await run("sum(//A/@v)", odd)).toMatchObject({ value: 62, caveats: [caveat] });
    expect(await run("max(//A/@v)", odd)).toMatchObject({ value: 11, caveats: [caveat] });
    expect((await run("//A[@v != 4]", odd)).matches).toHaveLength(8);
    expect((await run("//A[@v + 1 > 0]", odd)).matches).toHaveLength(9);
    const ordered = await run("//A[order by @v descending]/@v", odd);
    expect(ordered.matches.map(({ value }) => value)).toEqual(["11", "10", "9", "8", "7", "6", "5", "4", "2", "n/a"]);
    expect(ordered.caveats).toEqual([caveat]);
  });

  it("are texts beside texts, and are there", async () => {
    expect((await run('//A[@v = "n/a"]', odd)).matches).toHaveLength(1);
    expect((await run('//A[@v != "n/a"]', odd)).matches).toHaveLength(9);
    expect((await run("//A[@v]", odd)).matches).toHaveLength(10);
    expect(await run("count(//A/@v)", odd)).toMatchObject({ value: 10 });
  });

  it.each([
    ['//POI[@on < "Monday"]', "abc"],
    ['//POI[@on >= "7 days ago"]', ""],
    ['//POI["Monday" > @on]', "abc"],
    ['//POI[@at < "later"]', "ac"],
    ['//POI[@at = "at 9"]', ""],
  ])("of a text that reads as no such value: %s compares texts, and says so", async (text, found) => {
    const stops = `<Trip><POI id="a" on="2026-03-14" at="9:00 AM"/><POI id="b" on="2026-03-15" at="noon"/><POI id="c" on="2026-03-16" at="8 PM"/></Trip>`;
    expect(await ids(text, stops)).toBe(found);
    const { caveats } = await run(text, stops);
    const [, column, written] = /(@\w+)(?=.*?"(.*?)")/.exec(text.replace(/("Monday") > (@on)/, "$2 < $1"))!;
    expect(caveats).toMatchObject([{ code: "comparedAsText", column: `POI/${column}`, count: 3, examples: [written] }]);
  });

  it("of a text that is one of the odd values: equality asks for these", async () => {
    expect((await run('//A[@v = "n/a"]', odd)).caveats).toBeUndefined();
    expect((await run('//A[@v < "n/a"]', odd)).caveats).toMatchObject([{ code: "comparedAsText", odd: 1 }]);
    expect((await run('//A[@v < "n/a"]', prices("EUR 3", "x", "y"))).caveats).toBeUndefined();
  });

  it("make the column text from more than one in ten on, with a caveat up to a half", async () => {
    const half = await run("//A[@v > 4]", prices("3", "5", "x"));
    expect(half.matches).toHaveLength(1);
    expect(half.caveats).toMatchObject([{ code: "mixedColumn", odd: 1, count: 3 }]);
    expect(half.caveats![0]!.message).toMatch(
      /^.+ counts as text: 1 of its 3 values does not read as an? \w+, such as /,
    );
    expect((await run("//A[@v > 4]", prices("x", "5", "y"))).caveats).toBeUndefined();
  });

  it.each([
    ["a date", '"2026-03-01"', ["12.03.2026", "01.02.2026", "25.04.2026"]],
    ["a date", '"2026-03-01"', ["3/14/2026", "12/1/2025"]],
    ["a number", "1000", ["1,200", "950", "13,000"]],
    ["a number", "10", ["12,5", "3,75"]],
    ["a number", "1000", ["1 200", "13 000"]],
    ["a number", "2", ["1.10.0", "1.9.2"]],
  ])("are there where digits that people read as %s are ordered as texts", async (noun, literal, values) => {
    const data = prices(...values);
    const odd = values.filter((value) => !/^\d+$/.test(value));
    const expected = [{ code: "mixedColumn", odd: odd.length, count: values.length, examples: odd.slice(0, 3) }];
    for (const query of [`//A[@v < ${literal}]`, `//A[@v = ${literal}]`, "//A[order by @v]", "max(//A/@v)"]) {
      const { caveats } = await run(query, data);
      expect([query, caveats]).toMatchObject([query, expected]);
      expect(caveats![0]!.message).toContain(` not read as ${noun}, such as `);
    }
    for (const query of [`//A[@v = "${odd[0]}"]`, "//A[@v]", '//A[starts-with(@v, "1")]', "//A[@v != 'x']"])
      expect([query, (await run(query, data)).caveats]).toEqual([query, undefined]);
  });

  it.each([
    ["a quantity in g", ["5 g", "12 g", "100 g"], ["5 g", "12 g", "100 g"]],
    ["a quantity in °C", ["9 C", "11 C"], ["9 C", "11 C"]],
    ["money in EUR", ["€12", "€1.200", "€90"], ["€1.200"]],
    ["money in EUR", ["12,50 €", "1,459 €", "3 €"], ["1,459 €"]],
    ["a quantity in kg", ["0,75 kg", "1.200 kg", "1,250 kg"], ["1.200 kg", "1,250 kg"]],
    ["a number", ["1.200", "950", "12.500"], ["1.200", "12.500"]],
  ])(
    "are there where a column would be %s and some values can be read in two ways: %j",
    async (noun, values, unclear) => {
      const data = prices(...values);
      for (const query of ["//A[order by @v]", "max(//A/@v)", "//A[@v > 7]"])
        expect([query, (await run(query, data)).caveats]).toMatchObject([
          query,
          [{ code: "mixedColumn", odd: unclear.length, count: values.length, examples: unclear }],
        ]);
      const [{ message }] = (await run("max(//A/@v)", data)).caveats!;
      expect(message).toContain(`counts as text, not as ${noun}: ${unclear.length} of its ${values.length} values can`);
    },
  );

  it.each([
    ["another value shows what a point is", ["€12.50", "€1.200", "€90"]],
    ["another value shows what a comma is", ["1,200.50 €", "1,459 €"]],
    ["a comma parts thousands", ["€1,200", "€90"]],
    ["a quantity has three decimals", ["1.200 kg", "3 kg"]],
    ["a clear unit stands beside", ["5 g", "1 kg"]],
    ["numbers have decimals", ["1.200", "950", "12.5"]],
    ["numbers are not parted", ["1.200", "9500"]],
    ["numbers all have three decimals", ["1.200", "9.500"]],
    ["decimals do not end in zeros", ["1.125", "9"]],
  ])("are absent where %s: %j", async (_, values) => {
    for (const query of ["//A[order by @v]", "max(//A/@v)"])
      expect([query, (await run(query, prices(...values))).caveats]).toEqual([query, undefined]);
  });

  it("are absent where text is plainly text: words beside digits, identifiers", async () => {
    for (const values of [
      ["3-A", "5-B"],
      ["007", "1,200"],
      ["x", "1,200", "950"],
      ["2026-03-01", "2026-04-01"],
    ])
      expect([values, (await run("//A[order by @v]", prices(...values))).caveats]).toEqual([values, undefined]);
  });

  it("say why a sum of such a column finds a text", async () => {
    const why = 'A/@v counts as text: 1 of its 3 values does not read as money in EUR, such as "ask".';
    const of = async (...values: string[]) =>
      run("sum(//A/@v)", prices(...values)).catch(({ message }: Error) => message);
    const text = 'must be a number, and it is "EUR 3".';
    expect(await of("EUR 3", "EUR 5", "ask")).toContain(`${text} ${why}`);
    expect(await of("EUR 3", "x", "y")).toMatch(new RegExp(`${text}$`));
  });
});

describe("identifiers", () => {
  const codes = prices("12", "007", "9");
  const why = 'A/@v counts as text: "007" begins with a zero, as identifiers do.';
  it("say why they are no numbers", async () => {
    await expect(run("sum(//A/@v)", codes)).rejects.toThrow(`/R/A[1]/@v must be a number, and it is "12". ${why}`);
    const message = `${why} Its values are compared with 8 as texts.`;
    expect(await run("//A[@v > 8]", codes)).toMatchObject({ caveats: [{ code: "comparedAsText", message }] });
  });
  it("are shown as they are written", async () => {
    const { trace } = await compile("//A[order by @v]").query!.run(readXml(codes), { trace: true });
    expect(JSON.stringify(trace)).toContain('"007"');
  });
});

describe("several currencies", () => {
  const mixed = prices("EUR 40", "JPY 9000", "EUR 20");
  it.each(["sum(//A/@v)", "max(//A/@v)", "//A[order by @v]", '//A[@v > "EUR 30"]'])("%s names both", async (text) => {
    await expect(run(text, mixed)).rejects.toMatchObject({
      code: "SXP4011",
      message: expect.stringMatching(/EUR.*JPY|JPY.*EUR/),
    });
  });
  it("names a value of each", async () => {
    for (const text of ["sum(//A/@v)", "max(//A/@v)", "//A[order by @v]", "//A[@v > 5]"])
      await expect(run(text, mixed)).rejects.toThrow(/\/R\/A\[1\]\/@v .* EUR beside JPY of \/R\/A\[2\]\/@v/);
  });
  it("are no error behind a bracket that protects from them", async () =>
    expect(await ids('//A[starts-with(@v, "EUR")][@v > "EUR 30"]', mixed)).toBe("0"));
});

describe("inferColumn", () => {
  const infer = (...texts: string[]) => inferColumn(texts.map((text) => [text, 1] as const));
  it.each<[string[], unknown]>([
    [["CAD 9", "CAD 89"], { kind: "money", currency: "CAD" }],
    [["CAD 9", "EUR 89"], { kind: "money", currency: null }],
    [["500 g", "2 kg"], { kind: "quantity", unit: "g" }],
    [["500 g", "900 g"], null],
    [["9:00", "10 AM"], { kind: "time" }],
    [["2026-03-01", "Mar 2, 2026"], { kind: "date" }],
    [["2026-03-01", "2026-03-01T09:00"], { kind: "dateTime" }],
    [["007", "12", "13"], { kind: "string" }],
    [["5 kg", "5 km"], null],
    [["", " "], null],
    [["1", "", " "], { kind: "number" }],
  ])("%j", (texts, type) => expect(infer(...texts).type).toEqual(type));

  it("counts uses, and not distinct texts", () => {
    expect(
      inferColumn([
        ["1", 9],
        ["x", 1],
      ]),
    ).toMatchObject({ type: { kind: "number" }, odd: 1, count: 10 });
    expect(
      inferColumn([
        ["1", 8],
        ["x", 2],
      ]),
    ).toMatchObject({ type: null, nearly: { kind: "number" }, odd: 2 });
    expect(
      inferColumn([
        ["1", 4],
        ["x", 6],
      ]),
    ).toMatchObject({ type: null, nearly: null, odd: 0 });
  });
});
