import { diagnose, type NameTest, replacements } from "@semantic-xpath/parser";
import { hasBit } from "../../schema/bits.js";
import type { PossibleNodes, SchemaTypes } from "../../schema/schemaTypes.js";
import { shortestPath, shortestStep } from "../../schema/shortestPath.js";
import { nearestNames } from "../../shapes/nearestNames.js";
import type { Check, CheckContext, StepPlace } from "../checked.js";
import { isGroups } from "../items.js";

/** A type that exists, but not on this axis from here. The fix writes the shortest way that leads there. */
export const outOfReach: Check = {
  codes: ["SXP2002"],
  on: {
    NameTest: (context, test, { step, items }) => {
      if (isGroups(items)) {
        reportNoMember(context, test, step);
        return;
      }
      const { schema, diagnostics } = context;
      if (schema === null || step === null || step.from === null || step.onAxis === null) return;
      const { segment, axis, from, onAxis } = step;
      if (axis === null) return;
      for (const name of test.names) {
        const id = name.kind === "Name" ? schema.ids.get(name.text) : undefined;
        if (id === undefined || name.kind !== "Name" || hasBit(onAxis.bits, id)) continue;
        const fromRoot = test.parenthesized ? [] : anywhere(step, name.text);
        const near = test.parenthesized ? null : shortestStep(schema, from, id);
        const shortest = fromRoot[0] ?? near;
        const suggestions = shortest === null ? nearestNames(name.text, onAxis.names) : [];
        const span = { start: segment.separatorSpan.start, end: test.span.end };
        const fixes =
          shortest === null
            ? replacements(suggestions, name.span)
            : replacements([...fromRoot, ...(near === null ? [] : [near]), ...anyDepth(schema, from, id)], span);
        const roots = from.names.length === 0 ? schema.schema.roots : [];
        const parameters = { name: name.text, axis, from: from.names, roots, shortest, suggestions };
        diagnostics.push(diagnose("SXP2002", name.span, parameters, fixes));
      }
    },
  },
};

/** Members of groups are of the types that were grouped. A type below them has the shortest path as its fix; one that no schema has is reported as such. */
function reportNoMember({ schema, diagnostics }: CheckContext, test: NameTest, step: StepPlace | null): void {
  if (step?.onAxis == null || step.from === null) return;
  const { segment, onAxis } = step;
  for (const name of test.names) {
    if (name.kind === "Missing" || onAxis.names.includes(name.text)) continue;
    const id = schema?.ids.get(name.text);
    if (schema !== null && id === undefined) continue;
    const below = schema === null || id === undefined ? null : shortestPath(schema, onAxis, id);
    const [member] = onAxis.names;
    const shortest =
      below === null || member === undefined
        ? null
        : `/${onAxis.names.length === 1 ? member : "*"}${below.map((type) => `/${type}`).join("")}`;
    const suggestions = shortest === null ? nearestNames(name.text, onAxis.names) : [];
    const span = { start: segment.separatorSpan.start, end: test.span.end };
    const fixes =
      shortest === null || test.parenthesized ? replacements(suggestions, name.span) : replacements([shortest], span);
    const parameters = { name: name.text, axis: "child", from: ["group"], roots: [], shortest, suggestions };
    diagnostics.push(diagnose("SXP2002", name.span, parameters, fixes));
  }
}

/** `root()//POI`: a path that begins in a condition with `//` was meant to begin at the root. */
const anywhere = ({ segment, previous, from }: StepPlace, name: string): string[] =>
  previous === null && segment.separator === "//" && from !== null && from.names.length > 0 ? [`root()//${name}`] : [];

/** `//POI` as a second offer, if the shortest way has several steps. */
function anyDepth(types: SchemaTypes, from: PossibleNodes, id: number): string[] {
  const down = shortestPath(types, from, id);
  return down !== null && down.length > 1 ? [`//${types.names[id]}`] : [];
}
