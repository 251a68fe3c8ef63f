import { endpointOf } from "../../http/endpoint.js";
import type { ScorerConfig } from "../config/config.js";

/**
 * The scorer that a form without configuration describes, such as `recorded:FILE`; null for what has no such form. Throws a RangeError
 * for a form that lacks something.
 */
export function readSpec(spec: string): ScorerConfig | null {
  if (spec === "lexical") return { kind: "lexical" };
  const colon = spec.indexOf(":");
  const kind = spec.slice(0, Math.max(colon, 0));
  const rest = spec.slice(colon + 1);
  switch (kind) {
    case "recorded":
    case "known":
      return { kind, file: needed(rest, `Write ${kind}:FILE.`) };
    case "embedding":
    case "entailment":
      return { kind, model: needed(rest, `Write ${kind}:FOLDER.`) };
    case "openai":
      return { kind, ...server(rest, "/embeddings", "Write openai:URL#MODEL.") };
    case "chat":
      return { kind, ...server(rest, "/chat/completions", "Write chat:URL#MODEL.") };
    default:
      return null;
  }
}

function needed(rest: string, advice: string): string {
  if (rest === "") throw new RangeError(advice);
  return rest;
}

/** The model is what follows the last `#`: names of models can have slashes and colons. */
function server(rest: string, operation: Parameters<typeof endpointOf>[1], advice: string) {
  const hash = rest.lastIndexOf("#");
  if (hash <= 0 || hash === rest.length - 1) throw new RangeError(advice);
  const url = rest.slice(0, hash);
  endpointOf(url, operation);
  return { url, model: rest.slice(hash + 1) };
}
