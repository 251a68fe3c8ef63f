import { type Bracket, type BracketContent, diagnose, type Index } from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { insertion } from "../fixes.js";

/**
 * SXP3002: behind a relevance of the same step or group, a position picks by rank. The fix moves it before.
 * `(//POI[node =~ "x"])[1:5]` has its relevance inside and is the normal way to ask for the five best.
 */
export function checkRank(context: CheckContext, bracket: Bracket, content: BracketContent, relevance: Bracket): void {
  const text = positionText(content);
  if (text === null) return;
  const fix = {
    title: `Move ${text} before the relevance`,
    edits: [insertion(relevance.span.start, text), { span: bracket.span, newText: "" }],
  };
  context.diagnostics.push(diagnose("SXP3002", bracket.span, { text }, [fix]));
}

/** The source of a position bracket; null where it is incomplete or computed from more than the list. */
export function positionText(content: BracketContent): string | null {
  switch (content.kind) {
    case "IndexPosition":
      return content.index.kind === "Missing" ? null : `[${indexText(content.index)}]`;
    case "RangePosition":
      return `[${content.from === null ? "" : indexText(content.from)}:${content.to === null ? "" : indexText(content.to)}]`;
    case "NodeFunction":
      return `[${content.name}()]`;
    default:
      return null;
  }
}

function indexText(index: Index): string {
  if (index.kind === "IndexLiteral") return index.text;
  return index.kind === "ParameterReference" ? `$${index.name}` : "";
}
