import { BLOCK_CHILDREN, BLOCK_RULES, BLOCK_TYPES, BLOCKS } from "./anthropic.js";
import { BRANCHED, Branch, instant, text } from "./branches.js";

export const mapping = {
  version: 1,
  documentation: "The conversations.json of an export from Claude.",
  root: [
    { if: { "*/chat_messages": true }, as: "Export" },
    { if: { chat_messages: true }, as: "Conversation" },
  ],
  rules: {
    Export: { children: [{ each: "*", if: { chat_messages: true }, as: "Conversation" }] },
    Conversation: {
      attributes: {
        id: "uuid",
        title: "name",
        summary: "summary",
        created: "created_at",
        updated: "updated_at",
        model: "model",
      },
      children: [
        {
          each: "chat_messages/*",
          as: "Turn",
          branches: { id: "uuid", parent: "parent_message_uuid", current: "current_leaf_message_uuid", as: "Branch" },
        },
      ],
      drop: ["account", "settings", "is_starred", "project_uuid"],
    },
    Branch: { attributes: { from: "parent_message_uuid" } },
    Turn: {
      attributes: {
        id: "uuid",
        role: { from: "sender", values: { human: "user" } },
        n: { template: "{#}" },
        created: "created_at",
      },
      text: { from: ["content/*/text", "text"], join: "\n\n" },
      children: [
        { each: "content/*", as: BLOCKS },
        { each: "attachments/*", as: "Attachment" },
        { each: ["files/*", "files_v2/*"], as: "File" },
      ],
      drop: [
        "text",
        "index",
        "updated_at",
        "truncated",
        "stop_reason",
        "sync_sources",
        "files_v2",
        "content/*/start_timestamp",
        "content/*/stop_timestamp",
        "content/*/flags",
        "content/*/citations",
      ],
    },
    Attachment: {
      attributes: { name: "file_name", type: "file_type", size: "file_size" },
      text: "extracted_content",
      drop: ["id", "created_at"],
    },
    File: { attributes: { name: "file_name" }, drop: ["**"] },
    ...BLOCK_RULES,
    ToolCall: {
      ...BLOCK_RULES.ToolCall,
      drop: [
        "start_timestamp",
        "stop_timestamp",
        "flags",
        "message",
        "integration_name",
        "integration_icon_url",
        "context",
        "display_content",
      ],
    },
    ToolResult: {
      ...BLOCK_RULES.ToolResult,
      drop: [
        "start_timestamp",
        "stop_timestamp",
        "flags",
        "message",
        "integration_name",
        "integration_icon_url",
        "display_content",
      ],
    },
    Thinking: {
      ...BLOCK_RULES.Thinking,
      drop: [...BLOCK_RULES.Thinking.drop, "start_timestamp", "stop_timestamp", "flags", "summaries", "cut_off"],
    },
  },
};

export const schema = {
  ...BRANCHED,
  types: {
    Export: { children: { Conversation: {} } },
    Conversation: {
      attributes: { id: { type: "id" }, title: text, summary: text, created: instant, updated: instant, model: text },
      children: { Turn: {}, Branch: {} },
    },
    Branch,
    Turn: {
      documentation: "One message.",
      text: true,
      context: true,
      attributes: {
        id: { type: "id" },
        role: { type: "string", values: ["user", "assistant"] },
        n: { type: "number" },
        created: instant,
      },
      children: { ...BLOCK_CHILDREN, Attachment: {}, File: {} },
    },
    Attachment: {
      documentation: "A file whose text went with the message.",
      text: true,
      attributes: { name: text, type: text, size: { type: "number" } },
    },
    File: { attributes: { name: text } },
    ...BLOCK_TYPES,
  },
};
