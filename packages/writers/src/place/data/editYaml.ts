import type { Editor } from "../editors.js";
export const editYaml: Editor = () => () => [];
