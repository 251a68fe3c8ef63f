import { readFileSync } from "node:fs";
import type { Diagnostic } from "@semantic-xpath/parser";
import {
  mappingNamed,
  mappingNotice,
  type ReadOptions,
  readTree,
  recogniseMapping,
  validate,
} from "@semantic-xpath/readers";
import type { Tree } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

/** A tree as lines: type, attributes, own text, indented by depth. */
function outline(tree: Tree, node = 1, depth = 0): string[] {
  const { type, attributes, text, children } = tree.node(node);
  const words = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`);
  const line = `${"  ".repeat(depth)}${type}${words.join("")}${text && `: ${text}`}`;
  return [line, ...children.flatMap(({ id }) => outline(tree, id, depth + 1))];
}

/** Reads data under a shipped mapping: nothing may be unmentioned, and all must fit its schema but for references to nothing. */
async function read(name: string, data: object | string, options: ReadOptions = {}): Promise<string[]> {
  const { mapping, schema } = (await mappingNamed(name))!;
  const found: Diagnostic[] = [];
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const tree = readTree(text, { ...options, mapping, onDiagnostic: (one) => found.push(one) });
  expect(found.map(({ message }) => message)).toEqual([]);
  expect(validate(tree, schema).flatMap(({ code, message }) => (code === "SXP4025" ? [] : [message]))).toEqual([]);
  expect(recogniseMapping(tree)).toBeNull();
  return outline(tree);
}

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/chats/${name}`, import.meta.url), "utf8");

const message = (text: string) => ({ author: { role: "user" }, content: { parts: [text] } });

describe("an export of ChatGPT", () => {
  it("is the current way through each conversation, and its branches where they leave", async () => {
    const lines = await read("chatgpt", example("conversations.json"));
    expect(
      lines.map((line) => line.replace(/ created=[^ ]+Z| updated=[^ ]+Z| model=[\w-]+| kind=text/g, "")).slice(0, 12),
    ).toEqual([
      "Export",
      "  Conversation id=c1 title=Aphids on the beans archived=false",
      "    Turn id=a1 role=user: There are aphids on my runner beans. What can I do without poison?",
      "    Turn id=a2 role=assistant: Spray them with a litre of water and a spoonful of soft soap in the evening, three days in a row. Ladybirds do the rest.",
      "    Branch from=a2",
      "      Turn id=a3 role=user: Does it harm the bees?",
      "      Turn id=a4 role=assistant: Not in the evening, when they have stopped flying. Rinse the flowers the next morning.",
      "    Turn id=a5 role=user: And what if it rains the next day?",
      "    Turn id=a6 role=assistant: Then the soap is washed off and you start again: count three dry days.",
      "    Turn id=a7 role=user: Good. Remind me which soap it was.",
      "    Turn id=a8 role=assistant: Soft soap, also called potassium soap, without perfume.",
      "  Conversation id=c2 title=Which bicycle for the trip archived=false",
    ]);
    expect(lines).toContain("      Image asset=file-service://file-b3 width=1024 height=768");
    expect(lines[2]).toContain("created=2025-05-02T08:00:00.500Z");
  });

  it("has no branch without a turn, and its way goes where turns are", async () => {
    const mapping = {
      a: { message: message("one"), parent: null },
      b: { message: message("two"), parent: "a" },
      c: { message: null, parent: "a" },
      d: { message: null, parent: "c" },
      e: { message: message("three"), parent: null },
      f: { message: null, parent: null },
    };
    const lines = await read("chatgpt", [{ title: "t", mapping }]);
    expect(lines.slice(2).map((line) => line.trim().replace(/^Turn id=\w role=user: /, ""))).toEqual([
      ...["Branch", "one", "two", "three"],
    ]);
    const empty = await read("chatgpt", [{ title: "t", mapping: { c: mapping.c, f: mapping.f } }]);
    expect(empty).toEqual(["Export", "  Conversation title=t"]);
  });

  it("loses no message where links go in circles or nowhere", async () => {
    const mapping = {
      a: { message: message("one"), parent: "b" },
      b: { message: message("two"), parent: "a" },
      c: { message: message("three"), parent: "gone" },
      d: { message: message("four"), parent: "d" },
    };
    const lines = await read("chatgpt", [{ title: "t", mapping, current_node: "zzz" }]);
    expect(lines.map((line) => line.trim().replace(/^Turn id=\w role=user: /, ""))).toEqual([
      ...["Export", "Conversation title=t", "Branch from=b", "one", "two", "Branch from=gone", "three", "four"],
    ]);
  });
});

describe("messages of OpenAI", () => {
  it("are a log of chats where a file has a chat a line", async () => {
    const lines = await read("openai", example("workshop.jsonl"), { format: "jsonl" });
    expect(lines.slice(0, 8)).toEqual([
      "Log",
      "  Chat",
      "    Turn role=system n=1: You help in a bicycle workshop.",
      "    Turn role=user n=2: The chain jumps when I climb. What is worn?",
      "    Turn role=assistant n=3",
      '      ToolCall id=call_1 name=search_manual: {"query":"chain jumps under load"}',
      "    Turn role=tool n=4 call=call_1: Chain longer than 0.75 %: replace chain; also look at the cassette.",
      "    Turn role=assistant n=5: Most likely the chain is stretched. Measure it: beyond 0.75 per cent it goes, and often the cassette with it.",
    ]);
    expect(lines[10]).toBe("      Image url=https://example.org/part.jpg detail=low");
  });

  it("are a chat where there is a list, a request or an answer", async () => {
    const turn = { role: "user", content: "hello" };
    const chat = ["Chat", "  Turn role=user n=1: hello"];
    expect(await read("openai", [turn])).toEqual(chat);
    expect(await read("openai", { messages: [turn] })).toEqual(chat);
    const answer = {
      id: "x",
      object: "chat.completion",
      created: 0,
      model: "m",
      choices: [{ index: 0, message: turn }],
    };
    expect((await read("openai", answer))[0]).toBe("Chat id=x model=m created=1970-01-01T00:00:00Z");
  });

  it("are read from each page of a list that the interface gives", async () => {
    const page = (data: object[]) => ({ object: "list", data, first_id: "a", last_id: "b", has_more: false });
    const message = { id: "a", object: "thread.message", created_at: 0, role: "user" };
    const content = [{ type: "text", text: { value: "hello", annotations: [] } }];
    expect(await read("openai", page([{ ...message, content }]))).toEqual([
      "Chat",
      "  Turn id=a role=user n=1 created=1970-01-01T00:00:00Z: hello",
    ]);
    const answer = { id: "x", object: "chat.completion", created: 0, model: "m", choices: [{ index: 0, message }] };
    expect((await read("openai", page([answer]))).slice(0, 2)).toEqual([
      "Log",
      "  Chat id=x model=m created=1970-01-01T00:00:00Z",
    ]);
    expect(await read("openai", page([]))).toEqual(["Log"]);
  });

  it("keep an image within the message small", async () => {
    const url = `data:image/png;base64,${"A".repeat(2_000_000)}`;
    const lines = await read("openai", [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }]);
    expect(lines[2]!.length).toBeLessThan(2100);
  });
});

it("messages of Anthropic have calls, results and thoughts beside their text", async () => {
  const lines = await read("anthropic", {
    model: "m",
    max_tokens: 1024,
    system: [{ type: "text", text: "Be brief." }],
    tools: [{ name: "weather", description: "Of a place.", input_schema: { type: "object" } }],
    messages: [
      { role: "user", content: "Is it raining in Ghent?" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "I should look.", signature: "s" },
          { type: "text", text: "I look." },
          { type: "tool_use", id: "toolu_1", name: "weather", input: { place: "Ghent" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "Rain." }] },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
        ],
      },
    ],
  });
  expect(lines).toEqual([
    "Chat model=m",
    '  Tool name=weather parameters={"type":"object"}: Of a place.',
    "  Turn role=system: Be brief.",
    "  Turn role=user n=1: Is it raining in Ghent?",
    "  Turn role=assistant n=2: I look.",
    "    Thinking: I should look.",
    '    ToolCall id=toolu_1 name=weather: {"place":"Ghent"}',
    "  Turn role=user n=3",
    "    ToolResult call=toolu_1: Rain.",
    "    Image mediaType=image/png",
  ]);
});

it("an export of Claude has turns, attachments and branches", async () => {
  const turn = (uuid: string, sender: string, text: string, parent?: string) => ({
    ...{
      uuid,
      sender,
      text: "",
      content: [{ type: "text", text }],
      created_at: "2026-05-02T08:00:00Z",
      attachments: [],
      files: [],
    },
    ...(parent !== undefined && { parent_message_uuid: parent }),
  });
  const none = "00000000-0000-4000-8000-000000000000";
  const conversation = (messages: object[]) => ({
    ...{
      uuid: "c",
      name: "Bread",
      created_at: "2026-05-02T08:00:00Z",
      updated_at: "2026-05-02T08:05:00Z",
      account: { uuid: "u" },
    },
    chat_messages: messages,
  });
  const plain = [
    {
      ...turn("m1", "human", "Hello"),
      attachments: [{ file_name: "a.txt", file_type: "txt", file_size: 3, extracted_content: "abc" }],
    },
    turn("m2", "assistant", "Hi"),
  ];
  const when = "created=2026-05-02T08:00:00Z";
  expect(await read("claude", [conversation(plain)])).toEqual([
    "Export",
    `  Conversation id=c title=Bread ${when} updated=2026-05-02T08:05:00Z`,
    `    Turn id=m1 role=user n=1 ${when}: Hello`,
    "      Attachment name=a.txt type=txt size=3: abc",
    `    Turn id=m2 role=assistant n=2 ${when}: Hi`,
  ]);
  const branched = [
    turn("m1", "human", "a", none),
    turn("m2", "assistant", "b", "m1"),
    turn("m3", "assistant", "c", "m1"),
  ];
  const lines = await read("claude", [conversation(branched)]);
  expect(lines.slice(2).map((line) => line.replace(/ role.*: /, " "))).toEqual([
    ...["    Turn id=m1 a", "    Branch from=m1", "      Turn id=m2 b", "    Turn id=m3 c"],
  ]);
});

describe("stores of agents", () => {
  it("has the items of LangGraph in their namespaces", async () => {
    const item = (namespace: string[], key: string, value: object) => ({
      namespace,
      key,
      value,
      created_at: "2026-05-02",
      updated_at: "2026-05-03",
    });
    const { mapping } = (await mappingNamed("langgraph"))!;
    const tree = readTree(
      [
        item(["users", "ana"], "1", { content: "likes tea", weight: 2, tags: ["a", "b"] }),
        item(["users", "ben"], "2", { text: "likes coffee" }),
        item(["users", "ana"], "3", { data: "has a cat" }),
      ],
      { mapping },
    );
    expect(outline(tree)).toEqual([
      "Store",
      "  Namespace name=users",
      "    Namespace name=ana",
      "      Item key=1 created=2026-05-02 updated=2026-05-03 weight=2: likes tea",
      "        tags: a",
      "        tags: b",
      "      Item key=3 created=2026-05-02 updated=2026-05-03: has a cat",
      "    Namespace name=ben",
      "      Item key=2 created=2026-05-02 updated=2026-05-03: likes coffee",
    ]);
  });

  it("has the memories of mem0", async () => {
    const results = [
      {
        id: "1",
        memory: "Likes tea",
        hash: "h",
        user_id: "ana",
        created_at: "2026-05-02T08:00:00Z",
        categories: ["food"],
      },
    ];
    const relations = [{ source: "ana", relationship: "likes", target: "tea" }];
    const lines = ["Memories", "  Memory id=1 user=ana created=2026-05-02T08:00:00Z: Likes tea", "    Category: food"];
    expect(await read("mem0", { results, relations })).toEqual([
      ...lines,
      "  Relation source=ana relationship=likes target=tea",
    ]);
    expect(await read("mem0", results)).toEqual(lines);
  });
});

describe("issues", () => {
  it("are those of GitHub", async () => {
    const issue = {
      ...{
        id: 1,
        node_id: "n",
        number: 7,
        title: "Crash",
        state: "open",
        body: "It crashes.",
        user: { login: "ana", id: 2 },
      },
      ...{
        labels: [{ id: 3, name: "bug", color: "f00", description: "wrong" }],
        assignees: [{ login: "ben" }],
        comments: 2,
      },
      ...{
        created_at: "2026-05-02T08:00:00Z",
        html_url: "https://example.org/7",
        comments_url: "u",
        reactions: { url: "u" },
        locked: false,
      },
      ...{ milestone: null, assignee: null, url: "u" },
    };
    const when = "created=2026-05-02T08:00:00Z comments=2 url=https://example.org/7";
    expect(
      await read("github", [
        issue,
        { ...issue, number: 8, pull_request: { merged_at: null, url: "u" }, labels: [], assignees: [] },
      ]),
    ).toEqual([
      "Issues",
      `  Issue number=7 title=Crash state=open author=ana ${when}: It crashes.`,
      "    Label name=bug description=wrong",
      "    Assignee login=ben",
      `  PullRequest number=8 title=Crash state=open author=ana ${when}: It crashes.`,
    ]);
    const listed = {
      number: 7,
      title: "Crash",
      state: "OPEN",
      author: { login: "ana" },
      comments: [{ author: { login: "ben" }, body: "Yes.", createdAt: "2026-05-03T08:00:00Z" }],
    };
    expect((await read("github", [listed]))[2]).toBe("    Comment author=ben created=2026-05-03T08:00:00Z: Yes.");
  });

  it("are those of Jira, with texts that are documents", async () => {
    const text = (...texts: string[]) => ({
      type: "doc",
      version: 1,
      content: texts.map((one) => ({ type: "paragraph", content: [{ type: "text", text: one }] })),
    });
    const fields = {
      ...{
        summary: "Crash",
        description: text("It", "crashes."),
        status: { name: "Open", id: "1" },
        issuetype: { name: "Bug" },
        labels: ["ui"],
      },
      ...{
        assignee: { displayName: "Ana", accountId: "x" },
        parent: { key: "AB-1", fields: {} },
        subtasks: [{ key: "AB-3", fields: { summary: "Part" } }],
      },
      ...{ issuelinks: [{ type: { name: "Blocks" }, outwardIssue: { key: "AB-9", fields: { summary: "Other" } } }] },
      ...{
        comment: {
          comments: [{ author: { displayName: "Ben" }, body: text("Yes."), created: "2026-05-03T08:00:00.000+0200" }],
          total: 1,
        },
      },
    };
    expect(await read("jira", { issues: [{ id: "1", key: "AB-2", self: "u", fields }], total: 1 })).toEqual([
      "Issues",
      "  Issue id=AB-2 title=Crash type=Bug status=Open assignee=Ana parent=AB-1: It crashes.",
      "    Label: ui",
      "    Subtask ref=AB-3 title=Part",
      "    Link type=Blocks ref=AB-9 title=Other",
      "    Comment author=Ben created=2026-05-03T08:00:00.000+0200: Yes.",
    ]);
  });
});

describe("data that a mapping is for", () => {
  it.each([
    ["chatgpt", example("conversations.json")],
    ["openai", example("workshop.jsonl")],
    ["claude", JSON.stringify([{ uuid: "c", chat_messages: [{ uuid: "m", sender: "human", text: "x" }] }])],
    ["mem0", JSON.stringify({ results: [{ id: "1", memory: "x", hash: "h", created_at: "d" }] })],
    ["jira", JSON.stringify({ issues: [{ key: "A", fields: { summary: "x", status: { name: "y" } } }] })],
  ])("is recognised: %s", (name, text) => {
    const tree = readTree(text, name === "openai" ? { format: "jsonl" } : {});
    expect(recogniseMapping(tree)?.name).toBe(name);
    expect(mappingNotice(tree)?.message).toContain(`--mapping ${name} reads it as such.`);
  });

  it("is not taken for what it is not", () => {
    expect(mappingNotice(readTree({ messages: [{ title: "x" }] }))).toBeNull();
  });
});
