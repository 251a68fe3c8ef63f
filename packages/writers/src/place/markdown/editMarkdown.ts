import type { Editor } from "../editors.js";
export const editMarkdown: Editor = () => () => [];
