import type { TextDocument } from "vscode";

/** Whether the text that was run still stands where it was. */
export const isUnchanged = (document: TextDocument, start: number, text: string): boolean =>
  document.getText().startsWith(text, start);
