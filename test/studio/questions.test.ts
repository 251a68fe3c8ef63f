import { describe, expect, it } from "vitest";
import { reader } from "./support/reader.js";
import { studio } from "./support/studio.js";

const rename = (name: string) => `replace value of node //Day[2]/POI[1]/@name with "${name}"`;

async function talk() {
  const opened = studio({ conversation: { translator: reader } });
  const { id } = await opened.session.ask("conversation", { conversation: null });
  const ended = (turn: string) =>
    expect
      .poll(
        () =>
          opened.events.some(
            (event) => event.type === "chat" && event.event.turn === turn && event.event.type === "done",
          ),
        { interval: 5 },
      )
      .toBe(true);
  const say = async (request: string) => {
    const { turn } = await opened.session.ask("send", { conversation: id, request });
    await ended(turn);
    return turn;
  };
  return { ...opened, id, say, ended };
}

describe("what a question says counts", () => {
  it("redacted runs of a conversation have bars, like those of a query", async () => {
    const { session, events, say } = await talk();
    await say("what is on day 2?");
    const { run: asked } = await session.ask("run", { query: "//Day[2]", task: "trip", version: null });
    const said = events.flatMap((event) =>
      event.type === "chat" && event.event.type === "retrieved" ? [event.event.run] : [],
    );
    for (const run of [asked, said[0]!]) {
      const contents = { run, method: "contents", params: { from: 1, count: 9, characters: 200 } } as const;
      expect(JSON.stringify(await session.ask("view", contents))).toContain("Zoo");
      expect(JSON.stringify(await session.ask("view", { ...contents, redacted: true }))).not.toContain("Zoo");
    }
  });

  it("a page of versions has as many as were asked for, and 500 at the most", async () => {
    const { session, memory } = studio();
    const task = memory.task("trip");
    memory.transaction(() => {
      for (let i = 0; i < 505; i++) task.commit([{ kind: "setAttribute", node: 1, name: "title", value: `${i}` }]);
    });
    const counts = [1, 3, 500, 501, 1_000].map(async (count) => {
      const { versions } = await session.ask("versions", { task: "trip", before: null, count });
      return versions.length;
    });
    expect(await Promise.all(counts)).toEqual([1, 3, 500, 500, 500]);
  });

  it("a merge is what its preview showed, with the chosen sides, or nothing where others have written since", async () => {
    const { session, memory } = studio();
    const task = memory.task("trip");
    await session.ask("branch", { task: "trip", name: "draft", from: task.head().number });
    await memory.update(task, rename("Aquarium"), { branch: "draft" });
    await memory.update(task, rename("Castle"));
    const asked = { task: "trip", from: task.head("draft").number, branch: "main" };
    const { status, conflicts, lines } = await session.ask("merge", asked);
    expect([status, conflicts.length, lines]).toEqual(["conflict", 1, []]);
    expect(conflicts[0]).toMatchObject({ ours: "Castle", theirs: "Aquarium" });
    const sides = { [conflicts[0]!.id]: "theirs" } as const;
    const preview = await session.ask("merge", { ...asked, sides });
    expect(preview).toMatchObject({ status: "ready", version: null, head: task.head().number });
    await memory.update(task, "delete node //Day[1]");
    const count = task.versions().length;
    expect(await session.ask("merge", { ...asked, sides, head: preview.head })).toMatchObject({ status: "outdated" });
    expect(task.versions()).toHaveLength(count);
    const done = await session.ask("merge", { ...asked, sides, head: task.head().number });
    expect(done).toMatchObject({ status: "applied", version: count + 1 });
    expect((await session.ask("merge", asked)).status).toBe("unchanged");
    const odd = { ...asked, sides: { constructor: "theirs" } };
    expect((await session.answer("merge", odd)) as object).toMatchObject({ status: "unchanged" });
    for (const sides of [null, 3, [], { "9": "mine" }])
      await expect(session.answer("merge", { ...asked, sides })).rejects.toThrow('"sides');
  });

  it("an undo is that of its branch", async () => {
    const { session, memory } = studio();
    const task = memory.task("trip");
    task.branch("draft");
    const newest = () => task.head("draft").number;
    await memory.update("trip", rename("Aquarium"));
    await memory.update("trip", rename("Circus"), { branch: "draft" });
    const { status } = await session.ask("undo", { task: "trip", branch: "draft", ifVersion: newest() });
    expect(status).toBe("applied");
    const zoo = (branch: string) => task.head(branch).tree().attribute(6, "name");
    expect([zoo("main"), zoo("draft")]).toEqual(["Aquarium", "Zoo"]);
    await session.ask("restore", { task: "trip", version: 3, branch: "draft", ifVersion: newest() });
    expect([zoo("main"), zoo("draft")]).toEqual(["Aquarium", "Circus"]);
    await session.ask("update", {
      task: "trip",
      update: rename("Park"),
      dryRun: false,
      branch: "draft",
      ifVersion: newest(),
    });
    expect([zoo("main"), zoo("draft")]).toEqual(["Aquarium", "Park"]);
  });

  it("a rewritten request is one conversation, looked at while it goes on or after", async () => {
    const { session, id, say, ended } = await talk();
    const turn = await say("what is on day 2?");
    const made = await session.ask("rewrite", { conversation: id, turn, request: "what is on day 1?" });
    const during = await session.ask("conversation", { conversation: made.conversation });
    expect(during.running).toBe(made.turn);
    await ended(made.turn);
    const after = await session.ask("conversation", { conversation: made.conversation });
    expect(after.running).toBeNull();
    const happened = after.turns.at(-1)!.events;
    expect(happened.filter(({ type }) => type === "done")).toEqual([expect.objectContaining({ state: "answered" })]);
    expect(happened.map(({ type }) => type)).not.toContain("failed");
    expect((await session.ask("conversation", { conversation: id })).turns).toHaveLength(1);
  });
});
