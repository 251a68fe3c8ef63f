import { readSessions } from "@semantic-xpath/conversation";
import { mappingNamed, readJson, readJsonLines } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";

async function read(name: string, text: string) {
  const { mapping } = (await mappingNamed(name))!;
  const tree = name === "messages" ? readJsonLines(text, { mapping }) : readJson(text, { mapping });
  return readSessions(tree, { user: "Ana", date: "2026-05-01" });
}

describe("sessions of chat exports", () => {
  it("takes the branch that a ChatGPT conversation ended in, without systems and tools", async () => {
    const message = (role: string, text: string, time: number | null) => ({
      author: { role },
      create_time: time,
      content: { content_type: "text", parts: [text] },
    });
    const mapping = {
      r: { id: "r", message: null, parent: null, children: ["s"] },
      s: { id: "s", message: message("system", "You help.", null), parent: "r", children: ["a"] },
      a: { id: "a", message: message("user", "I live in Turku.", 1746172800), parent: "s", children: ["b", "c"] },
      b: { id: "b", message: message("assistant", "Old answer.", 1746172801), parent: "a", children: [] },
      c: { id: "c", message: message("assistant", "New answer.", 1746172802), parent: "a", children: [] },
    };
    const chat = { id: "k", title: "Home", create_time: 1746172800, current_node: "c", mapping };
    const sessions = await read("chatgpt", JSON.stringify([chat]));
    expect(sessions).toMatchObject([{ id: "k", date: "2025-05-02T08:00:00Z" }]);
    expect(sessions[0]!.turns.map(({ id, speaker, text }) => [id, speaker, text])).toEqual([
      ["a", "Ana", "I live in Turku."],
      ["c", "Assistant", "New answer."],
    ]);
  });

  it("puts messages together by their session, else by their day, else into one", async () => {
    const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
    const named = [
      { speaker: "Ben", text: "Hi.", session: "b", time: "2026-02-02" },
      { speaker: "human", text: "Hello.", session: "a", time: "2026-01-01" },
      { speaker: "Ben", text: "", session: "a" },
    ];
    expect(await read("messages", lines(named))).toMatchObject([
      { id: "a", date: "2026-01-01", turns: [{ speaker: "Ana" }] },
      { id: "b", date: "2026-02-02" },
    ]);
    const timed = [
      { speaker: "Ben", text: "Hi.", time: "2026-01-01T10:00:00Z" },
      { speaker: "Ben", text: "Bye.", time: "2026-01-02T10:00:00Z" },
    ];
    expect((await read("messages", lines(timed))).map(({ id }) => id)).toEqual(["2026-01-01", "2026-01-02"]);
    const counted = [1746172800, 1746259200000].map((timestamp) => ({ speaker: "Ben", text: "Hi.", timestamp }));
    expect((await read("messages", lines(counted))).map(({ id }) => id)).toEqual(["2025-05-02", "2025-05-03"]);
    const bare = [
      { speaker: "Ben", text: "Hi." },
      { speaker: "Cy", text: "Bye." },
    ];
    expect(await read("messages", lines(bare))).toMatchObject([
      { date: "2026-05-01", turns: [{ id: "1" }, { id: "2" }] },
    ]);
  });
});
