import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConversationEntry } from "@semantic-xpath/chat";
import { folderConversations } from "@semantic-xpath/chat/node";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { conversation, events, outcome, query, reads, update } from "./support/conversations.js";

const translator = reads({
  days: query("//Day"),
  move: update("move node /Trip/Day[1]/Stop[1] into /Trip/Day[2]"),
});
const XML = '<Trip><Day><Stop name="Zoo in the secret valley"/></Day><Day/></Trip>';

function begun() {
  const folder = join(mkdtempSync(join(tmpdir(), "sxp-chat-")), "memory");
  const memory = createMemory(folder);
  memory.createTask("trip", readXml(XML));
  return { folder, memory, file: join(folder, "conversations", "c.jsonl") };
}

it("keeps a conversation beside the memory, for the next process", async () => {
  const { folder, memory, file } = begun();
  const chat = conversation({ memory, translator, store: folderConversations(folder) });
  await events(chat.send("move"));
  memory.close();
  const reopened = openMemory(folder);
  expect(reopened.doctor().isWhole).toBe(true);
  const store = folderConversations(folder);
  const again = conversation({ memory: reopened, translator, store });
  expect(again.record()).toEqual(chat.record());
  expect(store.list()).toEqual(["c"]);
  expect(statSync(file).mode & 0o077).toBe(0);
  reopened.close();
});

it("leaves out what a crash cut off or somebody changed, says so, and goes on", async () => {
  const { folder, memory, file } = begun();
  const store = folderConversations(folder);
  const chat = conversation({ memory, translator, store });
  await events(chat.send("days"));
  await events(chat.send("move"));
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [...lines.slice(0, 3), lines[3]!.replace("move", "moon"), lines[4]!.slice(0, 40)].join("\n"));
  const again = conversation({ memory, translator, store });
  expect(again.problems.map(({ code }) => code)).toEqual(["SXP5145", "SXP5145"]);
  expect(again.turns.map(({ request }) => request)).toEqual(["days"]);
  expect((await outcome(again.send("days"))).state).toBe("answered");
  expect(conversation({ memory, translator, store }).turns).toHaveLength(2);
});

it("refuses what is beyond its bound, and the conversation goes on without being kept", async () => {
  const { folder, memory } = begun();
  const chat = conversation({ memory, translator, store: folderConversations(folder, { maxBytes: 600 }) });
  expect((await outcome(chat.send("move"))).state).toBe("changed");
  expect(chat.turns[0]!.events.some((event) => event.type === "note" && event.code === "SXP5146")).toBe(true);
});

it("takes no path for an id, and follows no link", () => {
  const { folder } = begun();
  const store = folderConversations(folder);
  const entry = { kind: "conversation" } as unknown as ConversationEntry;
  for (const id of ["../x", "a/b", "", ".x", "x".repeat(65)]) expect(() => store.append(id, entry)).toThrow("SXP5149");
  store.append("a", entry);
  symlinkSync(join(folder, "memory.json"), join(folder, "conversations", "b.jsonl"));
  expect(() => store.append("b", entry)).toThrow("SXP5146");
  expect(store.read("b")).toBeNull();
  expect(store.list()).toEqual(["a"]);
  store.remove("a");
  expect(store.read("a")).toBeNull();
});

it("forgets what is pruned from the memory", async () => {
  const { folder, memory, file } = begun();
  const chat = conversation({
    memory,
    translator: reads({ stops: query("//Stop") }),
    store: folderConversations(folder),
  });
  await events(chat.send("stops"));
  expect(readFileSync(file, "utf8")).toContain("secret valley");
  await memory.update("trip", "delete node //Stop");
  memory.prune({ retention: { last: 1 } });
  expect(readFileSync(file, "utf8")).not.toContain("secret valley");
  expect(readdirSync(join(folder, "conversations"))).toEqual(["c.jsonl"]);
});
