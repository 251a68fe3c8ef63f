/** Grammars, JSON Schema, prompt cards and types from a schema. */

export * from "@semantic-xpath/emitters";
