/** The tools of a session for the AI SDK; needs the package `ai`. */

export * from "@semantic-xpath/agents/ai-sdk";
