/** What a message of several blocks has beside text. */
export const BLOCKS = [
  { if: { type: "text" }, as: null },
  { if: { type: ["image"] }, as: "Image" },
  { if: { type: ["document"] }, as: "Document" },
  { if: { type: ["tool_use", "server_tool_use", "mcp_tool_use"] }, as: "ToolCall" },
  { if: { type: ["tool_result", "web_search_tool_result", "mcp_tool_result"] }, as: "ToolResult" },
  { if: { type: ["thinking", "redacted_thinking"] }, as: "Thinking" },
];

export const BLOCK_RULES = {
  Image: {
    attributes: { mediaType: "source/media_type", url: { from: "source/url", longest: 2000, searchable: false } },
    drop: ["source/data", "source/type"],
  },
  Document: {
    attributes: {
      title: "title",
      mediaType: "source/media_type",
      url: { from: "source/url", longest: 2000, searchable: false },
    },
    text: "context",
    drop: ["source/data", "source/type"],
  },
  ToolCall: { attributes: { id: "id", name: "name" }, text: { from: "input", json: true } },
  ToolResult: {
    attributes: { call: "tool_use_id", isError: "is_error", name: "name" },
    text: { from: ["content", "content/*/text", "content/*/title"], join: "\n\n" },
    children: [{ each: "content/*", as: BLOCKS.slice(0, 3) }],
  },
  Thinking: { text: "thinking", drop: ["signature", "data"] },
};

export const mapping = {
  version: 1,
  documentation:
    "Chats in the shape of Anthropic's messages: a list of them, requests, answers, or many chats in a file.",
  root: [
    { if: { messages: true }, as: "Chat" },
    { if: { "*/messages": true }, as: "Log" },
    { if: { "*/role": true }, as: "Chat" },
    { if: { role: true }, as: "Turn" },
  ],
  rules: {
    Log: { children: [{ each: "*", if: { messages: true }, as: "Chat" }] },
    Chat: {
      attributes: { id: "id", model: "model" },
      children: [
        { each: "tools/*", as: "Tool" },
        { each: "system", as: "System" },
        { each: "messages/*", as: "Turn" },
        { each: "*", if: { role: true }, as: "Turn" },
      ],
      drop: ["max_tokens", "stream", "temperature", "metadata"],
    },
    System: {
      type: "Turn",
      attributes: { role: { constant: "system" } },
      text: { from: [".", "*/text"], join: "\n\n" },
      children: [{ each: "*", as: BLOCKS.slice(0, 1) }],
    },
    Turn: {
      attributes: { id: "id", role: "role", n: { template: "{#}" }, model: "model" },
      text: { from: ["content", "content/*/text"], join: "\n\n" },
      children: [{ each: "content/*", as: BLOCKS }],
      drop: ["type", "usage", "stop_reason", "stop_sequence"],
    },
    Tool: {
      attributes: { name: "name", parameters: { from: "input_schema", json: true, searchable: false } },
      text: "description",
      drop: ["type"],
    },
    ...BLOCK_RULES,
  },
};

const text = { type: "string" };

export const BLOCK_TYPES = {
  Image: { attributes: { mediaType: text, url: text } },
  Document: { text: true, attributes: { title: text, mediaType: text, url: text } },
  ToolCall: {
    documentation: "A tool that the model calls; the text is what it is called with, as JSON.",
    text: true,
    attributes: { id: { type: "id" }, name: text },
  },
  ToolResult: {
    documentation: "What a tool answered.",
    text: true,
    attributes: { call: { type: "ref(ToolCall)" }, isError: { type: "boolean" }, name: text },
    children: { Image: {}, Document: {} },
  },
  Thinking: { documentation: "What the model thought before it answered.", text: true },
};

export const BLOCK_CHILDREN = { Image: {}, Document: {}, ToolCall: {}, ToolResult: {}, Thinking: {} };

export const schema = {
  version: 1,
  documentation: "Chats with turns, what they show, and the tools that were called.",
  roots: ["Log", "Chat", "Turn"],
  types: {
    Log: { documentation: "Many chats.", children: { Chat: {} } },
    Chat: { attributes: { id: text, model: text }, children: { Tool: {}, Turn: {} } },
    Turn: {
      documentation: "One message.",
      text: true,
      context: true,
      attributes: {
        id: text,
        role: { type: "string", required: true, values: ["user", "assistant", "system"] },
        n: { type: "number", documentation: "Its place in the chat, from 1." },
        model: text,
      },
      children: BLOCK_CHILDREN,
    },
    Tool: {
      documentation: "A tool that the model may call.",
      text: true,
      attributes: {
        name: text,
        parameters: { type: "string", documentation: "As JSON Schema; no part of the text of a node." },
      },
    },
    ...BLOCK_TYPES,
  },
};
