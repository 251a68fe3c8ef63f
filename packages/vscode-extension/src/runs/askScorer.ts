import { ConfigurationTarget, type QuickPickItem, type Uri, window, workspace } from "vscode";
import { setting } from "../client/settings.js";
import { foundFiles } from "../files/foundFiles.js";
import type { Services } from "../services.js";

interface Choice extends QuickPickItem {
  readonly value: string;
}

const FORM = "another form…";

const FORMS =
  "recorded:FILE, embedding:FOLDER, static:FOLDER, rerank:FOLDER, entailment:FOLDER, openai:URL#MODEL, chat:URL#MODEL, rerank-server:URL#MODEL";

/**
 * Asks for a scorer: a name of the project's configuration, or a form. Without Node neither configurations nor models can be used, so
 * they are not offered. Undefined if nothing is chosen.
 */
export async function askScorer(hasNode: boolean, before: string | undefined): Promise<string | undefined> {
  const items: Choice[] = [
    { label: "The default", detail: hasNode ? "The one of sxp.config.json, else lexical" : "lexical", value: "" },
    { label: "lexical", detail: "Words: nothing is loaded and nothing is sent", value: "lexical" },
    ...(hasNode ? await configured() : []),
    {
      label: FORM,
      detail: hasNode ? FORMS : "recorded:FILE. Models and servers need VS Code on a desktop",
      value: FORM,
    },
  ];
  const chosen = await window.showQuickPick(items, { title: "Scorer", placeHolder: before ?? "the default" });
  if (chosen?.value !== FORM) return chosen?.value;
  return window.showInputBox({
    title: "Scorer",
    prompt: `A form, such as ${hasNode ? "embedding:models/all-MiniLM-L6-v2" : "recorded:scores.json"}`,
    value: before ?? "",
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^(?:lexical|[a-z]+:.+|[\p{L}_][\p{L}\p{N}_.-]*)$/u.test(text) ? null : "Write a name or a form.",
  });
}

/** Scorers that configurations on the disk name: others are not read by a run. Texts are read as data; what is broken names none. */
async function configured(): Promise<Choice[]> {
  if (!workspace.isTrusted) return [];
  const files = (await foundFiles(["sxp.config.json"], 20)).filter(({ scheme }) => scheme === "file");
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

/**
 * Writes the scorer into the settings: of the folder of the open file if the workspace has several, of the workspace if it has one,
 * else of the user.
 */
export async function chooseScorer({ platform, session }: Services): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  const scorer = await askScorer(platform.hasNode, setting("scorer", uri));
  if (scorer === undefined) return;
  const folders = workspace.workspaceFolders ?? [];
  const folder = uri && folders.length > 1 ? workspace.getWorkspaceFolder(uri) : undefined;
  const { WorkspaceFolder, Workspace, Global } = ConfigurationTarget;
  const target = folder !== undefined ? WorkspaceFolder : folders.length > 0 ? Workspace : Global;
  await workspace.getConfiguration("sxp", folder?.uri).update("scorer", scorer === "" ? undefined : scorer, target);
  await session.reconfigure();
}
