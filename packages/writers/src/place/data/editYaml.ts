import type { Editor } from "../editors.js";
import { dataWays } from "./dataWays.js";
import { YamlLayout } from "./yamlLayout.js";
import { yamlValues } from "./yamlValues.js";

/** Edits in YAML: comments, anchors and the style of everything else stay. */
export const editYaml: Editor = (text, tree) => dataWays(tree, yamlValues(text), new YamlLayout(text));
