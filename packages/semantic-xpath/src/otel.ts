/** Spans and metrics of sessions and stores; needs `@opentelemetry/api`. */

export * from "@semantic-xpath/agents/otel";
