const text = { type: "string" };
const instant = { type: "dateTime" };

export const langgraph = {
  version: 1,
  documentation: "Items of a key-value store with namespaces, as LangGraph keeps memories.",
  root: [
    { if: { "*/namespace": true }, as: "Store" },
    { if: { "*/prefix": true }, as: "Store" },
    { if: { "items/*/namespace": true }, as: "Store" },
  ],
  rules: {
    Store: {
      children: [
        {
          each: ["items/*", "*"],
          as: [
            { if: { namespace: true }, as: "Item" },
            { if: { prefix: true }, as: "Item" },
          ],
          within: { names: "namespace/*", as: "Namespace" },
        },
      ],
    },
    Item: {
      attributes: { key: "key", namespace: "prefix", created: "created_at", updated: "updated_at" },
      text: ["value/content", "value/text", "value/memory", "value/data", "value"],
      keep: ["value/*", "value/content/*"],
      drop: ["score", "namespace"],
    },
  },
};

export const langgraphSchema = {
  version: 1,
  documentation: "Items in namespaces. Members of a value beside its text are attributes, or children, of the item.",
  roots: ["Store"],
  types: {
    Store: { children: { Namespace: {}, Item: {} } },
    Namespace: { attributes: { name: { ...text, required: true } }, children: { Namespace: {}, Item: {} } },
    Item: {
      documentation: "What is kept under a key.",
      text: true,
      attributes: {
        key: { ...text, required: true },
        namespace: { ...text, documentation: "Where the store writes the names of namespaces as one." },
        created: instant,
        updated: instant,
      },
    },
  },
};

export const mem0 = {
  version: 1,
  documentation: "Memories as mem0 gives them: a list of facts, with relations if a graph is kept.",
  root: [
    { if: { "results/*/memory": true }, as: "Memories" },
    { if: { "*/memory": true }, as: "Memories" },
  ],
  rules: {
    Memories: {
      children: [
        { each: ["results/*", "*"], if: { memory: true }, as: "Memory" },
        { each: "relations/*", as: "Relation" },
      ],
    },
    Memory: {
      attributes: {
        id: "id",
        user: "user_id",
        agent: "agent_id",
        run: "run_id",
        created: "created_at",
        updated: "updated_at",
        event: "event",
      },
      text: "memory",
      children: [{ each: "categories/*", as: "Category" }],
      keep: ["metadata/*"],
      drop: ["hash", "score"],
    },
    Category: { text: "." },
    Relation: {
      attributes: { source: "source", relationship: "relationship", target: ["target", "destination"] },
    },
  },
};

export const mem0Schema = {
  version: 1,
  documentation:
    "Facts that an agent keeps about its users. Members of the metadata are attributes, or children, of the memory.",
  roots: ["Memories"],
  types: {
    Memories: { children: { Memory: {}, Relation: {} } },
    Memory: {
      text: true,
      attributes: {
        id: { type: "id" },
        user: text,
        agent: text,
        run: text,
        created: instant,
        updated: instant,
        event: text,
      },
      children: { Category: {} },
    },
    Category: { text: true },
    Relation: { attributes: { source: text, relationship: text, target: text } },
  },
};
