import * as runtime from "@semantic-xpath/runtime";

/** A scorer by name, where the runtime for Node can resolve one. */
export async function resolve(name) {
  const node = await import("@semantic-xpath/runtime/node");
  const resolved = await node.resolveScorer(name);
  return resolved.scorer ?? resolved;
}

export const lexical = (options = {}) => runtime.lexicalScorer(options);
