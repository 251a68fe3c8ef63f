import { isBlank } from "@semantic-xpath/values";
import type { Change } from "./change.js";

/**
 * The changes that take something away: a node, or the value of an attribute or text that is removed or replaced by nothing visible. These
 * are what a person is asked about before they are written.
 */
export const lossesOf = (changes: readonly Change[]): readonly Change[] => changes.filter(isLoss);

function isLoss({ kind, before, after }: Change): boolean {
  switch (kind) {
    case "delete":
    case "replace":
      return true;
    case "setAttribute":
    case "setText":
      return !isBlank(before ?? "") && isBlank(after ?? "");
    case "insert":
    case "move":
    case "rename":
      return false;
  }
}
