import { hasBit, idsIn } from "./bits.js";
import type { PossibleNodes, SchemaTypes } from "./schemaTypes.js";

/** The names on the shortest way down from `from` to the type, the type itself last; null if no child steps lead there. */
export function shortestPath(types: SchemaTypes, from: PossibleNodes, target: number): readonly string[] | null {
  const cameFrom = new Map<number, number | null>();
  let frontier = firstSteps(types, from);
  for (const id of frontier) cameFrom.set(id, null);
  while (frontier.length > 0 && !cameFrom.has(target)) {
    const next: number[] = [];
    for (const id of frontier) {
      for (const child of idsIn(types.children[id]!)) {
        if (cameFrom.has(child)) continue;
        cameFrom.set(child, id);
        next.push(child);
      }
    }
    frontier = next;
  }
  return cameFrom.has(target) ? retrace(types, cameFrom, target) : null;
}

function firstSteps(types: SchemaTypes, from: PossibleNodes): number[] {
  const steps = new Set<number>();
  if (from.document) for (const id of idsIn(types.roots)) steps.add(id);
  for (const id of idsIn(from.bits)) for (const child of idsIn(types.children[id]!)) steps.add(child);
  return [...steps];
}

function retrace(types: SchemaTypes, cameFrom: ReadonlyMap<number, number | null>, target: number): string[] {
  const path: string[] = [];
  for (let id: number | null = target; id !== null; id = cameFrom.get(id) ?? null) path.unshift(types.names[id]!);
  return path;
}

/**
 * The shortest text that reaches a type, separator included: `/Day/POI`, `/..`, `/ancestor::Day`, `/../Restaurant`.
 * Null if none of these does.
 */
export function shortestStep(types: SchemaTypes, from: PossibleNodes, target: number): string | null {
  const down = shortestPath(types, from, target);
  const name = types.names[target]!;
  if (down !== null) return `/${down.join("/")}`;
  if (idsIn(from.bits).some((id) => hasBit(types.ancestors[id]!, target))) return `/ancestor::${name}`;
  if (idsIn(from.bits).some((id) => hasBit(types.siblings[id]!, target))) return `/../${name}`;
  return null;
}
