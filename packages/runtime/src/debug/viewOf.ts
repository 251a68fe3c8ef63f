import type { Inspection } from "./inspection.js";
import type { RunView } from "./runView.js";

/** What a view cannot know from a run. */
export interface ViewContext {
  readonly name?: string | null;
  readonly dataName?: string | null;
  readonly schemaName?: string | null;
}

/** A run as every surface shows it. */
export function viewOf(_inspection: Inspection, _context: ViewContext = {}): RunView {
  throw new Error("to be written");
}
