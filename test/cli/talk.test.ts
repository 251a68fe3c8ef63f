import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { argumentsOf, copyExamples, sxp } from "./sxp.js";

let cwd: string;
const run = (line: string) => sxp(argumentsOf(line), { cwd });

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "sxp-talk-"));
  copyExamples(cwd);
  const { code, out } = await run("memory build talks examples/chats/talk.jsonl");
  expect(code).toBe(0);
  expect(out).toMatch(/^12 new turns, 3 episodes, \d+ facts/);
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe("sxp memory of conversations", () => {
  it("recalls what holds, what held, and what was hidden by it", async () => {
    const now = await run("memory recall talks 'Where does Ana live now?'");
    expect(now.code).toBe(0);
    expect(now.out).toContain("Ana: We moved to Lyon last week");
    expect(now.out).toContain("hid s1/1#1: I live in Porto (superseded by s2/1#1)");
    const then = await run("memory recall talks 'Where does Ana live now?' --valid-at 2026-03-15");
    expect(then.out).toMatch(/^Ana: Until 20 March 2026 I live in Faro/);
    expect((await run("memory recall talks 'Where did Ana live before?'")).out).toMatch(/^Ana: I live in Porto/);
  });

  it("names the successor of what is missing", async () => {
    const { out } = await run("memory recall talks 'Where does Ana live now?' --why-not Porto");
    expect(out).toContain("its successor is s2/1#1");
    const nothing = await run("memory recall talks 'Where does Ana live now?' --why-not Timbuktu");
    expect(nothing.code).toBe(1);
  });

  it("shows slots over time, and what was not kept", async () => {
    const { out } = await run("memory show talks conversation --slots");
    expect(out).toMatch(
      /Ben · dentist {2}ben#dentist\n {2}Dr\. Hale {2}2026-01-05 to 2026-02-05, superseded by s2\/2#1/,
    );
    expect(out).toMatch(/not kept:[\s\S]*hearsay, such as 4: I heard/);
    const json = JSON.parse((await run("memory show talks conversation --slots --format json")).out);
    expect(json.slots.find(({ slot }: { slot: string }) => slot === "ben#home").entries).toHaveLength(1);
  });

  it("adds nothing when it is built again, and layers on request", { tags: "slow" }, async () => {
    const again = await run("memory build talks examples/chats/talk.jsonl --as xmemory --format json");
    expect(JSON.parse(again.out)).toMatchObject({ turns: 0, episodes: 0, failed: [], xmemory: { themes: 5 } });
    const events = await run("memory build talks examples/chats/talk.jsonl --as structmem --format json");
    expect(JSON.parse(events.out).structmem.written).toBeGreaterThan(0);
  });

  it("lets people correct and forget", async () => {
    await run("memory build corrected examples/chats/talk.jsonl");
    expect((await run("memory correct corrected s2/2#1 'Dr. Bell' --author ada")).code).toBe(0);
    expect((await run(`memory recall corrected "Who is Ben's dentist?"`)).out).toContain("Dr. Bell");
    await run("memory forget corrected s1/4#1");
    const { out } = await run("memory recall corrected 'Where does Ben live?'");
    expect(out).not.toContain("Riga.");
    // What is left shares little with the question, and says so.
    expect(out).toMatch(/may answer, said in s2\/2\n/);
    expect((await run("memory correct corrected nothing x")).err).toContain('there is no fact "nothing"');
    expect((await run("memory same corrected ana#doctor ana#home")).err).toContain('There is no slot "ana#doctor"');
    expect((await run("memory same corrected ben#dentist ben#home")).out).toBe("ben#dentist is ben#home\n");
  });

  it("answers, keeps and forgets in plain English, and guesses nobody's name", async () => {
    const ask = (request: string) => run(`ask "${request}" --memory talks --now 2026-04-01`);
    const { out } = await ask("where does Ana live now?");
    expect(out).toContain("Ana: We moved to Lyon last week");
    expect(out).toContain('//Fact[@id = "s2/1#1"]');
    expect(out).toContain("hid s1/1#1: I live in Porto (superseded by s2/1#1)");
    expect((await ask("who is my dentist?")).err).toContain("Ana, Ben talk here");
    const own = await run('ask "who is my dentist?" --user Ben --memory talks --now 2026-04-01 --format json');
    expect(JSON.parse(own.out).readings[0].recalled.items[0]).toMatchObject({ fact: "s2/2#1" });
    expect((await ask("forget that Ana lives in Porto")).out).toContain("sxp memory forget talks 's1/1#1'");
    expect((await ask("remember that Ana lives in Nice")).err).toContain("--user NAME");
  });

  it("recognises an export of ChatGPT, and takes the name of its user", async () => {
    const { out } = await run("memory build chats examples/chats/conversations.json --user Ana --format json");
    expect(JSON.parse(out)).toMatchObject({ turns: 16, failed: [] });
    const { out: found } = await run("memory query chats '//Turn/@speaker' --task conversation --format values");
    expect(new Set(found.trim().split("\n"))).toEqual(new Set(["Ana", "Assistant"]));
  });

  it("says how data that is no conversation would be read", async () => {
    writeFileSync(join(cwd, "other.json"), '{"a":1}');
    const { code, err } = await run("memory build none other.json");
    expect(code).toBe(3);
    expect(err).toContain('the mapping "messages" is for');
  });
});
