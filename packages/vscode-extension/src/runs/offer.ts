import { window } from "vscode";

/** Shows a text with one button, and does its work once it is pressed. */
export async function offer(text: string, title: string, work: () => Promise<void>): Promise<void> {
  if ((await window.showInformationMessage(text, title)) === title) await work();
}
