import { REQUESTS, type UpdateCandidate, type UpdateOutcome } from "@semantic-xpath/lsp";
import { commands, Uri, WorkspaceEdit, window, workspace } from "vscode";
import { queryKey } from "../choices.js";
import { editorRange, fileName } from "../files/names.js";
import { takeStep } from "../memory/steps.js";
import { VERSION_SCHEME } from "../memory/versionFiles.js";
import { showProblem } from "../problems.js";
import { type Arguments, askArgument } from "../runs/askArguments.js";
import { offer } from "../runs/offer.js";
import { requestOf } from "../runs/target.js";
import { type UpdateTarget, updateAt } from "../runs/updateTarget.js";
import type { Services } from "../services.js";
import { pathAtCursor } from "../status/nodePath.js";

/** Shows in the editor's own diff what an update would do to its data file. Nothing is changed. */
export async function previewUpdate(services: Services, argument: unknown): Promise<void> {
  await withUpdate(services, argument, async (target) => {
    const params = await askParams(services, target);
    if (params !== undefined) await preview(services, target, params);
  });
}

/**
 * Makes an update in its data file: one step of the editor, which *Undo* takes back, and which is not saved. Where the data is a version of a memory,
 * the update is its next version.
 */
export async function applyUpdate(services: Services, argument: unknown): Promise<void> {
  // From the title of a preview, or the palette over one.
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  const preview = uri === undefined ? undefined : services.previews.at(uri);
  if (preview !== undefined) return apply(services, preview.of.target, preview.of.params, preview.text);
  await withUpdate(services, argument, async (target) => {
    const params = await askParams(services, target);
    if (params !== undefined) await apply(services, target, params);
  });
}

async function withUpdate(
  { session }: Services,
  argument: unknown,
  work: (target: UpdateTarget) => Promise<void>,
): Promise<void> {
  const target = await updateAt(session, argument);
  if (target === undefined) await window.showWarningMessage("There is no update at the cursor.");
  else await work(target);
}

/** Arguments are asked for each time, with those of the last time as a start: a change is not made by habit. A node is the one at the cursor of the data. */
async function askParams(services: Services, { uri, entry }: UpdateTarget): Promise<Arguments | undefined> {
  const { choices } = services;
  const key = queryKey(uri.toString(), entry.name);
  const { params: before = {}, ...choice } = choices.query(key);
  const params: Record<string, string | number> = {};
  for (const { name, type } of entry.parameters) {
    const start = (type === "node" ? await nodeAtCursor(services, uri) : null) ?? before[name];
    const value = await askArgument(entry.name, { name, type }, start);
    if (value === undefined) return undefined;
    params[name] = value;
  }
  if (entry.parameters.length > 0) await choices.setQuery(key, { ...choice, params });
  return params;
}

/** The path of the node at the cursor of the data, if its file is visible. */
async function nodeAtCursor({ session }: Services, file: Uri): Promise<string | null> {
  const data = (await session.compile(file)).data.uri;
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === data);
  return editor === undefined ? null : pathAtCursor(session, editor);
}

async function preview(services: Services, target: UpdateTarget, params: Arguments): Promise<void> {
  const outcome = await outcomeOf(services, target, params, preview);
  if (outcome === null) return;
  const { data, text } = await updatedText(outcome);
  const right = services.previews.show(data, target.title, { text, of: { target, params } });
  await commands.executeCommand("vscode.diff", data, right, `${fileName(data)}: ${target.title}`, { preview: true });
  void offer(outcome.summary, "Apply", () => apply(services, target, params, text));
}

/** Makes an update. `previewed`: the text that was shown; if the update would leave another one now, that is shown instead. */
async function apply(
  services: Services,
  target: UpdateTarget,
  params: Arguments,
  previewed: string | null = null,
): Promise<void> {
  const outcome = await outcomeOf(services, target, params, apply);
  if (outcome === null) return;
  const { data, text } = await updatedText(outcome);
  if (previewed !== null && text !== previewed) {
    void window.showWarningMessage(
      `${fileName(data)} or the update has changed since this preview. This is what it would do now.`,
    );
    return preview(services, target, params);
  }
  if (data.scheme === VERSION_SCHEME) return applyToMemory(services, target, params, outcome.data);
  if (!(await writeEdits(data, outcome))) await window.showErrorMessage(`${fileName(data)} could not be changed.`);
}

/** Writes an update into its data file, as one step of the editor. False: the editor can't change the file. */
export async function writeEdits(data: Uri, { edits, summary }: UpdateOutcome): Promise<boolean> {
  const edit = new WorkspaceEdit();
  for (const { range, newText } of edits) edit.replace(data, editorRange(range), newText);
  if (!(await workspace.applyEdit(edit))) return false;
  void offer(`${summary} ${fileName(data)} is not saved yet.`, "Undo", async () => {
    await window.showTextDocument(await workspace.openTextDocument(data), { preview: false });
    await commands.executeCommand("undo");
  });
  return true;
}

async function applyToMemory(
  services: Services,
  target: UpdateTarget,
  params: Arguments,
  version: string | null,
): Promise<void> {
  const request = { ...requestOf(target), params, apply: version };
  const { problem, about, status, summary, made } = await services.session.request(REQUESTS.update, request);
  if (problem !== null) return showProblem({ problem, about });
  if (status === "outdated") {
    void window.showWarningMessage(`${summary} This is what it would do now.`);
    return preview(services, target, params);
  }
  if (made === null) {
    await window.showWarningMessage(summary);
    return;
  }
  offerUndo(services, made, summary);
}

/** Reports the version that an update made, which can be taken back. */
export function offerUndo(services: Services, made: NonNullable<UpdateOutcome["made"]>, summary: string): void {
  const { memory, task, branch, version } = made;
  const undo = { memory, task, step: { kind: "undo", version, branch }, head: version } as const;
  void offer(`${summary} It is version ${version} of ${task}.`, "Undo", () => takeStep(services, undo));
}

type Work = (services: Services, target: UpdateTarget, params: Arguments) => Promise<void>;

/** Outcome of an update that can be made. Otherwise shows the problem and returns null; if several nodes may be meant, the user picks one. */
async function outcomeOf(
  services: Services,
  target: UpdateTarget,
  params: Arguments,
  again: Work,
): Promise<UpdateOutcome | null> {
  const outcome = await services.session.request(REQUESTS.update, { ...requestOf(target), params });
  const { problem, about, at, status, summary, report, candidates } = outcome;
  if (problem !== null) {
    await showProblem({ problem, about, at });
    return null;
  }
  if (status === "ready") return outcome;
  const [first] = candidates;
  if (first !== undefined) {
    const isMeant = await pickNode(target, candidates);
    if (isMeant) await again(services, target, params);
    return null;
  }
  const details = "Show Details";
  void window.showWarningMessage(summary, ...(report === "" ? [] : [details])).then(async (chosen) => {
    if (chosen !== details) return;
    await window.showTextDocument(await workspace.openTextDocument({ content: report }), { preview: true });
  });
  return null;
}

/** Writes the node that is picked into the update. */
async function pickNode({ uri }: UpdateTarget, candidates: readonly UpdateCandidate[]): Promise<boolean> {
  const [{ target }] = candidates as readonly [UpdateCandidate];
  const items = candidates
    .filter((one) => one.target === target && one.edit !== null)
    .map((candidate) => ({
      label: candidate.text,
      description: candidate.weight < 1 ? candidate.weight.toFixed(2) : "",
      detail: candidate.path,
      candidate,
    }));
  const picked = await window.showQuickPick(items, { title: `Which node is ${target}?`, matchOnDetail: true });
  const edit = picked?.candidate.edit;
  if (!edit) return false;
  const change = new WorkspaceEdit();
  change.replace(uri, editorRange(edit.range), edit.newText);
  return workspace.applyEdit(change);
}

/** The text that an update would leave, with its data file. */
export async function updatedText({
  data,
  edits,
}: UpdateOutcome): Promise<{ readonly data: Uri; readonly text: string }> {
  const uri = Uri.parse(data!);
  const document = await workspace.openTextDocument(uri);
  let text = document.getText();
  for (const { range, newText } of [...edits].reverse()) {
    const { start, end } = editorRange(range);
    text = `${text.slice(0, document.offsetAt(start))}${newText}${text.slice(document.offsetAt(end))}`;
  }
  return { data: uri, text };
}
