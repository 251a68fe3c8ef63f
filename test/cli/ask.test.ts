import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { repository, sxp } from "./sxp.js";

const example = (name: string, format: string): readonly string[] => [
  ...["--data", `examples/${name}/${name}.${format}`],
  ...["--schema", `examples/${name}/${name}.schema.json`],
];
const ITINERARY = example("itinerary", "xml");
const TODO = example("todo", "xml");
const ask = (request: string, ...more: readonly string[]) => sxp(["ask", request, ...more]);

/** The request of the guide that has three entries to choose from. */
const UNCLEAR = "cancel the train";

describe("sxp ask", () => {
  it("shows what was understood, the query, and the results as run prints them", async () => {
    const { code, out, err } = await ask("which museums are there?", ...ITINERARY);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Understood: .+ \(\d+ %\)\n {2}museums → /);
    const ran = await sxp(["run", '//POI[@category = "museum"]', ...ITINERARY]);
    const shown = ran.out.replace(/[\d.]+ ms/, "");
    expect(out.replace(/[\d.]+ ms/, "").endsWith(shown)).toBe(true);
  });

  it("takes the request as one word or as several", async () => {
    const one = await ask("how many parks are there?", "--query-only", ...ITINERARY);
    const many = await sxp(["ask", "how", "many", "parks", "are", "there?", "--query-only", ...ITINERARY]);
    expect(many.out).toBe(one.out);
    expect(compile(one.out).query).toBeDefined();
  });

  it("takes the last word as data where nothing else says what the request is about", async () => {
    const [, file, ...schema] = ITINERARY;
    const named = await ask("how many parks are there?", "--query-only", ...ITINERARY);
    expect(await ask("how many parks are there?", file!, "--query-only", ...schema)).toEqual(named);
    expect(await sxp(["ask", "how", "many", "parks", "are", "there?", file!, "--query-only", ...schema])).toEqual(
      named,
    );
    const about = await ask("how many parks are there in", "notes.md", ...ITINERARY);
    expect(about.err).not.toContain("notes.md: ");
    expect((await ask(file!, ...schema)).code).toBe(2);
  });

  it("asks where nothing is clear, and goes on with the reading that is chosen", async () => {
    const { code, out, err } = await ask(UNCLEAR, ...ITINERARY);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/\n {2}1\. .*\n {5}delete node .*\n {2}2\. /);
    expect(err).toContain("--choose N goes on");
    const chosen = await ask(UNCLEAR, "--choose", "2", "--query-only", ...ITINERARY);
    expect(chosen.code).toBe(0);
    expect(compileUpdate(chosen.out).update).toBeDefined();
    expect((await ask(UNCLEAR, "--choose", "9", ...ITINERARY)).code).toBe(2);
  });

  it("explains what makes a reading less sure: the sum gives its confidence", async () => {
    const { out } = await ask("how many parks are there on day 2?", "--explain", ...ITINERARY);
    const costs = [...out.matchAll(/^ {2}([+-]?[\d.]+) {2}(?!in all)/gm)].map(([, cost]) => Number(cost));
    const [, sum, share] = /^ {2}([\d.]+) {2}in all: (\d+) %$/m.exec(out)!;
    expect(costs.reduce((total, cost) => total + cost, 0)).toBeCloseTo(Number(sum), 1);
    expect(out).toContain(`(${share} %)`);
  });

  it("says so where nothing is understood", async () => {
    const { code, err } = await ask("xyzzy plugh", ...TODO);
    expect(code).toBe(1);
    expect(err).toMatch(/\S/);
  });

  it("shows what an edit would change and the commands that make it, and changes nothing", async () => {
    const before = readFileSync(join(repository, "examples/todo/todo.xml"), "utf8");
    const { code, out } = await ask("delete the eye test", ...TODO);
    expect(code).toBe(0);
    expect(out).toContain('\n- <Task id="t26" title="Eye test"');
    expect(out).toMatch(/Nothing was changed\. These do it:\n {2}sxp memory init /);
    expect(out).toMatch(/sxp memory update plans plan 'delete node .*'\n$/);
    expect(readFileSync(join(repository, "examples/todo/todo.xml"), "utf8")).toBe(before);
  });

  it("answers as JSON: readings, and the result", async () => {
    const { out } = await ask("how many parks are there?", "--format", "json", ...ITINERARY);
    expect(JSON.parse(out)).toMatchObject({
      isClear: true,
      chosen: 0,
      readings: [{ kind: "query", query: expect.stringContaining("count(") }],
      result: { value: 8 },
    });
    const unclear = await ask(UNCLEAR, "--format", "json", ...ITINERARY);
    expect([unclear.code, JSON.parse(unclear.out).isClear]).toEqual([1, false]);
    const edit = JSON.parse((await ask("delete the eye test", "--format", "json", ...TODO)).out);
    expect(edit).toMatchObject({ dryRun: { status: "dry run" }, commands: { length: 3 } });
  });

  it("says what is missing or too much", async () => {
    expect((await ask("which museums are there?")).code).toBe(2);
    expect((await ask("which museums are there?", "--memory", "x", ...ITINERARY)).code).toBe(2);
    expect((await sxp(["ask"])).code).toBe(2);
    expect((await ask("which museums are there?", "--data", "none.xml")).code).toBe(3);
    const long = await ask("a ".repeat(1500), ...ITINERARY);
    expect([long.code, long.err]).toEqual([1, expect.stringContaining("2000")]);
  });

  it("makes codes of the request and the data visible", async () => {
    const { out, err } = await ask("which museums\u001b[31m are there?", ...ITINERARY);
    expect(out + err).not.toContain("\u001b");
  });
});

describe("sxp ask about a memory", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "sxp-ask-")), "trips");
  const run = async (...words: readonly string[]) => {
    const answer = await sxp(words);
    expect(answer.code, answer.err).toBe(0);
    return answer.out;
  };

  it("knows its versions", async () => {
    await run("memory", "init", folder);
    await run("memory", "create", folder, "acl", ...ITINERARY);
    await run("memory", "update", folder, "acl", 'delete node //POI[@name = "High Park"]');
    expect(await run("ask", "how many parks are there?", "--memory", folder)).toMatch(/\n7\n/);
    expect(await run("ask", "how many parks are there?", "--memory", folder, "--task", "acl", "--at", "1")).toMatch(
      /\n8\n/,
    );
    const changed = await run("ask", "what changed?", "--memory", folder);
    expect(changed).toContain(`sxp memory diff ${folder} acl 1 2\n`);
    expect(changed).toContain("deleted POI High Park");
    const undone = await run("ask", "undo that", "--memory", folder);
    expect(undone).toMatch(/Nothing was changed\. This does it:\n {2}sxp memory (?:restore|revert) /);
    const edit = await run("ask", "remove the CN Tower", "--memory", folder);
    expect(edit).toMatch(/sxp memory update \S+ acl 'delete node .*'\n$/);
    expect(await run("memory", "log", folder, "acl")).not.toContain("version 3");
  });

  it("asks which of several tasks is meant", async () => {
    await run("memory", "create", folder, "todo", ...TODO);
    const { code, err } = await sxp(["ask", "which tasks are blocked?", "--memory", folder]);
    expect([code, err]).toEqual([2, expect.stringContaining("acl, todo")]);
    expect(await run("ask", "which tasks are blocked?", "--memory", folder, "--task", "todo")).toContain(
      "Budget table",
    );
  });
});
