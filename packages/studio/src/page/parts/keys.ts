/** The keys of the page: also in the guide. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["Ctrl /", "Write a request"],
  ["Enter", "Send it; Shift Enter starts a new line"],
  ["↑ ↓", "In an empty request: earlier requests"],
  ["Esc", "In the request: stop the current turn"],
  ["F6", "The next column; Shift F6 the one before"],
  ["Alt 1, 2, 3", "Conversation, memory, execution"],
  ["Alt ↑ ↓", "The turn before and after, with its memory and execution"],
  ["Ctrl Z", "Outside of text fields: undo the newest change of memory"],
  ["↑ ↓ ← →", "In the tree: from row to row, open and close"],
  ["↑ ↓, ← →", "In the versions: newer and older; along the branches"],
  ["B", "In the versions: compare the others with this one"],
  ["Enter", "In the versions: show it in the tree"],
  ["← →, Home, End", "On the slider of versions: the version before and after, the first, the newest"],
  ["Ctrl Enter", "In the editor: run; in an edit: try"],
  ["?", "These keys"],
];
