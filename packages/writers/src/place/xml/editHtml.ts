import type { Editor } from "../editors.js";
export const editHtml: Editor = () => () => [];
