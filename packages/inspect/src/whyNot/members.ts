import type { Recorder } from "@semantic-xpath/runtime/internal";

/** Whether an axis of a recorded run found a node. */
export const isCandidate = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.list, node);

/** Whether an axis of a recorded run started from a node. */
export const isContext = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.contexts, node);

const members = new WeakMap<object, ReadonlySet<number>>();

/** Whether a node is in a recorded list, which does not change. */
function has(list: { readonly ids: Int32Array } | undefined, node: number): boolean {
  if (list === undefined) return false;
  let set = members.get(list);
  if (set === undefined) {
    set = new Set(list.ids);
    members.set(list, set);
  }
  return set.has(node);
}
