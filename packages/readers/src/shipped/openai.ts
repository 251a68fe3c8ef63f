const blocks = [
  { if: { type: ["text", "input_text", "output_text", "refusal"] }, as: null },
  { if: { type: ["image_url", "input_image"] }, as: "Image" },
  { if: { type: "input_audio" }, as: "Audio" },
  { if: { type: ["file", "input_file"] }, as: "File" },
];

export const mapping = {
  version: 1,
  documentation: "Chats in the shape of OpenAI's messages: a list of them, requests, answers, or many chats in a file.",
  root: [
    { if: { messages: true }, as: "Chat" },
    { if: { "choices/*/message": true }, as: "Chat" },
    { if: { "*/messages": true }, as: "Log" },
    { if: { "*/role": true }, as: "Chat" },
    { if: { role: true }, as: "Turn" },
  ],
  rules: {
    Log: { children: [{ each: "*", if: { messages: true }, as: "Chat" }] },
    Chat: {
      attributes: { id: "id", model: "model", created: { from: "created", date: "seconds" } },
      children: [
        { each: "tools/*", as: "Tool" },
        { each: ["messages/*", "choices/*/message"], as: "Turn" },
        { each: "*", if: { role: true }, as: "Turn" },
      ],
      drop: [
        "object",
        "usage",
        "choices/*/index",
        "choices/*/finish_reason",
        "choices/*/logprobs",
        "system_fingerprint",
      ],
    },
    Turn: {
      attributes: {
        id: "id",
        role: "role",
        name: "name",
        n: { template: "{#}" },
        call: "tool_call_id",
        refusal: "refusal",
      },
      text: { from: ["content", "content/*/text", "content/*/refusal"], join: "\n\n" },
      children: [
        { each: "content/*", as: blocks },
        { each: "tool_calls/*", as: "ToolCall" },
        { each: "function_call", as: "ToolCall" },
      ],
    },
    Image: {
      attributes: {
        url: { from: ["image_url/url", "image_url"], longest: 2000, searchable: false },
        detail: { from: ["image_url/detail", "detail"], searchable: false },
      },
    },
    Audio: { attributes: { format: "input_audio/format" }, drop: ["input_audio/data"] },
    File: {
      attributes: { id: ["file/file_id", "file_id"], name: ["file/filename", "filename"] },
      drop: ["file/file_data", "file_data"],
    },
    ToolCall: {
      attributes: { id: "id", name: ["function/name", "custom/name", "name"] },
      text: { from: ["function/arguments", "custom/input", "arguments"] },
      drop: ["type", "index"],
    },
    Tool: {
      attributes: {
        name: ["function/name", "name"],
        parameters: { from: ["function/parameters", "parameters"], json: true, searchable: false },
      },
      text: ["function/description", "description"],
      drop: ["type", "function/strict", "strict"],
    },
  },
};

const text = { type: "string" };
const number = { type: "number", required: true };

export const schema = {
  version: 1,
  documentation: "Chats with turns, what they show, and the tools that were called.",
  roots: ["Log", "Chat", "Turn"],
  types: {
    Log: { documentation: "Many chats.", children: { Chat: {} } },
    Chat: { attributes: { id: text, model: text, created: { type: "dateTime" } }, children: { Tool: {}, Turn: {} } },
    Turn: {
      documentation: "One message.",
      text: true,
      context: true,
      attributes: {
        id: text,
        role: { type: "string", required: true, documentation: "user, assistant, system, developer or tool." },
        name: text,
        n: { ...number, documentation: "Its place in the chat, from 1." },
        call: { type: "ref(ToolCall)", documentation: "Of a tool's answer: the call." },
        refusal: { type: "string", documentation: "Why the model did not answer." },
      },
      children: { Image: {}, Audio: {}, File: {}, ToolCall: {} },
    },
    Image: { attributes: { url: text, detail: text } },
    Audio: { attributes: { format: text } },
    File: { attributes: { id: text, name: text } },
    ToolCall: {
      documentation: "A tool that the model calls; the text is what it is called with.",
      text: true,
      attributes: { id: { type: "id" }, name: text },
    },
    Tool: {
      documentation: "A tool that the model may call.",
      text: true,
      attributes: {
        name: text,
        parameters: { type: "string", documentation: "As JSON Schema; no part of the text of a node." },
      },
    },
  },
};
