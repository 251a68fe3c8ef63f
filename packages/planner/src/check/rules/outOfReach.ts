import { diagnose, type Fix, type Name } from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import type { PossibleNodes, SchemaTypes } from "../../schema/schemaTypes.js";
import { shortestPath, shortestStep } from "../../schema/shortestPath.js";
import type { CheckContext } from "../context.js";
import { replaceFix } from "../fixes.js";
import type { NamePlace } from "../inferStepTypes.js";

/** SXP2002: a type that exists, but not on this axis from here. The fix writes the shortest way that leads there. */
export function reportOutOfReach(
  context: CheckContext,
  types: SchemaTypes,
  name: Name,
  id: number,
  place: NamePlace,
): void {
  const { segment, test, axis, from, onAxis } = place;
  if (from === null || onAxis === null) return;
  const shortest = test.parenthesized ? null : shortestStep(types, from, id);
  const suggestions = shortest === null ? nearestNames(name.text, onAxis.names) : [];
  const span = { start: segment.separatorSpan.start, end: test.span.end };
  const fixes: Fix[] =
    shortest === null
      ? suggestions.map((word) => replaceFix(name.span, word))
      : [shortest, ...anyDepth(types, from, id)].map((text) => replaceFix(span, text));
  const roots = from.names.length === 0 ? types.schema.roots : [];
  const parameters = { name: name.text, axis, from: from.names, roots, shortest, suggestions };
  context.diagnostics.push(diagnose("SXP2002", name.span, parameters, fixes));
}

/** `//POI` as a second offer, where the shortest way has several steps. */
function anyDepth(types: SchemaTypes, from: PossibleNodes, id: number): string[] {
  const down = shortestPath(types, from, id);
  return down !== null && down.length > 1 ? [`//${types.names[id]}`] : [];
}
