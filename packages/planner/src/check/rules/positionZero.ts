import { diagnose, type IndexLiteral, type SiblingOffset } from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { replaceFix } from "../fixes.js";

/** SXP2006 for an index: positions count from 1, or from -1 at the end. */
export function reportIndexZero(context: CheckContext, index: IndexLiteral, suggestion: string): void {
  const fix = replaceFix(index.span, suggestion);
  context.diagnostics.push(diagnose("SXP2006", index.span, { text: index.text, suggestion }, [fix]));
}

/** SXP2006 for an offset. True where the offset moves. */
export function checkOffsetZero(context: CheckContext, offset: SiblingOffset): boolean {
  if (offset.offset !== 0) return true;
  const suggestion = offset.text.startsWith("@-") ? "@-1" : "@+1";
  const fix = replaceFix(offset.span, suggestion);
  context.diagnostics.push(diagnose("SXP2006", offset.span, { text: offset.text, suggestion }, [fix]));
  return false;
}
