import { OWN_TEXT_NAME, type SingleValue } from "@semantic-xpath/runtime/internal";
import { getOrMake, nodePath, type Pairing } from "@semantic-xpath/tree";
import type { ComparisonRow } from "../answers.js";
import type { Inspection } from "../inspection.js";

/** Maximum number of lost nodes, and of added nodes, with a reason. */
const MAX_REASONS = 100;
const NOT_THERE = "that data does not have it";

/** A result of a run: a node, or one of its attributes. */
interface Entry {
  readonly node: number;
  readonly attribute: string | null;
  readonly path: string;
  readonly rank: number;
  readonly weight: number;
  /** The values of its keys, or what it gave to the value of the query. */
  readonly values: readonly (SingleValue | null)[];
}

/** One row per node that is in either result, in the order of the later ranking; then those lost. */
export function comparisonRows(before: Inspection, after: Inspection, pairing: Pairing): ComparisonRow[] {
  const [then, now] = [entriesOf(before), entriesOf(after)];
  const placesThen = placesOf(then);
  const isThenKept = new Uint8Array(then.length);
  const hasValues = [...then, ...now].some(({ values }) => values.length > 0);
  let reasons = 0;
  const rows = now.map((entry): ComparisonRow => {
    const node = pairing.before(entry.node);
    const at = placesThen(node, entry.attribute);
    if (at === null) {
      const whyNot = reasons++ < MAX_REASONS ? reasonIn(before, node) : null;
      return { ...rowOf(null, entry, node, entry.node), whyNot };
    }
    isThenKept[at] = 1;
    return rowOf(then[at]!, entry, node, entry.node);
  });
  reasons = 0;
  for (const entry of then) {
    if (isThenKept[entry.rank - 1] === 1) continue;
    const node = pairing.after(entry.node);
    const whyNot = reasons++ < MAX_REASONS ? reasonIn(after, node) : null;
    rows.push({ ...rowOf(entry, null, entry.node, node), whyNot });
  }
  return rows;

  function rowOf(one: Entry | null, other: Entry | null, nodeBefore: number, nodeAfter: number): ComparisonRow {
    const attribute = (one ?? other)!.attribute;
    const pathBefore = one?.path ?? pathIn(before, nodeBefore, attribute);
    const pathAfter = other?.path ?? pathIn(after, nodeAfter, attribute);
    const isPair = nodeBefore >= 0;
    return {
      path: (pathAfter ?? pathBefore)!,
      pathBefore,
      pathAfter,
      by: isPair ? pairing.by(nodeBefore) : null,
      reparented: isPair && pairing.isReparented(nodeBefore),
      edited: isPair && pairing.isEdited(nodeBefore, "whole"),
      kind: one === null ? "added" : other === null ? "lost" : one.rank === other.rank ? "kept" : "moved",
      rankBefore: one?.rank ?? null,
      rankAfter: other?.rank ?? null,
      weightBefore: one?.weight ?? null,
      weightAfter: other?.weight ?? null,
      ...(hasValues && { valuesBefore: one?.values ?? [], valuesAfter: other?.values ?? [] }),
      whyNot: null,
    };
  }
}

const entriesOf = ({ result, entries }: Inspection): Entry[] =>
  result.matches.map(({ id, attribute, text, path, weight }, i) => ({
    node: id,
    attribute: attribute?.name ?? (text === null ? null : OWN_TEXT_NAME),
    path,
    rank: i + 1,
    weight,
    values: [...entries.givenAt(i).values, ...entries.keysAt(i)],
  }));

/** Looks up the place of a node, or of its attribute of that name, in a list. */
function placesOf(entries: readonly Entry[]): (node: number, attribute: string | null) => number | null {
  const places = new Map<string | null, Map<number, number>>();
  for (const [i, { node, attribute }] of entries.entries())
    getOrMake(places, attribute, () => new Map<number, number>()).set(node, i);
  return (node, attribute) => places.get(attribute)?.get(node) ?? null;
}

function pathIn({ tree }: Inspection, node: number, attribute: string | null): string | null {
  if (node < 0) return null;
  const path = nodePath(tree, node);
  if (attribute === null) return path;
  if (attribute === OWN_TEXT_NAME) return tree.text[node]! < 0 ? null : `${path}/text()`;
  return tree.attribute(node, attribute) === undefined ? null : `${path}/@${attribute}`;
}

/** Why a node is not in the result of a run; -1: the run's data does not have it. */
function reasonIn(inspection: Inspection, node: number): string {
  if (node < 0) return NOT_THERE;
  // For an attribute: its node may be in the result by another attribute.
  return inspection.whyNot(node)?.message ?? "another attribute of its node is in that result";
}
