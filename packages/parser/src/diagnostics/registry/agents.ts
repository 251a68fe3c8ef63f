import { entry } from "./entry.js";

/** What is reported where a client may see a part only, and by the tools for agents. Nothing outside of that part is in any sentence. */
export const AGENTS = {
  SXP5060: entry<object>({
    severity: "error",
    title: "Root of a run is gone",
    message: () =>
      "What this run may see is the subtree of a node that is not in the data. It was deleted, or never there: nothing is shown.",
  }),
} as const;
