import { describe, expect, it } from "vitest";
import { choiceOf } from "../../packages/chat/src/conversation/choice.js";
import { conversation, events, history, outcome, query, reads, tripMemory, update } from "./support/conversations.js";

const THREE = ["Zoo", "Museum", "Harbour"];

describe("a choice in words", () => {
  it.each<[string, number | null]>([
    ["1", 0],
    ["2", 1],
    ["3", 2],
    ["0", null],
    ["4", null],
    ["#3", 2],
    ["option 2", 1],
    ["number 1", 0],
    ["first", 0],
    ["The second one.", 1],
    ["the third", 2],
    ["the fourth one", null],
    ["last", 2],
    ["museum!", 1],
    ["yes", null],
    ["something else", null],
  ])("%s of three", (said, place) => {
    expect(choiceOf(said, THREE)).toBe(place);
  });

  it.each<[string, number | null]>([
    ["yes", 0],
    ["Yes please.", 0],
    ["ok", 0],
    ["no", 1],
    ["cancel", 1],
    ["1", null],
    ["maybe", null],
  ])("%s of yes and no", (said, place) => {
    expect(choiceOf(said, ["yes", "no"])).toBe(place);
  });
});

const known = reads({
  days: query("/Trip/Day"),
  rename: update('replace value of node /Trip/@title with "Kyoto"'),
  wipe: update("delete node /Trip/Day[1]", true),
  log: history({ do: "log", task: null }),
});

describe("cancelling a turn", () => {
  it("ends no other one", async () => {
    const at = conversation({ memory: tripMemory(), translator: known });
    const first = at.send("days");
    await events(first);
    const second = at.send("rename");
    at.cancel(first.turn);
    expect((await outcome(second)).state).not.toBe("cancelled");
    at.cancel("c.99");
    expect(at.turns.map(({ state }) => state)).not.toContain("cancelled");
  });

  it("ends the one that goes on, and one that waits", async () => {
    const at = conversation({ memory: tripMemory(), translator: known });
    const going = at.send("days");
    at.cancel(going.turn);
    expect((await outcome(going)).state).toBe("cancelled");
    const waiting = await outcome(at.send("wipe"));
    expect(waiting.state).toBe("waiting");
    at.cancel(at.waiting!.id);
    expect([at.waiting, at.turns.at(-1)!.state]).toEqual([null, "cancelled"]);
  });
});

describe("the log of a conversation", () => {
  it("is that of its own branch", async () => {
    const memory = tripMemory();
    const task = memory.task("trip");
    const at = conversation({ memory, translator: known });
    const wrote = at.send("rename");
    await events(wrote);
    if (at.waiting !== null) await events(at.send("yes"));
    await events(await at.retry(wrote.turn));
    if (at.waiting !== null) await events(at.send("yes"));
    task.commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }], {
      provenance: { reason: "of somebody else" },
    });
    expect(at.branch).not.toBe("main");
    const { text } = await outcome(at.send("log"));
    expect(text).toContain("Versions of");
    expect(text).not.toContain("of somebody else");
    expect(text.match(/^- Version/gm)).toHaveLength(task.log({ branch: at.branch }).length);
  });
});
