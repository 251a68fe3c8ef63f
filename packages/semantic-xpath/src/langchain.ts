/** The tools of a session for LangChain, which needs `@langchain/core`, and a store for LangGraph. */

export * from "@semantic-xpath/agents/langchain";
export * from "@semantic-xpath/agents/langgraph";
