import { describe, expect, it } from "vitest";
import { argumentsOf, sxp } from "./sxp.js";

const DATA = "--data examples/itinerary/itinerary.xml";
const run = (line: string, world = {}) => sxp(argumentsOf(`run ${line} ${DATA}`), { columns: 100, ...world });
const json = async (line: string): Promise<unknown> => JSON.parse((await run(`${line} --format json`)).out);

describe("a value", () => {
  const SUM = "'sum(/Itinerary/Day[3]/POI/@minutes)'";

  it("is above its contributors, each with its number and its share of the sum", async () => {
    const { code, out } = await run(SUM);
    expect(code).toBe(0);
    expect(out).toContain("4 contributors in 74 nodes");
    expect(out).toContain("\n\n435\n\n150   34.5% ███▌        /Itinerary/Day[3]/POI[1]/@minutes  Royal Ontario Museum");
  });

  it("needs no colour, and little room", async () => {
    const { out } = await run(SUM, { columns: 50, terminal: true, env: { NO_COLOR: "1" } });
    expect(out).toContain("\n\n435\n\n150  /Itinerary/Day[3]/POI[1]/@minutes");
    expect(out.split("\n").every((line) => line.length <= 50)).toBe(true);
  });

  it("is in JSON as it is, with what each contributor gave", async () => {
    expect(await json(SUM)).toMatchObject({ value: 435, matches: [{ weight: 1, gave: [150] }, {}, {}, {}] });
    expect(await json("'avg(//Day/@nothing)'")).toMatchObject({ value: null, matches: [] });
    expect(await json("'1 div 0'")).toMatchObject({ value: "Infinity" });
    expect(await json("'1073741823 + 1'")).toMatchObject({ value: 1_073_741_824 });
  });

  it("stands alone for a script", async () => {
    expect((await run("'count(//POI) > 3' --format values")).out).toBe("true\n");
    expect((await run("'distinct-values(//Day/@city)' --format values")).out).toBe("Toronto\nOttawa\nMontreal\n");
    expect((await run("'avg(//Day/@nothing)' --format values")).out).toBe("");
  });

  it("is all that tables and lines of JSON have", async () => {
    const read = async (query: string, format: string) => (await run(`'${query}' --format ${format}`)).out;
    const cities = "distinct-values(//Day/@city)";
    expect(await read("count(//POI)", "csv")).toBe("value\n32\n");
    expect(await read(cities, "csv")).toBe("value\nToronto\nOttawa\nMontreal\n");
    expect(await read("count(//POI)", "md")).toBe("| value |\n| --- |\n| 32 |\n");
    expect(await read("count(//POI)", "jsonl")).toBe('{"value":32}\n');
    expect(await read(cities, "jsonl")).toBe('{"value":["Toronto","Ottawa","Montreal"]}\n');
    expect(await read("1 div 0", "jsonl")).toBe('{"value":"Infinity"}\n');
    expect(await read("avg(//Day/@nothing)", "csv")).toBe("value\n");
    expect(await read("avg(//Day/@nothing)", "jsonl")).toBe('{"value":null}\n');
  });

  it("that is 0 or false is an answer, and no other query is looked for", async () => {
    for (const query of ["sum(//Day/@nothing)", "count(//Nothing)", "count(//POI) = 0"]) {
      const { code, out, err } = await run(`'${query}'`);
      expect([code, err.includes("nearest")]).toEqual([0, false]);
      expect(out).toMatch(/\n\n(?:0|false)\n/);
    }
  });

  it("says why: what a node gave to it", async () => {
    const { out } = await run(`${SUM} --why /Itinerary/Day[3]/POI[2]/@minutes`);
    expect(out).toContain("\n60  /Itinerary/Day[3]/POI[2]/@minutes  2 of 4\n");
  });

  it("that can't be computed names the node", async () => {
    const { code, err } = await run("'sum(//POI/@name)'");
    expect(code).toBe(1);
    expect(err).toContain("SXP4011");
    expect(err).toContain("/Itinerary/Day[1]/POI[1]/@name");
  });

  it("is what a comparison is about", async () => {
    const compare = (second: string) =>
      sxp(["compare", "sum(//POI/@minutes)", second, ...argumentsOf(DATA), "--exit-code"]);
    const other = await compare("sum(//POI[@minutes > 60]/@minutes)");
    expect(other.code).toBe(1);
    expect(other.out).toContain("The value was 2990 and is 2495 now.");
    expect(other.out).toContain("9 contributors are gone");
    expect((await compare("sum(/Itinerary/Day/POI/@minutes)")).code).toBe(0);
  });
});

describe("an order by", () => {
  const LONGEST = "'(//POI)[order by @minutes descending][1:3]'";

  it("has its keys in front, and says which they are", async () => {
    const { out } = await run(LONGEST);
    expect(out).toContain("3 matches in 74 nodes · by @minutes descending · ");
    expect(out).toContain("\n270  /Itinerary/Day[5]/POI[1]  ");
    expect(await json(LONGEST)).toMatchObject({ matches: [{ keys: [270] }, { keys: [150] }, { keys: [150] }] });
  });

  it("says what is absent", async () => {
    expect((await run("'(//Day/*)[order by @rating][-1:]'")).out).toMatch(/\n- {2}\/Itinerary/);
  });
});

describe("--now", () => {
  it("is the clock of the run", async () => {
    const { out } = await run("'//Day[@date < current-date()]/@date' --now 2026-06-10 --format values");
    expect(out).toBe("2026-06-08\n2026-06-09\n");
    expect((await run("'current-date()' --now 2026-06-10T23:30:00-05:00 --format values")).out).toBe("2026-06-10\n");
  });

  it.each(["today", "2026-02-30", "2026-06-10T09:00", "10:00"])("is no %s", async (written) => {
    const { code, err } = await run(`'current-date()' --now ${written}`);
    expect(code).toBe(2);
    expect(err).toContain(`--now is a day or a moment with its zone, such as 2026-03-14`);
  });
});

describe("the prompt", () => {
  const typed = async (...lines: readonly string[]) =>
    (await sxp(["repl", ...argumentsOf(DATA)], { stdin: `${lines.join("\n")}\n`, columns: 100 })).out;

  it("answers with a value, and says what a result gave to it", async () => {
    const out = await typed("sum(/Itinerary/Day[3]/POI/@minutes)", ":more", ":why 2", ":explain");
    expect(out).toContain("\n435\n1  150   34.5%");
    expect(out).toContain("\n60  /Itinerary/Day[3]/POI[2]/@minutes  2 of 4\n");
    expect(out).toContain("#1   Value sum(");
  });

  it("has a clock, which is taken back", async () => {
    const asked = "count(//Day[@date < current-date()])";
    expect(await typed(":now 2026-06-10", asked, ":undo", ":now 2026-06-09", asked)).toMatch(/\n2\n[\s\S]*\n1\n/);
  });

  it("takes a defined query before a function of its name", async () => {
    expect(await typed(":def count = //Day[1]", "count()")).toContain("/Itinerary/Day[1]");
  });
});
