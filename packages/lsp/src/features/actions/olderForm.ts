import { migrate } from "@semantic-xpath/migrate";
import { applyEdits } from "@semantic-xpath/parser";
import { perObject } from "../kept.js";
import { ACTION } from "../kinds.js";
import { difference } from "../spans.js";
import type { View } from "../workspace/view.js";
import type { Rewrite } from "./codeActions.js";
import { fixAll } from "./quickFixes.js";

/** Editors ask with every move of the cursor; longer files are for the command. */
const MAX_UNITS = 20_000;

/** A text in the language of the demo, or as language models write it, in today's form if that leaves no choice. */
export const olderForm = perObject((view: View): Rewrite[] => {
  const { syntax, text, region, known } = view;
  const isPlain = region.quote === null || (!region.escaped && region.holes.length === 0);
  if (!isPlain || text.length > MAX_UNITS || syntax.every(({ severity }) => severity !== "error")) return [];
  const { readings, isSure } = migrate(text, { schema: known });
  const [only] = readings;
  if (!isSure || only === undefined) return [];
  // A text that the messages' own fixes repair needs no second offer.
  const repaired = fixAll(view).map(({ edits }) => applyEdits(text, edits));
  if ([text, ...repaired].includes(only.text)) return [];
  return [{ kind: ACTION.quickFix, title: "Write it in today's form", edits: [difference(text, only.text)] }];
});
