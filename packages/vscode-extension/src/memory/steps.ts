import { type MemoryConflict, type MemoryStepResult, REQUESTS } from "@semantic-xpath/lsp";
import { commands, Uri, window } from "vscode";
import { showProblem } from "../problems.js";
import { offer } from "../runs/offer.js";
import type { PreviewedStep, Services, TaskStep } from "../services.js";

type Sides = NonNullable<TaskStep["sides"]>;

/** Shows in the editor's own diff what a step would make of its branch. Nothing is changed; where sides contradict each other, the user chooses first. */
export async function previewStep(services: Services, step: TaskStep): Promise<void> {
  const answer = await stepRequest(services, step, null);
  if (answer.problem !== null) return showProblem({ problem: answer.problem, about: answer.about });
  switch (answer.status) {
    case "conflict": {
      const sides = await chooseSides(answer.conflicts);
      return sides === null ? undefined : previewStep(services, { ...step, sides: { ...step.sides, ...sides } });
    }
    case "ready":
      return show(services, step, answer);
    default:
      await window.showInformationMessage(answer.summary);
  }
}

/** Does the step of a preview: that of a document, else the one that is open. */
export async function applyStep(services: Services, argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  const preview = uri === undefined ? undefined : services.steps.at(uri);
  if (preview === undefined) await window.showInformationMessage("Open the preview of a step first.");
  else await takeStep(services, preview.of);
}

async function show(
  services: Services,
  step: TaskStep,
  { before, after, head, summary }: MemoryStepResult,
): Promise<void> {
  const now = Uri.parse(before!);
  const title = titleOf(step);
  const pinned = { ...step, head };
  const preview = services.steps.show(now, `${title} ${head}`, { text: after!, of: pinned });
  await commands.executeCommand("vscode.diff", now, preview, title, { preview: true });
  void offer(summary, "Apply", () => takeStep(services, pinned));
}

/** Does a step that was previewed, or that was just done the other way round. */
export async function takeStep(services: Services, { head, ...step }: PreviewedStep): Promise<void> {
  const { problem, about, status, summary, version } = await stepRequest(services, step, { head });
  if (problem !== null) return showProblem({ problem, about });
  if (status === "outdated") {
    void window.showWarningMessage(`${summary} This is what it would do now.`);
    return previewStep(services, step);
  }
  if (version === null) {
    await window.showInformationMessage(summary);
    return;
  }
  const { memory, task, step: done } = step;
  const undo = { memory, task, step: { kind: "undo", version, branch: done.branch } } as const;
  void offer(summary, "Undo", () => previewStep(services, undo));
}

const stepRequest = (
  { session }: Services,
  { memory, task, step, sides = {} }: TaskStep,
  apply: { readonly head: number } | null,
): Promise<MemoryStepResult> => session.request(REQUESTS.memoryStep, { memory, task, step, sides, apply });

/** The sides that hold, conflict by conflict; null: the user has stopped. */
async function chooseSides(conflicts: readonly MemoryConflict[]): Promise<Sides | null> {
  const sides: Record<string, "ours" | "theirs"> = Object.create(null);
  for (const [i, { id, text, path, ours, theirs }] of conflicts.entries()) {
    const picked = await window.showQuickPick(
      [
        { label: "Keep what the branch has", description: ours ?? "nothing", side: "ours", isForAll: false },
        { label: "Take what comes to it", description: theirs ?? "nothing", side: "theirs", isForAll: false },
        ...(i < conflicts.length - 1
          ? ([
              { label: "Keep what the branch has, here and in all that follow", side: "ours", isForAll: true },
              { label: "Take what comes to it, here and in all that follow", side: "theirs", isForAll: true },
            ] as const)
          : []),
      ] as const,
      { title: `Conflict ${i + 1} of ${conflicts.length}: ${text}`, placeHolder: path, ignoreFocusOut: true },
    );
    if (picked === undefined) return null;
    sides[id] = picked.side;
    if (picked.isForAll) {
      for (const other of conflicts.slice(i)) sides[other.id] = picked.side;
      break;
    }
  }
  return sides;
}

function titleOf({ task, step }: TaskStep): string {
  switch (step.kind) {
    case "merge":
      return `${task}: merge version ${step.from} into ${step.branch}`;
    case "undo":
      return `${task}: take version ${step.version} back`;
    case "restore":
      return `${task}: go back to version ${step.version}`;
  }
}
