import { base64UrlOf } from "@semantic-xpath/values";
import type { Journal, Published } from "../journal/journal.js";
import { decodeRecord } from "./recordShapes.js";

/** Why a pruned memory does not take the place of a copy: a sentence without its full stop. */
export const UNSEEN = "the second one has events that the first one never had";

/**
 * Tests that one of the events was never in a journal. Pruning writes an event again under its mark, and records the marks of events that it removes
 * wholly.
 */
export function unseen(journal: Journal, events: readonly Published[]): boolean {
  const marks = new Set<string>();
  for (const published of journal.since(null).events) {
    marks.add(base64UrlOf(published.mark));
    for (const event of decodeRecord(published).events)
      if (event.kind === "settings") for (const mark of event.removed ?? []) marks.add(mark);
  }
  return events.some(({ mark }) => !marks.has(base64UrlOf(mark)));
}
