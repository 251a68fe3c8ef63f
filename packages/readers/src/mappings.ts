/** A schema that comes with the package. */
export interface ShippedSchema {
  /** What `--schema` takes. */
  readonly name: string;
  /** What it is for, to go on a sentence: "an export of ChatGPT". */
  readonly title: string;
  /** The text of the schema. It is loaded when first asked for. */
  load(): Promise<{ readonly schema: string }>;
}

/** A mapping that comes with the package, with the schema of what it makes. `--mapping` takes its name, too. */
export interface Shipped extends ShippedSchema {
  load(): Promise<{ readonly mapping: string; readonly schema: string }>;
  /** Names of types and attributes that a tree of such data has which no mapping was used for; empty: it is never proposed. */
  readonly signs: { readonly types: readonly string[]; readonly attributes: readonly string[] };
}

const json = (value: object): string => JSON.stringify(value, null, 2);
const files = ({ mapping, schema }: { readonly mapping: object; readonly schema: object }) => ({
  mapping: json(mapping),
  schema: json(schema),
});

/** The mappings that come with the package, those first whose signs say more. */
export const MAPPINGS: readonly Shipped[] = [
  {
    name: "chatgpt",
    title: "an export of ChatGPT",
    load: async () => files(await import("./shipped/chatgpt.js")),
    signs: { types: ["mapping", "message", "author"], attributes: ["role", "current_node"] },
  },
  {
    name: "claude",
    title: "an export of Claude",
    load: async () => files(await import("./shipped/claude.js")),
    signs: { types: ["chat_messages"], attributes: ["uuid", "sender"] },
  },
  {
    name: "locomo",
    title: "conversations of LoCoMo",
    load: async () => files(await import("./shipped/locomo.js")),
    signs: { types: ["conversation", "observation"], attributes: ["dia_id", "sample_id"] },
  },
  {
    name: "locomo-qa",
    title: "questions of LoCoMo",
    async load() {
      const { questions, questionsSchema } = await import("./shipped/locomo.js");
      return files({ mapping: questions, schema: questionsSchema });
    },
    signs: { types: [], attributes: [] },
  },
  {
    name: "anthropic",
    title: "chats in the shape of Anthropic's messages",
    load: async () => files(await import("./shipped/anthropic.js")),
    signs: { types: ["tool_use"], attributes: ["role", "name"] },
  },
  {
    name: "openai",
    title: "chats in the shape of OpenAI's messages",
    load: async () => files(await import("./shipped/openai.js")),
    signs: { types: ["messages"], attributes: ["role", "content"] },
  },
  {
    name: "messages",
    title: "messages with speakers",
    load: async () => files(await import("./shipped/messages.js")),
    signs: { types: [], attributes: [] },
  },
  {
    name: "langgraph",
    title: "a store of LangGraph",
    async load() {
      const { langgraph, langgraphSchema } = await import("./shipped/stores.js");
      return files({ mapping: langgraph, schema: langgraphSchema });
    },
    signs: { types: ["namespace", "value"], attributes: ["key"] },
  },
  {
    name: "mem0",
    title: "memories of mem0",
    async load() {
      const { mem0, mem0Schema } = await import("./shipped/stores.js");
      return files({ mapping: mem0, schema: mem0Schema });
    },
    signs: { types: [], attributes: ["memory", "hash", "created_at"] },
  },
  {
    name: "github",
    title: "issues of GitHub",
    async load() {
      const { github, githubSchema } = await import("./shipped/issues.js");
      return files({ mapping: github, schema: githubSchema });
    },
    signs: { types: ["labels"], attributes: ["number", "title", "state", "body", "login"] },
  },
  {
    name: "jira",
    title: "issues of Jira",
    async load() {
      const { jira, jiraSchema } = await import("./shipped/issues.js");
      return files({ mapping: jira, schema: jiraSchema });
    },
    signs: { types: ["fields", "status"], attributes: ["key", "summary"] },
  },
];

/** The schemas that come with the package: that of each mapping, and those of data that is read without one. */
export const SCHEMAS: readonly ShippedSchema[] = [
  ...MAPPINGS,
  {
    name: "notes",
    title: "a folder of Markdown notes",
    load: async () => ({ schema: json((await import("./shipped/notes.js")).schema) }),
  },
];
