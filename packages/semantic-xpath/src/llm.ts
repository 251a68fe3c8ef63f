/** Language models: one interface, budgets, recordings, and the protocol of OpenAI. */

export * from "@semantic-xpath/llm";
export * from "@semantic-xpath/llm/openai";
