/** A memory as a server of the Model Context Protocol: over standard input and output, HTTP, or any transport. */

export * from "@semantic-xpath/agents/mcp";
export * from "@semantic-xpath/agents/node";
