import { readFileSync } from "node:fs";
import { compile, mappingNamed, readTree, type Tree, validate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../docs/blocks.js";

const read = (name: string): string => readFileSync(new URL(`../../examples/chats/${name}`, import.meta.url), "utf8");
const [chatgpt, openai] = [(await mappingNamed("chatgpt"))!, (await mappingNamed("openai"))!];
const exported = readTree(read("conversations.json"), { mapping: chatgpt.mapping });
const workshop = readTree(read("workshop.jsonl"), { mapping: openai.mapping, format: "jsonl" });

describe("the chats of the guide", () => {
  it("fit the schemas of their mappings", () => {
    expect(validate(exported, chatgpt.schema)).toEqual([]);
    expect(validate(workshop, openai.schema)).toEqual([]);
  });

  const blocks = blocksOf("docs/how-to/your-data.md").filter(({ section }) => section === "Your chats");
  const log = readTree(blocks.find(({ info }) => info === "json")!.text);
  const shown = blocks.filter(({ info }) => info === "sxp");
  const commands = blocks
    .filter(({ info }) => info === "sh")
    .flatMap(({ text }) =>
      [...text.matchAll(/sxp run '([^']+)' --data (\S+)/g)].map(([, query, data]) => ({ query: query!, data: data! })),
    );
  const dataOf = (query: string): Tree =>
    query.includes("messages") ? log : query.includes("ToolCall") ? workshop : exported;

  it.each([...shown.map(({ text }) => text), ...commands.map(({ query }) => query)])(
    "%s finds something",
    async (text) => {
      const { query } = compile(text, { schema: null });
      const { matches } = await query!.run(dataOf(text));
      expect(matches.length).toBeGreaterThan(0);
    },
  );

  it("are ranked with the turn about it first", async () => {
    const { query } = compile('//Turn[text() =~ "aphids on beans"]', { schema: chatgpt.schema });
    const { matches } = await query!.run(exported);
    expect(matches[0]!.node.attributes.id).toBe("a1");
  });
});
