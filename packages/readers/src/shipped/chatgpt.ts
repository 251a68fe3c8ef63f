export const mapping = {
  version: 1,
  documentation: "The conversations.json of an export from ChatGPT.",
  root: [
    { if: { "*/mapping": true }, as: "Export" },
    { if: { mapping: true }, as: "Conversation" },
  ],
  rules: {
    Export: { children: [{ each: "*", if: { mapping: true }, as: "Conversation" }] },
    Conversation: {
      attributes: {
        id: ["conversation_id", "id"],
        title: "title",
        created: { from: "create_time", date: "seconds" },
        updated: { from: "update_time", date: "seconds" },
        model: "default_model_slug",
        archived: "is_archived",
        starred: "is_starred",
      },
      children: [
        {
          each: "mapping/{node:.+}",
          as: [
            { if: { message: true }, as: "Turn" },
            { if: { message: false }, as: null },
          ],
          branches: { parent: "parent", current: "current_node", as: "Branch" },
        },
      ],
      drop: [
        "id",
        "current_node",
        "mapping/{node:.+}/id",
        "mapping/{node:.+}/parent",
        "mapping/{node:.+}/children",
        "moderation_results",
        "plugin_ids",
        "safe_urls",
        "blocked_urls",
        "conversation_template_id",
        "conversation_origin",
        "gizmo_id",
        "gizmo_type",
        "voice",
        "async_status",
        "disabled_tool_ids",
        "is_do_not_remember",
        "memory_scope",
        "context_scopes",
        "sugar_item_id",
        "sugar_item_visible",
        "is_study_mode",
        "owner",
        "atlas_mode_enabled",
      ],
    },
    Branch: { attributes: { from: "parent" } },
    Turn: {
      attributes: {
        id: { template: "{node}" },
        role: "message/author/role",
        name: "message/author/name",
        created: { from: "message/create_time", date: "seconds" },
        model: "message/metadata/model_slug",
        kind: "message/content/content_type",
        language: "message/content/language",
      },
      text: {
        from: [
          "message/content/parts/*",
          "message/content/parts/*/text",
          "message/content/text",
          "message/content/result",
          "message/content/thoughts/*/content",
          "message/content/content",
        ],
        join: "\n\n",
      },
      children: [
        {
          each: "message/content/parts/*",
          as: [
            { if: { content_type: "image_asset_pointer" }, as: "Image" },
            { if: { content_type: "audio_transcription" }, as: "Transcript" },
            { if: { content_type: ["audio_asset_pointer", "real_time_user_audio_video_asset_pointer"] }, as: null },
          ],
        },
        { each: "message/metadata/attachments/*", as: "Attachment" },
      ],
      drop: [
        "message/id",
        "message/metadata",
        "message/author/metadata",
        "message/status",
        "message/end_turn",
        "message/weight",
        "message/recipient",
        "message/channel",
        "message/update_time",
        "message/content/response_format_name",
        "message/content/source_analysis_msg_id",
        "message/content/thoughts/*/summary",
        "message/content/thoughts/*/chunks",
        "message/content/thoughts/*/finished",
      ],
    },
    Image: {
      attributes: { asset: { from: "asset_pointer", searchable: false }, width: "width", height: "height" },
      drop: ["size_bytes", "fovea", "metadata"],
    },
    Transcript: { attributes: { direction: "direction" }, text: "text", drop: ["**"] },
    Attachment: { attributes: { name: "name", mediaType: ["mime_type", "mimeType"] }, drop: ["**"] },
  },
};

const text = { type: "string" };
const instant = { type: "dateTime" };

export const schema = {
  version: 1,
  documentation: "Conversations as they stand, and what was said before it was said otherwise.",
  roots: ["Export", "Conversation"],
  types: {
    Export: { children: { Conversation: {} } },
    Conversation: {
      attributes: {
        id: { type: "id" },
        title: text,
        created: instant,
        updated: instant,
        model: text,
        archived: { type: "boolean" },
        starred: { type: "boolean" },
      },
      children: { Turn: {}, Branch: {} },
    },
    Branch: {
      documentation: "Turns that the conversation has left, at the place where it did.",
      attributes: { from: { type: "ref(Turn)", documentation: "The turn after which it leaves." } },
      children: { Turn: {}, Branch: {} },
    },
    Turn: {
      documentation: "One message.",
      text: true,
      context: true,
      attributes: {
        id: { type: "id" },
        role: { type: "string", documentation: "user, assistant, system or tool." },
        name: { type: "string", documentation: "Of a tool." },
        created: instant,
        model: text,
        kind: { type: "string", documentation: "text, code, multimodal_text, thoughts …" },
        language: { type: "string", documentation: "Of code." },
      },
      children: { Image: {}, Transcript: {}, Attachment: {} },
    },
    Image: {
      attributes: {
        asset: { type: "string", documentation: "The file in the export; no part of the text of a node." },
        width: { type: "number" },
        height: { type: "number" },
      },
    },
    Transcript: { documentation: "What was said aloud.", text: true, attributes: { direction: text } },
    Attachment: { attributes: { name: text, mediaType: text } },
  },
};
