import { suggest } from "@semantic-xpath/parser";
import type { OwnFinding } from "../kinds.js";
import { nodesOf } from "../nodes.js";
import { frequentValues, hasValue } from "../types/dataFacts.js";
import { attributesOf, quoted } from "../words/words.js";
import { touchesHole, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** Values that no node of the data has: a comparison with one keeps nothing now, which the schema can't know. */
export function valueFindings(_: Workspace, view: View): readonly OwnFinding[] {
  const tree = view.data.value;
  if (tree === null) return [];
  const checked = [...view.queries, ...view.updates];
  return nodesOf(view.ast, "Comparison").flatMap(({ left, operator, right }): readonly OwnFinding[] => {
    if (operator !== "=" || right.kind !== "StringLiteral") return [];
    const read = checked.map(({ values: facts }) => facts.get(left)).find((facts) => facts !== undefined)?.attribute;
    if (read === undefined || touchesHole(view, right.span) || hasValue(tree, right.value)) return [];
    const { name: text, types } = read;
    const { type, values } = attributesOf(view.known, types).get(text)?.attribute ?? {};
    // The schema's check of a value is more specific, and numbers and dates are equal in any notation.
    if (type !== "string" || (view.schema.value !== null && values !== undefined)) return [];
    const near = suggest(
      right.value,
      frequentValues(tree, types, text).map((value) => value.text),
    );
    const fixes = near.slice(0, 3).map((value) => ({
      title: `Replace by ${quoted(value)}`,
      edits: [{ span: right.span, newText: quoted(value) }],
      isSafe: false,
    }));
    const suggestion = near[0] === undefined ? "" : ` Did you mean ${quoted(near[0])}?`;
    const message = `No node of the data has a "@${text}" of ${quoted(right.value)}.${suggestion}`;
    return [{ code: "value", severity: "hint", span: right.span, message, fixes }];
  });
}
