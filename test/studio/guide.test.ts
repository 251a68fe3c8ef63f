import { readFileSync } from "node:fs";
import { QUESTIONS } from "@semantic-xpath/studio/session";
import { expect, it } from "vitest";
import { SHORTCUTS } from "../../packages/studio/src/page/parts/Shortcuts.js";

const guide = readFileSync("docs/how-to/chat-and-studio.md", "utf8");

it("the guide lists every request, and no other", () => {
  const [, table = ""] = guide.split("## Requests of the protocol");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(named.sort()).toEqual(Object.keys(QUESTIONS).sort());
});

it("the guide lists every key of the page", () => {
  const [, table = ""] = guide.split("## Keys");
  for (const [keys, what] of SHORTCUTS) expect(table).toContain(`| ${keys} | ${what} |`);
});
