import type { Segment } from "@semantic-xpath/parser";
import type { Stage } from "../whyNot/routes.js";
import type { Reach } from "./reach.js";
import { type Repair, replacing, type Scene } from "./repair.js";
import type { SegmentPlace, Syntax } from "./syntax.js";

/** A path that goes on after what leads to the node: it ends there instead. */
export function endedRepairs({ syntax }: Scene, reach: Reach, node: number): readonly Repair[] {
  const places = segmentsOf(syntax, reach.route);
  return places.toReversed().flatMap(({ segment, path, from, end }): Repair[] => {
    const isAll = path.kind === "Path" && path.head === null && path.segments[0] === segment;
    if (path.kind !== "Path" || isAll || !reach.leadsOver(from, end, node)) return [];
    const span = { start: segment.span.start, end: path.span.end };
    return [replacing("axis", span, "", `ends before ${syntax.source(span)}`)];
  });
}

/**
 * Steps left out with their brackets, few before many: the step after them is then taken from where they began, as it is or further
 * down.
 */
export function skippedRepairs({ syntax }: Scene, reach: Reach, node: number): readonly Repair[] {
  const places = segmentsOf(syntax, reach.route);
  const counts = [...places.keys()].slice(1);
  return counts.flatMap((count) =>
    places.slice(count).flatMap((target, i): Repair[] => {
      const first = places[i]!;
      if (target.path !== first.path) return [];
      const { segment } = target;
      const { start } = first.segment.span;
      const head = endOfTest(segment);
      const left = (end: number, text: string): Repair => {
        const message = `${syntax.source({ start, end: head })} → ${text}${syntax.source({ start: end, end: head })}`;
        return replacing("axis", { start, end }, text, message, { loss: 3 });
      };
      const isChild = segment.separator === "/" && segment.step.kind === "AxisStep" && segment.step.axis === null;
      return [
        ...(reach.leadsOver(first.from, target.from, node) ? [left(segment.span.start, "")] : []),
        ...(isChild && reach.leadsWithout(first.from, target.from, "descendant", node)
          ? [left(segment.separatorSpan.end, "//")]
          : []),
      ];
    }),
  );
}

/** A step without its brackets. */
const endOfTest = ({ step, span }: Segment): number => (step.kind === "AxisStep" ? step.test.span.end : span.end);

interface SegmentStages extends SegmentPlace {
  /** The first of its stages, and the first one after its path. */
  readonly from: number;
  readonly end: number;
}

/** The segments that a route comes from; the step that `//` is short for belongs to the segment with it. */
function segmentsOf(syntax: Syntax, route: readonly Stage[]): readonly SegmentStages[] {
  const found: (SegmentPlace & { readonly from: number })[] = [];
  let from: number | null = null;
  for (const [at, stage] of route.entries()) {
    if (stage.kind === "bracket") continue;
    from ??= at;
    const place =
      stage.kind === "axis" ? syntax.segmentOf(stage.step.axis) : syntax.attributeSegment(stage.operator.span);
    if (place === null) continue;
    found.push({ ...place, from });
    from = null;
  }
  return found.map((place) => {
    const last = found.findLast(({ path }) => path === place.path)!.from;
    // The path ends at a bracket of the group around it, or at a step after that.
    const end = route.findIndex(
      (stage, at) => at > last && (stage.kind === "bracket" ? stage.isWhole : found.some((other) => other.from === at)),
    );
    return { ...place, end: end < 0 ? route.length : end };
  });
}
