import { diagnose, type IndexLiteral, replacement, type SiblingOffset } from "@semantic-xpath/parser";
import type { Check, CheckContext } from "../checked.js";

/** Positions count from 1, or from -1 at the end; an offset of 0 does not move. */
export const positionZero: Check = {
  codes: ["SXP2006"],
  on: {
    IndexLiteral: (context, index, { parent }) => {
      const isEnd = parent.kind === "RangePosition" && index === parent.to;
      if (index.value === 0) reportZero(context, index, isEnd || index.text.startsWith("-") ? "-1" : "1");
    },
    SiblingOffset: (context, offset) => {
      if (offset.offset === 0) reportZero(context, offset, offset.text.startsWith("@-") ? "@-1" : "@+1");
    },
  },
};

function reportZero(
  { diagnostics }: CheckContext,
  { text, span }: IndexLiteral | SiblingOffset,
  suggestion: string,
): void {
  diagnostics.push(diagnose("SXP2006", span, { text, suggestion }, [replacement(suggestion, span)]));
}
