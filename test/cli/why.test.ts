import { inspect } from "@semantic-xpath/inspect";
import { compile, readTree, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { answerAbout } from "../../packages/cli/src/commands/run/run.js";
import { apiServer } from "../scorers/http/apiServer.js";
import { capture, PLAN, planFolder, sxp } from "./sxp.js";

const cwd = planFolder({
  "named.sxp":
    'import data "plan.xml";\n\n(: Museums only. :)\ndeclare query museums() := //POI[node =~ "museum" >= 0.99];\n',
});
const run = (words: readonly string[], world = {}) => sxp(["run", ...words, "-d", "plan.xml"], { cwd, ...world });
const MUSEUM = "/Plan/Day[1]/POI[1]";

describe("sxp run --why", () => {
  it("says place, weight and the scores that made it, instead of the result", async () => {
    const { code, out, err } = await run(['//Day[avg(/POI[node =~ "museum"])]', "--why", "/Plan/Day[1]"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/\n0\.\d\d {2}\/Plan\/Day\[1\] {2}2 of 2\nIt ranks 2nd of 2 with weight 0\./);
    expect(out).toMatch(/0\.\d\d {2}avg\(\/POI\[node =~ "museum"\]\)\n.*0\.\d\d {4}\/POI\[1\]/);
    expect(out).not.toContain("Kyoto");
  });

  it("says which word of the text counts for which of the condition, of evidence as well", async () => {
    const { out } = await run(['//POI[node =~ "museums"]', "--why", MUSEUM]);
    expect(out).toMatch(/\n +of "POI .*\n +museums → "museum" \(stem/);
    const { out: ofEvidence } = await run(['//Day[max(/POI[node =~ "museums"])]', "--why", "/Plan/Day[1]"]);
    expect(ofEvidence).toMatch(/\/POI\[1\]\n +museums → "museum" \(stem/);
  });

  it("of a change says if its results are as many as the limit lets in", async () => {
    const { out } = await run(["//POI", "--limit", "1", "--why-not", "/Plan/Day[1]/POI[2]"]);
    expect(out).toContain("limit 1 → 2 (2 results then, the limit)");
  });

  it("answers what is true, whichever was asked", async () => {
    const query = '//POI[node =~ "museum" >= 0.99]';
    const asked = await run([query, "--why", MUSEUM]);
    const other = await run([query, "--why-not", MUSEUM]);
    const time = /[\d.]+ ms/;
    expect(asked.out.replace(time, "")).toBe(other.out.replace(time, ""));
    expect(asked.out).toContain(`\n${MUSEUM}  filter\nIts score 0.`);
  });
});

describe("sxp run --why-not", () => {
  it("of a group says its members, and why no result is it", async () => {
    const { code, out } = await run(["(//POI[@cost > 100])[group by name() as kind]", "--why-not", '[@kind = "POI"]']);
    expect(code).toBe(0);
    expect(out).toContain('[@kind = "POI"]\nNo node of it was grouped: /Plan/Day[1]/POI[1] is left out before');
    const { code: wrong, err } = await run(["//POI", "--why-not", "[@category = 1]"]);
    expect([wrong, err]).toEqual([2, expect.stringContaining("the query makes none")]);
  });

  it("of a node below a record says which field it gives nothing to", async () => {
    const { out } = await run(["//Day/{ n: count(/POI[@cost > 1000]) }", "--why-not", MUSEUM]);
    expect(out).toContain("It gives nothing to n of /Plan/Day[1]: ");
  });

  it("says the reason with its numbers, the place, the scores, and a change that works", async () => {
    const query = '//POI[node =~ "museum" >= 0.99]';
    const { code, out } = await run([query, "--why-not", MUSEUM]);
    expect(code).toBe(0);
    expect(out).toContain(`  ${query}\n       ^^^^^^^^^^`);
    const [, changed] = /change: threshold 0\.99 → [\d.]+ \(\d results? then\)\n {8}(.*)\n/.exec(out) ?? [];
    const again = await run([changed!, "-f", "paths"]);
    expect(again.out).toContain(`\t${MUSEUM}\n`);
  });

  it("shows a declared query without the document around it", async () => {
    const { out } = await sxp(["run", "named.sxp", "--why-not", MUSEUM], { cwd });
    expect(out).toMatch(/\n {8}\/\/POI\[node =~ "museum" >= 0\.\d+\]\n$/);
    expect(out).toContain("  declare query museums() := ");
  });

  it("is JSON, too", async () => {
    const { out } = await run(['//POI[node =~ "museum" >= 0.99]', "--why-not", MUSEUM, "-f", "json"]);
    expect(JSON.parse(out)).toMatchObject({
      matches: [],
      nearest: null,
      causes: [{ kind: "threshold-too-high" }],
      whyNot: { path: MUSEUM, reason: "filter", measured: { needed: 0.99 } },
      change: { kind: "threshold", edits: [{ text: expect.any(String) }] },
    });
  });

  it("ends at once with an interrupt while changes are tried", async () => {
    const interruption = new AbortController();
    // No text, so the run asks nothing; the change is another target, and its scores never come.
    const { url, seen } = await apiServer(() => interruption.abort());
    const words = ['//POI[text() =~ "museum"]', "--scorer", `openai:${url}#m`, "--no-cache"];
    expect(await run(words)).toMatchObject({ code: 0, err: expect.not.stringContaining("nearest") });
    expect(seen).toEqual([]);
    const { code } = await run([...words, "--why-not", MUSEUM], { signal: interruption.signal });
    expect([code, seen.length]).toEqual([130, 1]);
  });

  it("tells the reason also where the time is over before a change is found", async () => {
    const { query } = compile('//POI[text() =~ "museum"]');
    let calls = 0;
    const scorer: Scorer = {
      id: "never",
      cost: "expensive",
      score: (_, __, { signal }) => {
        calls++;
        return new Promise((___, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      },
    };
    // No text, so the run asks nothing; the change is another target, and its scores never come.
    const inspection = await inspect(query!, readTree(PLAN), { scorer });
    const world = { stderr: capture(), env: {}, signal: new AbortController().signal };
    const { found, overtime } = await answerAbout(inspection, MUSEUM, [world, 1]);
    expect(found).toMatchObject({ whyNot: { path: MUSEUM }, change: null });
    expect(overtime).toBe("1 ms were not enough to find the smallest change: --timeout MS gives more.");
    expect(calls).toBeLessThanOrEqual(1);
  });

  it.each<[string[], string]>([
    [["--why-not", "/Plan/Day[9]"], '"/Plan/Day[9]" finds no node.'],
    [["--why", "//POI"], '"//POI" finds 3 nodes, not one.'],
    [["--why", "museum"], '"museum" is not a path to a node.'],
    [["--why", "/Plan", "--why-not", "/Plan"], "one at a time"],
    [["--why", "/Plan", "--format", "paths"], "not as paths"],
    [["--why", "/Plan", "--format", "values"], "not as values"],
    [["--redact"], "--redact goes with --report FILE."],
  ])("%j is a mistake in the command line", async (words, message) => {
    const { code, out, err } = await run(["//Day", ...words]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});

describe("the command and the prompt", () => {
  const asked = async (lines: readonly string[]): Promise<string> =>
    (await sxp(["repl", "-d", "plan.xml"], { cwd, stdin: `${lines.join("\n")}\n` })).out;

  it("say the same about a node that is there", async () => {
    const query = '//Day[avg(/POI[node =~ "museum"])]';
    const { out } = await run([query, "--why", "/Plan/Day[1]"]);
    expect(await asked([query, ":why /Plan/Day[1]"])).toContain(out.split("\n").slice(3).join("\n"));
  });

  it("say the same about one that is not", async () => {
    const query = '//POI[node =~ "museum" >= 0.99]';
    const { out } = await run([query, "--why-not", MUSEUM]);
    const [said] = out.split("\n").slice(3).join("\n").split(/^ {8}/m);
    expect(await asked([query, `:whynot ${MUSEUM}`])).toContain(said);
  });
});

describe("what may be wrong with a result", () => {
  it("is said where there is none, with the nearest query that has some", async () => {
    const { code, err } = await run(['//POI[node =~ "museum" >= 0.99]']);
    expect(code).toBe(0);
    expect(err).toMatch(/^! The best of 3 candidates scored 0\.\d+ and the threshold is 0\.99\./);
    expect(err).toContain('\n  //POI[node =~ "museum" >= 0.99]\n        ^^^^');
    const [, nearest] = /nearest: .*\n {9}(.*)\n$/.exec(err) ?? [];
    expect((await run([nearest!])).out).toContain("/Plan/Day");
  });

  it("is said where there is one", async () => {
    const { err } = await run(['//Day/POI[1][node =~ "museum"]']);
    expect(err).toMatch(/^! [Pp]osition \[1\] was applied before the relevance: \d of 3 candidates were scored\./);
  });

  it("is not said twice", async () => {
    const { err } = await run(["/Plan/Days"]);
    expect(err.match(/no node of type/g)).toHaveLength(1);
  });

  it("is in the JSON and not beside it", async () => {
    const { out, err } = await run(['//POI[node =~ "museum" >= 0.99]', "-f", "json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      causes: [{ kind: "threshold-too-high", message: expect.stringContaining("0.99") }],
      nearest: { paths: [expect.any(String)], change: { kind: "threshold" } },
    });
  });

  it("is said by explain --analyze", async () => {
    const words = ["explain", '//POI[node =~ "museum" >= 0.99]', "-d", "plan.xml", "--analyze"];
    expect((await sxp(words, { cwd })).err).toContain("the threshold is 0.99");
    const json = await sxp([...words, "-f", "json"], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({ causes: [{ kind: "threshold-too-high" }], trace: { version: 1 } });
    expect(json.err).toBe("");
  });
});
