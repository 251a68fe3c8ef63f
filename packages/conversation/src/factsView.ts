import type { Tree } from "@semantic-xpath/tree";
import { type LevelCounts, levelCounts } from "./recall/opened.js";
import { holdsFacts, treeFacts } from "./recall/treeFacts.js";
import { type NotKept, notKept, type SlotTimeline, slotTimelines, timelinesWith } from "./timeline.js";

/** Most timelines of one answer. */
const MOST = 500;

/** Beliefs of a memory of conversations with their timelines, and the sentences that it did not keep with the reasons. */
export interface FactsView {
  readonly counts: LevelCounts;
  /** By subject and name: the first of those that were asked for. */
  readonly slots: readonly SlotTimeline[];
  /** Number of timelines with the text of the filter. */
  readonly total: number;
  readonly notKept: readonly NotKept[];
}

/** `filter`: only timelines with this text in the subject, the slot or a value; `count`: the maximum number, up to 500. null: the tree holds no facts. */
export function factsView(
  tree: Tree,
  { filter, count }: { readonly filter: string; readonly count: number },
): FactsView | null {
  if (!holdsFacts(tree)) return null;
  const { state } = treeFacts(tree);
  const slots = timelinesWith(slotTimelines(state), filter);
  return {
    counts: levelCounts(tree),
    slots: slots.slice(0, Math.min(MOST, count)),
    total: slots.length,
    notKept: notKept(state),
  };
}
