import { print, type Span } from "@semantic-xpath/parser";
import type { AxisOperator } from "@semantic-xpath/planner";
import type { Repair, Scene } from "./repair.js";

/** The node test takes a type as well; where none of its names is in the data, it names this type instead. */
export function typeRepairs(scene: Scene, axis: AxisOperator, type: string): readonly Repair[] {
  const { observation, syntax } = scene;
  const place = syntax.segmentOf(axis);
  if (place === null || place.segment.step.kind !== "AxisStep") return [];
  const { test } = place.segment.step;
  if (test.kind !== "NameTest") return [];
  const names = test.names.flatMap((name) => (name.kind === "Name" ? [name.text] : []));
  const isKnown = names.some((name) => observation.tree.typeId(name) >= 0);
  const to = (text: string): Repair => ({
    kind: "type",
    edits: [{ span: test.span, text }],
    message: `type ${syntax.source(test.span)} → ${text}`,
  });
  const added = to(testOf([...names, type]));
  const replaced = to(type);
  // A name that no query can write leaves the wildcard.
  return [...(isKnown ? [added, replaced] : [replaced, added]), to("*")];
}

const NOWHERE: Span = { start: 0, end: 0 };

const testOf = (names: readonly string[]): string =>
  print({
    kind: "NameTest",
    names: names.map((text) => ({ kind: "Name", text, span: NOWHERE })),
    parenthesized: true,
    span: NOWHERE,
  });
