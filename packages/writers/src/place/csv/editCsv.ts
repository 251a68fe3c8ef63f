import type { Editor } from "../editors.js";
export const editCsv: Editor = () => () => [];
