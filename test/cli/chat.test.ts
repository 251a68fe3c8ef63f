import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatEvent } from "@semantic-xpath/chat";
import { describe, expect, it } from "vitest";
import { scriptedServer } from "../support/scriptedServer.js";
import { sxp } from "./sxp.js";

const ITINERARY = [
  ...["--data", "examples/itinerary/itinerary.xml"],
  ...["--schema", "examples/itinerary/itinerary.schema.json"],
];
const script = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
const chat = (stdin: string, ...more: readonly string[]) => sxp(["chat", ...ITINERARY, ...more], { stdin });
const eventsOf = (out: string): ChatEvent[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ChatEvent);

describe("sxp chat", () => {
  it("answers, shows what an edit takes away, does it after a yes, and takes it back", async () => {
    const { code, out, err } = await chat(
      script(
        "# a comment",
        "how many parks are there?",
        "remove High Park",
        "yes",
        "how many parks are there?",
        "undo that",
      ),
    );
    expect([code, err]).toEqual([0, ""]);
    const [, first, removal, yes, second, undone] = out.split(/^> /m);
    expect(first).toMatch(/^how many parks .*\ncount\(.*\) · 8 nodes\n8 POIs .*\.\n$/s);
    expect(removal).toMatch(/\n- <POI name="High Park".*\n.*\(yes or no\)\n$/s);
    expect(yes).toContain("Now at itinerary, version 2");
    expect(second).toMatch(/\n7 POIs .*\.\n$/);
    expect(undone).toContain('+ <POI name="High Park"');
  });

  it("ends with 1 where a question is left without an answer, and changes nothing", async () => {
    const { code, out } = await chat(script("remove High Park"));
    expect(code).toBe(1);
    expect(out).not.toContain("version 2");
  });

  it("says yes by itself, but to deletions only if that is said", async () => {
    const edit = script("set the rating of Island Canteen to 4.2");
    expect((await chat(edit, "--yes")).code).toBe(0);
    const removal = script("remove High Park");
    const events = eventsOf((await chat(removal, "--yes", "--format", "json")).out);
    expect(events.at(-1)).toMatchObject({ type: "done", state: "waiting" });
    const sure = eventsOf((await chat(removal, "--yes", "--yes-to-deletions", "--format", "json")).out);
    expect(sure.map(({ type }) => type)).toContain("changed");
    expect((await chat(removal, "--yes-to-deletions")).code).toBe(2);
  });

  it("prints every event as a line of JSON", async () => {
    const { code, out, err } = await chat(script("how many parks are there?"), "--format", "json");
    expect([code, err]).toEqual([0, ""]);
    const events = eventsOf(out);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["began", "read", "retrieved", "text", "done"]),
    );
    expect(new Set(events.map(({ turn }) => turn)).size).toBe(1);
  });

  it("takes a choice by its number", async () => {
    const { out } = await chat(script("cancel the train", "1", "no"));
    const [, question, choice] = out.split(/^> /m);
    expect(question).toMatch(/\n {2}1\. .*\n {2}2\. /);
    expect(choice).toContain("(yes or no)");
  });

  it("has commands of its own, and says which it does not have", async () => {
    expect((await chat(script(":help"))).out).toContain(":retry");
    expect((await chat(script(":retry"))).code).toBe(2);
    const { code, err } = await chat(script(":nope", "how many parks are there?"));
    expect([code, err]).toEqual([2, expect.stringContaining('no command ":nope"')]);
    expect((await chat(script(":nope", "how many parks are there?"), "--keep-going")).out).toContain("\n8 POIs ");
    expect((await chat(script("how many parks are there?", ":retry"))).out.match(/^8 POIs /gm)).toHaveLength(2);
    expect((await chat(script(":quit", "how many parks are there?"))).out).not.toContain("8");
  });

  it("has colours on a terminal, and none with NO_COLOR; codes of the data are visible", async () => {
    const world = { stdin: script("remove High Park"), terminal: true };
    const coloured = await sxp(["chat", ...ITINERARY], world);
    expect(coloured.out).toContain("\u001b[31m- <POI");
    const plain = await sxp(["chat", ...ITINERARY], { ...world, env: { NO_COLOR: "1" } });
    expect(plain.out).not.toContain("\u001b");
  });

  it("says what tokens a turn took, if that is asked for", async () => {
    expect((await chat(script("how many parks are there?"), "--cost")).out).toMatch(/tokens .*whole memory \d+/);
  });

  it("says what is missing", async () => {
    expect((await sxp(["chat"])).code).toBe(2);
    expect((await chat("", "--memory", "x")).code).toBe(2);
    expect((await chat("", "--model", "nonsense")).code).toBe(2);
    const none = await chat("", "--model", "http://127.0.0.1:9/v1#m", "--key-variable", "NOT_THERE");
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("NOT_THERE")]);
    expect((await chat("", "--task", "none")).code).not.toBe(0);
  });
});

describe("sxp chat about a memory", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "sxp-chat-")), "trips");
  const about = (stdin: string, ...more: readonly string[]) => sxp(["chat", "--memory", folder, ...more], { stdin });

  it("keeps what is changed, by whom, and the conversation", async () => {
    expect((await sxp(["memory", "init", folder])).code).toBe(0);
    expect((await about("")).code).toBe(3);
    expect((await sxp(["memory", "create", folder, "acl", ...ITINERARY])).code).toBe(0);
    expect((await about(script("remove High Park", "yes"), "--author", "ada")).code).toBe(0);
    const log = await sxp(["memory", "log", folder, "acl", "--format", "json"]);
    expect(JSON.parse(log.out)[0]).toMatchObject({ version: 2 });
    expect(log.out).toContain("remove High Park");
    expect(log.out).toContain("ada");
    const next = await about(script("undo that"), "--conversation", "last", "--format", "json");
    expect(next.code).toBe(0);
    expect(eventsOf(next.out)[0]!.turn).toMatch(/\.2$/);
    const unknown = await about("", "--conversation", "nobody");
    expect([unknown.code, unknown.err]).toEqual([3, expect.stringContaining('no conversation "nobody"')]);
  });
});

describe("the three-day trip at the prompt", () => {
  const TRIP = ["--data", "examples/trip/trip.xml", "--schema", "examples/trip/trip.schema.json"];

  it("is revised, looked back at, planned a second time and taken back without a model", async () => {
    const stdin = script(
      "Which day is packed with conference sessions?",
      "Add a coffee break to the day packed with conference sessions",
      "Set its time to 15:15",
      "Move it to day 3",
      "What was the plan before that?",
      "What changed?",
      "Make a second plan",
      "Delete the tutorial on structured queries",
      "yes",
      "Switch back to the first plan",
      "Undo the last change",
    );
    const { code, out, err } = await sxp(["chat", ...TRIP, "--now", "2026-06-01T09:00Z"], { stdin });
    expect([code, err]).toEqual([0, ""]);
    const turns = out.split(/^> /m).slice(1);
    expect(turns[0]).toMatch(/\/Day.* · 1 node\n/);
    expect(turns[1]).toMatch(/^\+ .*Coffee break/m);
    expect(turns[2]).toContain('set time of Coffee break to "15:15"');
    expect(turns[5]).toContain("moved Coffee break from Day 2 to Day 3");
    expect(turns[7]).toContain("(yes or no)");
    expect(turns[9]).toContain("Now at trip, version");
    expect(turns[10]).toContain("moved Coffee break from Day 3 to Day 2");
  });

  it("is talked about with a language model on this machine, whose key comes from the environment", async () => {
    const server = await scriptedServer(({ system }) => {
      if (system.includes("single word")) return "NO";
      return "There are three days.";
    });
    const world = {
      stdin: script("Which day is packed with conference sessions?"),
      env: { SXP_MODEL_KEY: "secret-key" },
    };
    const { code, out, err } = await sxp(["chat", ...TRIP, "--model", `${server.url}#scripted`, "--cost"], world);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("There are three days.");
    expect(out).toMatch(/tokens .*answer \d+ in, \d+ out/);
    expect(out).not.toContain("secret-key");
    expect(server.seen.every(({ authorization }) => authorization === "Bearer secret-key")).toBe(true);
    const gone = await sxp(["chat", ...TRIP, "--model", "http://127.0.0.1:9/v1#m"], { stdin: "" });
    expect([gone.code, gone.err]).toEqual([4, expect.stringContaining("SXP5100")]);
  });
});
