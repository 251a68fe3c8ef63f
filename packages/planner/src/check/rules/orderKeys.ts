import { type AstNode, children, diagnose, enclosure, type Fix, type Value } from "@semantic-xpath/parser";
import type { Check, CheckContext } from "../checked.js";
import { readsList, readsNode } from "../reads.js";
import { shortText } from "../wording.js";
import { reportRepeated } from "./redundant.js";

/** A key is one value that the node has, and orders by something that was not a key before. */
export const orderKeys: Check = {
  codes: ["SXP2012", "SXP2013", "SXP3004"],
  on: {
    OrderKey: (context, { value }) => {
      if (value.kind === "Missing") return;
      const place = placeIn(value);
      if (place !== null) context.diagnostics.push(diagnose("SXP2012", place.span, { what: shortText(place) }));
      else if (!readsNode(value) && isWhole(value)) reportConstant(context, value);
      else reportSeveral(context, value);
    },
    OrderBy: (context, { keys }) =>
      reportRepeated(
        context,
        keys,
        ({ value }) => shortText(value as Value),
        "a key",
        ({ value }) => value,
      ),
  },
};

const isWhole = (node: AstNode): boolean => node.kind !== "Missing" && children(node).every(isWhole);

/** `position()` or `last()` of the ordered list. */
function placeIn(value: Value): (Value & { readonly kind: "Call" }) | null {
  if (value.kind === "Call" && readsList(value)) return value;
  if (value.kind === "Evidence") return null;
  for (const child of children(value) as readonly Value[]) {
    const place = placeIn(child);
    if (place !== null) return place;
  }
  return null;
}

function reportConstant({ diagnostics }: CheckContext, value: Value): void {
  const effect = "is the same for every node, so it orders nothing";
  diagnostics.push(diagnose("SXP3004", value.span, { text: shortText(value), effect }));
}

function reportSeveral({ values, diagnostics }: CheckContext, value: Value): void {
  const most = values.get(value)?.most ?? 1;
  if (most <= 1) return;
  const parameters = { ...severalValues(value, most), isKey: true };
  diagnostics.push(diagnose("SXP2013", value.span, parameters, reducedFixes(value)));
}

/** A value that may be several, and how many at most. */
export const severalValues = (value: Value, most: number): { readonly what: string; readonly most: number | null } => ({
  what: shortText(value),
  most: Number.isFinite(most) ? most : null,
});

/** On nodes `min(path)` would be a score. */
function reducedFixes(value: Value): readonly Fix[] {
  const last = value.kind === "Evidence" ? value.segments.at(-1)?.step.kind : undefined;
  if (last !== "AttributeStep" && last !== "TextStep") return [];
  return ["min", "max"].map((name) => ({
    title: `Take ${name}(…)`,
    edits: enclosure(value.span, `${name}(`, ")"),
    isSafe: false,
  }));
}
