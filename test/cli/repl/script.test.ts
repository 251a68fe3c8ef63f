import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inputsIn } from "../../../packages/cli/src/repl/answer.js";
import { planFolder, repository, sxp } from "../sxp.js";

const script = (lines: readonly string[], words: readonly string[] = [], cwd = planFolder()) =>
  sxp(["repl", ...words], { cwd, stdin: lines.join("\n") });

describe("what is pasted at the prompt", () => {
  it.each<[string, string[]]>([
    ["//Day[1]\n//Day[2]", ["//Day[1]", "//Day[2]"]],
    ["/Plan/Day[1]\n/Plan/Day[2]\n", ["/Plan/Day[1]", "/Plan/Day[2]\n"]],
    ["//Day\n  [1]\n  /POI\n:why 1", ["//Day\n  [1]\n  /POI", ":why 1"]],
    ["//POI[\nnode =~ 'a'\n]\nplaces", ["//POI[\nnode =~ 'a'\n]", "places"]],
    ["//Day[1\n:limit 1", ["//Day[1", ":limit 1"]],
    ["(: days :)\n//Day\n//POI", ["(: days :)\n//Day", "//POI"]],
    ["//Day |\n//POI", ["//Day |\n//POI"]],
    [
      "declare query a() := //Day;\ndeclare query b() := //POI;",
      ["declare query a() := //Day;\ndeclare query b() := //POI;"],
    ],
  ])("%j is %j", (text, inputs) => expect(inputsIn(text)).toEqual(inputs));
});

describe("a script", () => {
  it("prints results alone on standard output, the same each time", async () => {
    const lines = [":data plan.xml", '//POI[node =~ "museum"]', "//Day[2]"];
    const { code, out, err } = await script(lines);
    expect([code, err]).toEqual([0, "data: plan.xml, 6 nodes\n"]);
    expect(out).not.toContain("\u001b");
    expect(out).not.toContain("sxp>");
    expect(out).not.toContain(" ms");
    expect((await script(lines)).out).toBe(out);
    expect(out.split("\n").at(-2)).toBe("1  /Plan/Day[2]  Kyoto · index 2");
  });

  it("goes on over several lines where one is open, and leaves comments out", async () => {
    const { code, out } = await script(
      ["# two lines", "//POI[", '  node =~ "museum"', "]", "", "# end"],
      ["-d", "plan.xml"],
    );
    expect([code, out.split("\n")[0]]).toEqual([0, "run 1: 2 matches in 6 nodes · lexical · 1 call, 3 pairs"]);
  });

  it("reads lines that end as on Windows, and a last one without an end", async () => {
    const { code, out } = await sxp(["repl", "-d", "plan.xml"], { cwd: planFolder(), stdin: "//Day[1]\r\n//Day[2]" });
    expect([code, out.match(/^run/gm)?.length]).toEqual([0, 2]);
  });

  it.each<[number, string, string]>([
    [1, "//Day[", "SXP"],
    [1, "//Dya[@x", "SXP"],
    [1, ":whynot /Plan/Foo", "No node"],
    [2, ":nope", "There is no command"],
    [2, ":limit x", ":limit is a whole number"],
    [3, ":data nope.xml", 'can\'t read "nope.xml"'],
    [3, ":load nope.sxp", 'can\'t read "nope.sxp"'],
    [4, ":scorer embedding:nope", "nope"],
  ])("ends with %i after %s", async (code, line, says) => {
    const { code: ended, out, err } = await script(["//Day[1]", line, "//Day[2]"], ["-d", "plan.xml"]);
    expect(err).toContain(says);
    expect([ended, out.match(/^run/gm)?.length]).toEqual([code, 1]);
  });

  it("goes on where it is told to, and ends with the first mistake's code", async () => {
    const lines = [":data nope.xml", "//Day[2]", ":nope"];
    const { code, out } = await script(lines, ["-d", "plan.xml", "--keep-going"]);
    expect([code, out.match(/^run/gm)?.length]).toEqual([3, 1]);
  });

  it("ends what is open where a command begins, which is a mistake of its own", async () => {
    const { code, out, err } = await script(["//Day[1", ":limit 1", "//POI"], ["-d", "plan.xml", "--keep-going"]);
    expect(err).toContain('"[" has no closing "]"');
    expect(err).toContain("limit: 1");
    expect([code, out.match(/^run .*/gm)]).toEqual([1, ["run 1: 1 match (the limit) in 6 nodes"]]);
  });

  it("goes on with what is open over a line that only looks like a command", async () => {
    const { code, out } = await script(
      ["//Day[", ":2", "]", "//Day[1", ":nothing", "]"],
      ["-d", "plan.xml", "--keep-going"],
    );
    expect([code, out.match(/^run .*/gm)]).toEqual([1, ["run 1: 2 matches in 6 nodes"]]);
  });

  it("says in which line a mistake begins", async () => {
    const lines = ["# days", "//Day[", "1]", "", "//Day[", "  @x=", "]", ":nope"];
    const { err } = await script(lines, ["-d", "plan.xml", "--keep-going"]);
    expect(err.match(/^ {2}in line .*$/gm)).toEqual(["  in line 5 of the input", "  in line 8 of the input"]);
  });

  it("leaves with :quit", async () => {
    const { code, out } = await script(["//Day[1]", ":quit", "//Day[2]"], ["-d", "plan.xml"]);
    expect([code, out.match(/^run/gm)?.length]).toEqual([0, 1]);
  });

  it("runs the tour of the examples", async () => {
    const stdin = readFileSync(join(repository, "examples/itinerary/tour.repl"), "utf8");
    const { code, out, err } = await sxp(["repl"], { stdin });
    expect(code, err).toBe(0);
    expect(out).toContain("change: threshold");
    expect(out.match(/^run \d+:/gm)).toEqual(["run 1:", "run 2:", "run 3:"]);
  });
});

describe("an interrupt", () => {
  it("ends a script that waits for its next line", async () => {
    const interruption = new AbortController();
    const endless = (async function* () {
      yield "//Day[1]\n";
      setTimeout(() => interruption.abort(), 50);
      await new Promise(() => undefined);
    })();
    const { code, out } = await sxp(["repl", "-d", "plan.xml"], {
      cwd: planFolder(),
      input: endless,
      signal: interruption.signal,
    });
    expect([code, out.match(/^run/gm)?.length]).toEqual([130, 1]);
  });
});

describe("the command line", () => {
  it("sets what the session begins with", async () => {
    const { out } = await script(
      ["places", ":limit"],
      ["plan.sxp", "-p", "what=museum", "-k", "1", "--min-score", "0.1"],
    );
    expect(out).toContain("1 match (the limit)");
  });

  it("prefers the data that is given to what the file imports", async () => {
    const cwd = planFolder({ "other.xml": "<Plan><Day index='9' city='Oslo'/></Plan>" });
    expect((await script(["day(1)"], ["plan.sxp", "--data", "other.xml"], cwd)).out).toContain("Oslo");
  });

  it.each<[string[], number]>([
    [["--limit", "-1"], 2],
    [["--min-score", "7"], 2],
    [["--data", "nope.xml"], 3],
    [["nope.sxp"], 3],
    [["a.sxp", "b.sxp"], 2],
  ])("%j is refused with %i", async (words, code) => {
    expect((await script(["//Day"], words)).code).toBe(code);
  });
});
