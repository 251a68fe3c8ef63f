import { type AstNode, type AxisStep, diagnose, type Group, type IdStep, insertion } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { positionText } from "../wording.js";

const isOwner = (node: AstNode): node is AxisStep | IdStep | Group =>
  node.kind === "AxisStep" || node.kind === "IdStep" || node.kind === "Group";

/**
 * After a relevance of the same step or group, a position picks by rank. The fix moves it before.
 * `(//POI[node =~ "x"])[1:5]` has its relevance inside and is the normal way to ask for the five best.
 */
export const positionByRank: Check = {
  codes: ["SXP3002"],
  on: {
    Bracket: ({ kinds, diagnostics }, bracket, { parent }) => {
      const { content } = bracket;
      const text = content.kind === "Call" && content.function !== "last" ? null : positionText(content);
      if (text === null || !isOwner(parent)) return;
      const all = parent.brackets.slice(0, parent.brackets.indexOf(bracket));
      const before = all.slice(all.findLastIndex((each) => each.content.kind === "OrderBy") + 1);
      const relevance = before.find((each) => kinds.get(each.content) === "Relevance");
      if (relevance === undefined) return;
      const fix = {
        title: `Move ${text} before the relevance`,
        edits: [insertion(relevance.span.start, text), { span: bracket.span, newText: "" }],
        isSafe: false,
      };
      diagnostics.push(diagnose("SXP3002", bracket.span, { text }, [fix]));
    },
  },
};
