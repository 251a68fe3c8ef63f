import { openaiModel } from "@semantic-xpath/llm/openai";
import type { Memory } from "@semantic-xpath/memory";
import type { StudioEvent } from "@semantic-xpath/studio";
import { describe, expect, it } from "vitest";
import { NOW } from "../chat/support/conversations.js";
import { exampleTrip, namesOfDay } from "../chat/support/trip.js";
import { TRIP_SCRIPT } from "../chat/support/tripScript.js";
import { type Script, scriptedServer } from "../support/scriptedServer.js";
import { served } from "./support/studio.js";

/** The three-day trip behind a server, a page that talks about it, and another one that looks on. */
async function talked(script: Script | null) {
  const memory = exampleTrip();
  const conversation = { now: () => NOW, ...(script !== null && (await scripted(script))) };
  const { tab, faults } = await served({ memory, conversation, author: "Ada" });
  const [page, other] = [tab(), tab()];
  await Promise.all([page.ready, other.ready]);
  const { id } = await page.ask("conversation", { conversation: null });
  const chat = (events: readonly StudioEvent[], turn: string) =>
    events.flatMap((event) => (event.type === "chat" && event.event.turn === turn ? [event.event] : []));
  const outcome = async (turn: string, from: number) => {
    await expect.poll(() => chat(page.events, turn).slice(from).at(-1)?.type).toBe("done");
    const events = chat(page.events, turn);
    const last = events.at(-1)!;
    const text = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    const question = events.findLast((event) => event.type === "question");
    return { turn, events, text, question, state: last.type === "done" ? last.state : "none" };
  };
  /** Says something; a request that answers a question goes on with the turn that asked. */
  const say = async (request: string) => {
    const { waiting } = await page.ask("conversation", { conversation: id });
    const before = waiting === null ? 0 : chat(page.events, waiting).length;
    const { turn } = await page.ask("send", { conversation: id, request });
    return outcome(turn, turn === waiting ? before : 0);
  };
  return { memory, say, page, other, id, faults };
}

async function scripted(script: Script) {
  const server = await scriptedServer(script);
  return {
    model: openaiModel({ url: server.url, model: "scripted", retries: 0, firstWait: 0, timeout: 60_000 }),
    leads: "model" as const,
  };
}

const breakAt = (memory: Memory): string | undefined =>
  memory
    .task("trip")
    .head()
    .tree()
    .root!.children[1]!.children.find(({ type }) => type === "Break")?.attributes.time;

const sizes = (memory: Memory) => memory.tasks().map((task) => [task.name, task.versions().length]);

describe("the three-day trip over HTTP, by the translator alone", () => {
  it("is revised, looked back at, planned a second time, and taken back; another page sees it all", async () => {
    const { memory, say, page, other, id, faults } = await talked(null);
    const added = await say("Add a Break called Coffee break at 15:00 to day 2");
    expect(added.state).toBe("changed");
    expect(breakAt(memory)).toBe("15:00");
    expect((await say("set the time of the coffee break to 15:15")).state).toBe("changed");
    expect(breakAt(memory)).toBe("15:15");
    expect((await say("what was the plan before that?")).text).toContain("15:00");
    const asked = await say("which breaks are there?");
    const retrieved = asked.events.find((event) => event.type === "retrieved")!;
    const rows = await other.ask("view", { run: retrieved.run, method: "results", params: { from: 0, count: 9 } });
    expect(JSON.stringify(rows)).toContain("Coffee break");
    expect((await say("create a second plan called quieter")).state).toBe("changed");
    expect(await page.ask("conversation", { conversation: id })).toMatchObject({ task: "quieter" });
    expect((await say("switch to trip")).state).toBe("answered");
    // What takes something away is shown first; a person says yes with a button.
    const removal = await say("remove the tutorial");
    expect(removal).toMatchObject({ state: "waiting", question: { choices: ["yes", "no"] } });
    const { length } = page.events;
    await other.ask("choose", { conversation: id, turn: removal.turn, choice: 0 });
    await expect
      .poll(() => page.events.slice(length).flatMap((event) => (event.type === "chat" ? [event.event.type] : [])))
      .toContain("done");
    expect(namesOfDay(memory, "trip", 2)).not.toContain("Tutorial on structured queries");
    expect((await say("undo that")).state).toMatch(/changed|waiting/);
    expect(sizes(memory)[1]).toEqual(["quieter", 1]);
    // The page's own undo goes on from there, and both pages have heard the same.
    await other.ask("undo", { task: "trip", ifVersion: memory.task("trip").head().number });
    await expect.poll(() => other.events).toEqual(page.events);
    expect(faults).toEqual([]);
    const { html } = await page.ask("exportConversation", { conversation: id });
    expect(html).toContain("Coffee break");
  });
});

describe("the three-day trip over HTTP, with a language model", () => {
  it("is planned, revised, looked back at, planned a second time, and taken back", async () => {
    const { memory, say, page, id, faults } = await talked(TRIP_SCRIPT);
    await say("Add a coffee break to the day packed with conference sessions");
    expect(namesOfDay(memory, "trip", 2)[4]).toBe("Coffee break");
    expect((await say("Make it a bit later")).state).toBe("changed");
    expect((await say("What was the plan before that?")).text).toContain("15:00");
    expect((await say("which breaks are there?")).text).toBe("There is one, the coffee break (/Trip/Day[2]/Break).");
    await say("Make a quieter second plan from it");
    expect(await say("Leave out the tutorial")).toMatchObject({ state: "waiting" });
    expect((await say("yes")).state).toBe("changed");
    expect(namesOfDay(memory, "quieter", 2)).not.toContain("Tutorial on structured queries");
    await say("Back to the first one");
    expect(await page.ask("conversation", { conversation: id })).toMatchObject({ task: "trip" });
    await say("Undo the last change there");
    expect(breakAt(memory)).toBe("15:00");
    expect(sizes(memory)).toEqual([
      ["trip", 4],
      ["quieter", 2],
    ]);
    expect(memory.task("trip").head().provenance).toMatchObject({
      author: "Ada",
      reason: "Undo the last change there",
    });
    expect(faults).toEqual([]);
  });
});
