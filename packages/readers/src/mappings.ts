/** A schema that comes with the package. */
export interface ShippedSchema {
  /** Value of `--schema`. */
  readonly name: string;
  /** Purpose, to continue a sentence: "an export of ChatGPT". */
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

/** A module that is a JSON file. */
type File = Promise<{ readonly default: object }>;

const textIn = async (file: File): Promise<string> => JSON.stringify((await file).default, null, 2);

const filesOf =
  (mapping: () => File, schema: () => File): Shipped["load"] =>
  async () => ({ mapping: await textIn(mapping()), schema: await textIn(schema()) });

/** The mappings that come with the package, those first whose signs say more. */
export const MAPPINGS: readonly Shipped[] = [
  {
    name: "chatgpt",
    title: "an export of ChatGPT",
    load: filesOf(
      () => import("./shipped/chatgpt.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/chatgpt.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["mapping", "message", "author"], attributes: ["role", "current_node"] },
  },
  {
    name: "claude",
    title: "an export of Claude",
    load: filesOf(
      () => import("./shipped/claude.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/claude.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["chat_messages"], attributes: ["uuid", "sender"] },
  },
  {
    name: "locomo",
    title: "conversations of LoCoMo",
    load: filesOf(
      () => import("./shipped/locomo.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/locomo.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["conversation", "observation"], attributes: ["dia_id", "sample_id"] },
  },
  {
    name: "locomo-qa",
    title: "questions of LoCoMo",
    load: filesOf(
      () => import("./shipped/locomo-qa.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/locomo-qa.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: [], attributes: [] },
  },
  {
    name: "anthropic",
    title: "chats in the shape of Anthropic's messages",
    load: filesOf(
      () => import("./shipped/anthropic.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/anthropic.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["tool_use"], attributes: ["role", "name"] },
  },
  {
    name: "openai",
    title: "chats in the shape of OpenAI's messages",
    load: filesOf(
      () => import("./shipped/openai.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/openai.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["messages"], attributes: ["role", "content"] },
  },
  {
    name: "messages",
    title: "messages with speakers",
    load: filesOf(
      () => import("./shipped/messages.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/messages.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: [], attributes: [] },
  },
  {
    name: "langgraph",
    title: "a store of LangGraph",
    load: filesOf(
      () => import("./shipped/langgraph.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/langgraph.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["namespace", "value"], attributes: ["key"] },
  },
  {
    name: "mem0",
    title: "memories of mem0",
    load: filesOf(
      () => import("./shipped/mem0.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/mem0.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: [], attributes: ["memory", "hash", "created_at"] },
  },
  {
    name: "github",
    title: "issues of GitHub",
    load: filesOf(
      () => import("./shipped/github.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/github.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["labels"], attributes: ["number", "title", "state", "body", "login"] },
  },
  {
    name: "jira",
    title: "issues of Jira",
    load: filesOf(
      () => import("./shipped/jira.mapping.json", { with: { type: "json" } }),
      () => import("./shipped/jira.schema.json", { with: { type: "json" } }),
    ),
    signs: { types: ["fields", "status"], attributes: ["key", "summary"] },
  },
];

/** The schemas that come with the package: that of each mapping, and those of data that is read without one. */
export const SCHEMAS: readonly ShippedSchema[] = [
  ...MAPPINGS,
  {
    name: "notes",
    title: "a folder of Markdown notes",
    load: async () => ({ schema: await textIn(import("./shipped/notes.schema.json", { with: { type: "json" } })) }),
  },
];

/** The parser of schema files, `parseSchema`. It loads the library of shapes, so it is imported when there is such a file. */
export const schemaParser = () => import("./schemaParser.js");
