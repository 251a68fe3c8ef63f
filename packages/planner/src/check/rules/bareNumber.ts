import { diagnose, insertion } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { readsData } from "../reads.js";
import { isNumber, isValue } from "../values.js";
import { shortText } from "../wording.js";

/** `[count(/POI)]` keeps the node whose place is that number, which is seldom what is meant. */
export const bareNumber: Check = {
  codes: ["SXP3006"],
  on: {
    Bracket: ({ diagnostics }, { content }) => {
      if (content.kind === "IndexPosition" || content.kind === "RangePosition") return;
      if (content.kind === "SiblingOffset" || content.kind === "OrderBy" || content.kind === "GroupBy") return;
      if (!isValue(content) || !isNumber(content) || !readsData(content)) return;
      const { span } = content;
      const fixes = [
        { title: "Write position() = …", edits: [insertion(span.start, "position() = ")], isSafe: false },
        { title: 'Compare with "> 0"', edits: [insertion(span.end, " > 0")], isSafe: false },
      ];
      diagnostics.push(diagnose("SXP3006", span, { text: shortText(content) }, fixes));
    },
  },
};
