import { type MemoryBlame, REQUESTS } from "@semantic-xpath/lsp";
import { Position, type QuickPickItem, type TextDocument, Uri, window } from "vscode";
import { fileName } from "../files/names.js";
import { showProblem } from "../problems.js";
import { askData } from "../questions/questionBox.js";
import { runRequest } from "../runs/runTarget.js";
import type { Services } from "../services.js";
import { type MemoryLine, type MemoryPlace, noteOf, whoAndWhen } from "./memoryView.js";
import { applyStep, previewStep } from "./steps.js";
import { showDifference, versionDocument } from "./versionFiles.js";

type MemoryCommand = (services: Services, argument: unknown) => Promise<unknown>;

/** Commands about memories. They are given a line of the view, or a place. */
export const MEMORY_COMMANDS: Readonly<Record<string, MemoryCommand>> = {
  "sxp.openVersion": ofVersion(async ({ session }, place) => {
    await window.showTextDocument(await versionDocument(session, place), { preview: true });
  }),
  "sxp.versionChanges": ofVersion(async ({ session }, place) => {
    if (place.parent === null) await window.showInformationMessage("It is the first version: all of it is new.");
    else await showDifference(session, place, place.parent);
  }),
  "sxp.compareVersions": ofVersion(compareVersions),
  "sxp.undoVersion": ofVersion((services, { memory, task, branch, version }) =>
    previewStep(services, { memory, task, step: { kind: "undo", version, branch } }),
  ),
  "sxp.restoreVersion": ofVersion((services, { memory, task, branch, version }) =>
    previewStep(services, { memory, task, step: { kind: "restore", version, branch } }),
  ),
  "sxp.newBranch": ofVersion(newBranch),
  "sxp.mergeBranch": ofVersion(mergeBranch),
  "sxp.applyStep": applyStep,
  "sxp.blameNode": blameNode,
  "sxp.askVersion": ofVersion(async (services, place) =>
    askData(services, await versionDocument(services.session, place)),
  ),
  "sxp.queryMemory": queryMemory,
  "sxp.showTask": showTask,
};

const placeIn = (argument: unknown): Partial<MemoryPlace> => (argument as Partial<MemoryLine> | undefined)?.place ?? {};

function ofVersion(work: (services: Services, place: MemoryPlace) => Promise<unknown>): MemoryCommand {
  return async (services, argument) => {
    const place = placeIn(argument);
    if (place.version === undefined)
      await window.showInformationMessage("Choose a version in the view Memories first.");
    else await work(services, place as MemoryPlace);
  };
}

async function compareVersions({ session }: Services, place: MemoryPlace): Promise<void> {
  const { memory, task, branch } = place;
  const { problem, versions } = await session.request(REQUESTS.memoryVersions, { memory, task, branch, limit: 500 });
  if (problem !== null) return showProblem({ problem });
  const items = versions
    .filter(({ number, operation }) => number !== place.version && operation !== "pruned")
    .map((version) => ({
      label: `${version.number}  ${noteOf(version)}`,
      description: whoAndWhen(version),
      number: version.number,
    }));
  const title = `Version ${place.version} compared with`;
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
  if (picked === undefined) return;
  const [from, version] = [picked.number, place.version].sort((a, b) => a - b) as [number, number];
  await showDifference(session, { memory, task, version }, from);
}

async function newBranch({ session }: Services, { memory, task, version }: MemoryPlace): Promise<void> {
  const name = await window.showInputBox({
    title: `New branch from version ${version} of ${task}`,
    prompt: "Its name",
  });
  if (name === undefined) return;
  const step = { kind: "branch", name, from: version } as const;
  const { problem, about, summary } = await session.request(REQUESTS.memoryStep, { memory, task, step });
  if (problem === null) window.setStatusBarMessage(summary, 5000);
  else await showProblem({ problem, about });
}

/** Merges the branch of a line, or its version, into another branch. */
async function mergeBranch(services: Services, { memory, task, branch, version }: MemoryPlace): Promise<void> {
  const { problem, about, tasks } = await services.session.request(REQUESTS.memoryTasks, { memory });
  if (problem !== null) return showProblem({ problem, about });
  const targets = tasks.find(({ name }) => name === task)?.branches.filter(({ name }) => name !== branch) ?? [];
  if (targets.length === 0) {
    await window.showInformationMessage(`${task} has no other branch. Make one from a version first.`);
    return;
  }
  const items = targets.map(({ name, head }) => ({ label: name, description: `version ${head}` }));
  const title = `Merge version ${version} of ${branch} into`;
  const into = items.length === 1 ? items[0] : await window.showQuickPick(items, { title });
  if (into === undefined) return;
  await previewStep(services, { memory, task, step: { kind: "merge", from: version, branch: into.label } });
}

/** Lists the versions that made the node at the cursor; the one that is picked is shown as a diff. */
async function blameNode({ session }: Services): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  const params = { uri: document.uri.toString(), offset: offsetInLine(document, selection.active) };
  const { problem, about, path, memory, task, parts } = await session.request(REQUESTS.memoryBlame, params);
  if (problem !== null) return showProblem({ problem, about });
  if (path === null) {
    await window.showInformationMessage("There is no node at the cursor.");
    return;
  }
  const picked = await window.showQuickPick(parts.map(blameItem), { title: path, matchOnDetail: true });
  if (picked === undefined) return;
  const { number, parents } = picked.of.version;
  if (parents[0] !== undefined) await showDifference(session, { memory, task, version: number }, parents[0]);
  else await window.showTextDocument(await versionDocument(session, { memory, task, version: number }));
}

/** The offset of a cursor; of one beside the text of its line, the nearest place in that. */
function offsetInLine(document: TextDocument, cursor: Position): number {
  const { text, firstNonWhitespaceCharacterIndex: first } = document.lineAt(cursor.line);
  const character = Math.max(first, Math.min(cursor.character, text.trimEnd().length - 1));
  return document.offsetAt(new Position(cursor.line, character));
}

function blameItem(of: MemoryBlame): QuickPickItem & { readonly of: MemoryBlame } {
  const { part, value, version, change } = of;
  const label = part === "node" || part === "place" ? part : `${part} = ${value}`;
  return { label, description: `version ${version.number} · ${whoAndWhen(version)}`, detail: change, of };
}

/** Shows what a task holds now in the panel, with the facts of a memory of conversations. */
async function showTask(services: Services, argument: unknown): Promise<void> {
  const { memory, task } = placeIn(argument);
  if (memory === undefined || task === undefined) {
    await window.showInformationMessage("Choose a task in the view Memories first.");
    return;
  }
  await runRequest(services, { uri: memory, memory: { memory, task, text: "/*" } }, task);
}

/** Asks for a query on all versions of all tasks, and shows its results in the panel. */
async function queryMemory(services: Services, argument: unknown): Promise<void> {
  const { memory, task } = placeIn(argument);
  if (memory === undefined) {
    await window.showInformationMessage("Choose a memory in the view Memories first.");
    return;
  }
  const name = fileName(Uri.parse(memory));
  const step = task === undefined ? "" : `[@name = "${task.replaceAll('"', '""')}"]`;
  const text = await window.showInputBox({
    title: `Query ${name}`,
    prompt: "The memory is one tree: /Memory/Task/Version, and below each version its tree.",
    value: `/Memory/Task${step}/Version[-1]//*`,
    ignoreFocusOut: true,
  });
  if (text === undefined || text.trim() === "") return;
  await runRequest(services, { uri: memory, memory: { memory, text } }, text.trim());
}
