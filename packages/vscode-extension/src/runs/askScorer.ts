import { type QuickPickItem, type Uri, window, workspace } from "vscode";

import { foundFiles } from "../files/foundFiles.js";

interface Choice extends QuickPickItem {
  readonly value: string;
}

const FORM = "another form…";

/** Asks for a scorer: a name of the project's configuration, or a form. Undefined where nothing is chosen. */
export async function askScorer(before: string | undefined): Promise<string | undefined> {
  const items: Choice[] = [
    { label: "The default", detail: "The one of sxp.config.json, else lexical", value: "" },
    { label: "lexical", detail: "Words: nothing is loaded and nothing is sent", value: "lexical" },
    ...(await configured()),
    {
      label: FORM,
      detail: "recorded:FILE, embedding:FOLDER, entailment:FOLDER, openai:URL#MODEL, chat:URL#MODEL",
      value: FORM,
    },
  ];
  const chosen = await window.showQuickPick(items, { title: "Scorer", placeHolder: before ?? "the default" });
  if (chosen?.value !== FORM) return chosen?.value;
  return window.showInputBox({
    title: "Scorer",
    prompt: "A form, such as embedding:models/all-MiniLM-L6-v2",
    value: before ?? "",
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^(?:lexical|[a-z]+:.+|[\p{L}_][\p{L}\p{N}_.-]*)$/u.test(text) ? null : "Write a name or a form.",
  });
}

/** Scorers that the configurations of the workspace name. Their texts are read as data; what is broken names none. */
async function configured(): Promise<Choice[]> {
  if (!workspace.isTrusted) return [];
  const files = await foundFiles(["sxp.config.json"], 20);
  return (await Promise.all(files.map(namesIn))).flat();
}

async function namesIn(file: Uri): Promise<Choice[]> {
  try {
    const config: unknown = JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file)));
    const scorers: unknown = typeof config === "object" && config !== null && "scorers" in config ? config.scorers : {};
    return Object.keys(scorers as object).map((name) => ({
      label: name,
      detail: workspace.asRelativePath(file),
      value: name,
    }));
  } catch {
    return [];
  }
}
