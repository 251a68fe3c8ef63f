import type { Editor } from "../editors.js";
import { dataWays } from "./dataWays.js";
import { FlowLayout } from "./flowLayout.js";
import { jsonValues } from "./jsonValues.js";

/** Edits in JSON and JSON Lines. Comments and trailing white space stay where they are. */
export const editJson: Editor = (text, tree) =>
  dataWays(tree, jsonValues(text, tree.source.format === "jsonl"), new FlowLayout(text));
