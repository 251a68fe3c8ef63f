import { type Disposable, type TextDocument, workspace } from "vscode";
import type { Services } from "../services.js";
import { openDocument } from "./names.js";

/** Moves the choices of a file with it: it is renamed, or is saved for the first time. */
export function followMoves({ choices, session }: Pick<Services, "choices" | "session">): Disposable[] {
  const changing = async (change: () => Promise<void>): Promise<void> => {
    const before = JSON.stringify(choices.files());
    await change();
    if (JSON.stringify(choices.files()) !== before) await session.reconfigure();
  };
  return [
    workspace.onDidRenameFiles(async ({ files }) => {
      for (const { oldUri, newUri } of files) {
        await changing(() => choices.move(oldUri.toString(), newUri.toString()));
      }
    }),
    workspace.onDidSaveTextDocument(async (document) => {
      const from = unsavedLike(document);
      const to = document.uri.toString();
      if (from !== undefined && !(to in choices.files())) await changing(() => choices.copy(from.uri.toString(), to));
    }),
    // The name of an unsaved document is given again, so what is known of it ends with it.
    workspace.onDidCloseTextDocument(async ({ uri, isUntitled }) => {
      if (isUntitled && !isOpen(uri.toString())) await changing(() => choices.move(uri.toString(), null));
    }),
  ];
}

/** The editor does not say to which file a document was saved for the first time: it is the file that is saved then with its text. */
function unsavedLike(document: TextDocument): TextDocument | undefined {
  const text = document.getText();
  if (document.isUntitled || text.trim() === "") return undefined;
  return workspace.textDocuments.findLast((one) => one.isUntitled && one.getText() === text);
}

/** A document is closed for a moment if only its language changes. */
const isOpen = (uri: string): boolean => openDocument(uri) !== undefined;
