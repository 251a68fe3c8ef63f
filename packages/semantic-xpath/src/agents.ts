/** A memory as a table of tools for an agent, and behind the calls of a mem0 client. */

export * from "@semantic-xpath/agents";
export * from "@semantic-xpath/agents/mem0";
