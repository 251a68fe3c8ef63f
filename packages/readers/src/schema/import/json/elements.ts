import type { Together } from "./alternatives.js";
import { countOf, isLiteral, itemsOf, type Json } from "./source.js";

/** Content of an array. */
interface Elements {
  /** The schemas of each of the first elements. */
  readonly first: readonly (readonly Json[])[];
  /** Schemas of the other elements; null if there may be none. */
  readonly rest: readonly Json[] | null;
  readonly min: number;
  /** Absent: no bound. */
  readonly max: number | undefined;
}

/** Reads `items`, `prefixItems` (before 2020 `items` as a list, and `additionalItems`), `minItems` and `maxItems`. */
export function elementsOf(together: Together): Elements {
  const first: Json[][] = [];
  let otherItems: Json[] | null = [];
  let min = 0;
  let max = Number.POSITIVE_INFINITY;
  for (const { members } of together) {
    const items = members.get("items");
    const tuple = itemsOf(items?.kind === "array" ? items : members.get("prefixItems"));
    const other = items?.kind === "array" ? members.get("additionalItems") : items;
    for (const [index, schema] of tuple.entries()) first[index] = [...(first[index] ?? []), schema];
    if (other !== undefined && isLiteral(other, "false")) otherItems = null;
    else if (other !== undefined && !isLiteral(other, "true")) otherItems?.push(other);
    min = Math.max(min, countOf(members.get("minItems")) ?? 0);
    max = Math.min(max, countOf(members.get("maxItems")) ?? max);
  }
  // A tuple names what it holds, and nothing else is named.
  if (otherItems?.length === 0 && first.length > 0) otherItems = null;
  if (otherItems === null) max = Math.min(max, first.length);
  return {
    first,
    rest: otherItems?.length === 0 ? [ANYTHING] : otherItems,
    min,
    max: Number.isFinite(max) ? max : undefined,
  };
}

const ANYTHING: Json = { kind: "scalar", text: "true", isString: false, span: { start: 0, end: 0 } };
