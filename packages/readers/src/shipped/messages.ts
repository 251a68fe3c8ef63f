export const mapping = {
  version: 1,
  documentation: "Messages of people: a list or lines of objects with a speaker and a text, alone or in sessions.",
  root: [
    { if: { "*/turns": true }, as: "Log" },
    { if: { sessions: true }, as: "Log" },
    { if: { "*/text": true }, as: "Chat" },
    { if: { "*/content": true }, as: "Chat" },
    { if: { turns: true }, as: "Session" },
    { if: { messages: true }, as: "Session" },
    { if: { text: true }, as: "Turn" },
  ],
  rules: {
    Log: {
      children: [
        { each: "*", if: { turns: true }, as: "Session" },
        { each: "sessions/*", if: { turns: true }, as: "Session" },
      ],
    },
    Session: {
      attributes: { id: "id", date: "date" },
      children: [
        { each: "turns/*", as: "Turn" },
        { each: "messages/*", as: "Turn" },
      ],
    },
    Chat: { children: [{ each: "*", as: "Turn" }] },
    Turn: {
      attributes: {
        id: ["id", "message_id"],
        speaker: ["speaker", "author", "name", "sender", "from", "role"],
        session: ["session", "session_id", "conversation", "conversation_id", "thread"],
        time: ["time", "timestamp", "date", "created_at"],
      },
      text: ["text", "content", "message"],
    },
  },
};

const text = { type: "string" };

export const schema = {
  version: 1,
  documentation: "Messages of people, alone or in sessions.",
  roots: ["Log", "Session", "Chat", "Turn"],
  types: {
    Log: { documentation: "Sessions.", children: { Session: {} } },
    Session: {
      documentation: "Messages of one occasion.",
      attributes: { id: text, date: text },
      children: { Turn: {} },
    },
    Chat: { children: { Turn: {} } },
    Turn: {
      documentation: "One message.",
      text: true,
      context: true,
      attributes: {
        id: text,
        speaker: { type: "string", documentation: "Who says it." },
        session: { type: "string", documentation: "What it belongs to." },
        time: text,
      },
    },
  },
};
