import { locateIn } from "@semantic-xpath/inspect";
import { type Memory, renderUpdate, type UpdateResult, type UpdateTarget, updateTree } from "@semantic-xpath/memory";
import { type CompiledUpdate, compileUpdate, foldFields, SemanticXPathError, type Tree } from "@semantic-xpath/runtime";
import { editSource, WriteError } from "@semantic-xpath/writers";
import type { TextEdit } from "vscode-languageserver";
import { CONFIG_FILE, type OpenedScorer } from "../host.js";
import { withMemory } from "../memory/withMemory.js";
import { rangeIn } from "../spans.js";
import { readAgain } from "../workspace/dataFile.js";
import { type VersionPlace, versionAt } from "../workspace/versionUri.js";
import { type CheckedChange, declaredSchema, nameOf, spanOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { dataProblem, type NotRun, openScorer, readNewest, settled } from "./execute.js";
import type { UpdateCandidate, UpdateEntry, UpdateOutcome, UpdateParams } from "./requests.js";

/** An update that did not take place. */
export const noUpdate = ({ at, ...problem }: NotRun): UpdateOutcome => ({
  ...problem,
  at: at ?? null,
  status: null,
  summary: "",
  report: "",
  data: null,
  made: null,
  edits: [],
  candidates: [],
});

/** Entry of an update in the answer of `sxp/compile`. */
export function updateEntry(view: View, checked: CheckedChange): UpdateEntry {
  const update = view.region.holes.length > 0 ? undefined : compiledUpdate(view, checked);
  return {
    name: nameOf(checked),
    range: toRange(view, spanOf(checked)),
    parameters: (update?.parameters ?? []).map(({ name, type }) => ({ name, type })),
    canRun: update !== undefined,
  };
}

/**
 * Checks an update by the rules of a memory on the data that its file imports, and writes it as edits of the data's text. Nothing is changed, unless the
 * data is a version of a memory and the update is to be applied to it. Rejects only when the signal aborts.
 */
export async function updateData(
  workspace: Workspace,
  params: UpdateParams,
  signal?: AbortSignal,
): Promise<UpdateOutcome> {
  if (!workspace.settingsOf(params.uri).trusted)
    return noUpdate({ problem: "This workspace is not trusted, so nothing is run.", about: "trust" });
  readNewest(workspace, params.uri);
  const target = await settled(workspace, params.uri, () => findUpdate(workspace, params));
  if (target.problem !== null) return noUpdate(target);
  const { view, update } = target;
  if (view.collection !== null)
    return noUpdate({ problem: "The data are several files; an update is about one. Import that one.", about: "data" });
  if (view.data.value === null || view.data.uri === null) return noUpdate(dataProblem(workspace, view));
  const scorer = await openScorer(workspace, params, update);
  if (scorer.problem !== null) return noUpdate({ problem: scorer.problem, about: "scorer" });
  const tree = view.data.value;
  const place = versionAt(view.data.uri);
  if ((params.apply ?? null) !== null) {
    if (place === null) return noUpdate({ problem: "The data is not a version of a memory.", about: "data" });
    if (params.apply !== view.data.uri) return outcomeOf(view, update, OUTDATED, []);
    return applyToMemory(workspace, place, { view, update, params, scorer, ...(signal && { signal }) });
  }
  try {
    const options = {
      schema: declaredSchema(view),
      scorer: scorer.scorer,
      budget: scorer.budget,
      params: withNodes(update, params.params ?? {}, (path) => locateIn(tree, path)),
      ...(signal && { signal }),
    };
    const { result, edits } = await updateTree(tree, update, options);
    const changes = edits.length === 0 ? [] : await textEdits(workspace, view, tree, edits);
    return outcomeOf(view, update, result, changes);
  } catch (error) {
    if (signal?.aborted || !(error instanceof SemanticXPathError || error instanceof RangeError)) throw error;
    if (error instanceof RangeError) return noUpdate({ problem: error.message, about: "arguments" });
    return noUpdate({
      problem: error.messageBy(CONFIG_FILE),
      about: error instanceof WriteError ? "data" : "arguments",
    });
  }
}

interface Applied {
  readonly view: View;
  readonly update: CompiledUpdate;
  readonly params: UpdateParams;
  readonly scorer: OpenedScorer;
  readonly signal?: AbortSignal;
}

/** Makes an update as the next version of the branch that ends with a version. */
function applyToMemory(
  workspace: Workspace,
  { memory: folder, task: name, version: number }: VersionPlace,
  { view, update, params, scorer: { scorer, budget }, signal }: Applied,
): Promise<UpdateOutcome> {
  const failed = (problem: string): UpdateOutcome => noUpdate({ problem });
  const { author = "person", reason } = params.draft ?? {};
  const provenance = { author, ...(reason != null && { reason }) };
  const work = async (memory: Memory): Promise<UpdateOutcome> => {
    const task = memory.task(name);
    const branch = task.branches().find(({ head }) => head === number)?.name;
    if (branch === undefined) return outcomeOf(view, update, OUTDATED, []);
    const base = task.version(number);
    const keyOf = (path: string) => {
      const node = locateIn(base.tree(), path);
      return node === null ? null : base.keyOf(node);
    };
    const result = await memory.update(task, update, {
      ...{ branch, ifVersion: number, scorer, budget, provenance },
      params: withNodes(update, params.params ?? {}, keyOf),
      ...(signal && { signal }),
    });
    const made = result.version === null ? null : { memory: folder, task: name, branch, version: result.version };
    return { ...outcomeOf(view, update, result, []), made };
  };
  return withMemory(workspace, folder, failed, work, { writes: true });
}

type FoundUpdate =
  | { readonly problem: string }
  | { readonly problem: null; readonly view: View; readonly update: CompiledUpdate };

function findUpdate(workspace: Workspace, { uri, draft, name = null, offset = null }: UpdateParams): FoundUpdate {
  const document = draft ? workspace.updateOn(uri, draft.text) : workspace.document(uri);
  if (document === null) return { problem: "There is no such file." };
  const views = workspace.runViews(document);
  if (draft) workspace.forget(document.uri);
  for (const view of views) {
    for (const checked of view.updates) {
      const { start, end } = spanOf(checked);
      const isHere = offset === null || (offset >= view.region.start + start && offset <= view.region.start + end);
      if (name === null ? !isHere : nameOf(checked) !== name) continue;
      if (view.region.holes.length > 0) return { problem: "The update has holes, so it can't run by itself." };
      const update = compiledUpdate(view, checked);
      if (update !== undefined) return { problem: null, view, update };
      const error = [...view.syntax, ...checked.diagnostics].find(({ severity }) => severity === "error");
      return { problem: error?.message ?? "The update can't run." };
    }
  }
  return { problem: "There is no such update." };
}

function compiledUpdate(view: View, checked: CheckedChange): CompiledUpdate | undefined {
  const { update, updates } = compileUpdate(view.text, { schema: declaredSchema(view) });
  const name = nameOf(checked);
  return checked.declaration === null ? update : name === null ? undefined : updates[name];
}

/** Arguments for nodes are paths; an update takes keys for them, which are the numbers of nodes in a tree without keys. */
function withNodes(
  { parameters }: CompiledUpdate,
  given: Readonly<Record<string, string | number>>,
  keyOf: (path: string) => number | null,
): Readonly<Record<string, string | number>> {
  const nodes = new Set((parameters ?? []).filter(({ type }) => type === "node").map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!nodes.has(name) || typeof value === "number") return [name, value];
      const node = keyOf(value);
      if (node === null) throw new RangeError(`$${name}: ${JSON.stringify(value)} is not the path of one node.`);
      return [name, node];
    }),
  );
}

async function textEdits(
  workspace: Workspace,
  view: View,
  tree: Tree,
  edits: Parameters<typeof editSource>[1],
): Promise<readonly TextEdit[]> {
  const file = workspace.dataFile(view.data.uri!)!;
  const schema = declaredSchema(view);
  const read = async (text: string): Promise<Tree> => {
    const again = await readAgain(file, text);
    return schema === null ? again : foldFields(again, schema);
  };
  const { format } = tree.source;
  if (format === "object" || format === "folder")
    throw new RangeError("The data are several files; an update is about one.");
  const { changes } = await editSource({ text: file.text, format, tree, read }, edits);
  return changes.map(({ start, end, text }) => ({ range: rangeIn(file.document, { start, end }), newText: text }));
}

const STATUS = {
  ...{ "dry run": "ready", applied: "applied", conflict: "outdated" },
  ...{ unchanged: "unchanged", invalid: "invalid", unclear: "unclear", refused: "refused" },
} as const satisfies Partial<Record<UpdateResult["status"], UpdateOutcome["status"]>>;

type Summarised = Pick<UpdateResult, "status" | "changes" | "diagnostics" | "targets">;
/** Others have written since the preview. */
const OUTDATED = { status: "conflict", changes: [], diagnostics: [], targets: [] } as const satisfies Summarised;

function outcomeOf(
  view: View,
  update: CompiledUpdate,
  result: UpdateResult | typeof OUTDATED,
  edits: readonly TextEdit[],
): UpdateOutcome {
  // The other states are those of writers beside this one.
  const status = STATUS[result.status as keyof typeof STATUS];
  const [, ...lines] = "diff" in result ? renderUpdate(result).trimEnd().split("\n") : [];
  return {
    problem: null,
    at: null,
    status,
    summary: summaryOf(status, result),
    report: lines.join("\n"),
    data: view.data.uri,
    made: null,
    edits: status === "ready" ? edits : [],
    candidates: result.targets.flatMap((target) => candidatesOf(view, update, target)),
  };
}

function summaryOf(status: UpdateOutcome["status"], { changes, diagnostics }: Summarised): string {
  const [first] = changes;
  if ((status === "ready" || status === "applied") && first !== undefined)
    return changes.length === 1 ? `${first.text}.` : `${changes.length} changes: ${first.text}, …`;
  if (status === "outdated") return "Others have written since the preview.";
  if (status === "unchanged") return "Nothing would change.";
  const error = diagnostics.find(({ severity }) => severity === "error");
  return error?.message ?? "No node is surely meant.";
}

function candidatesOf(view: View, { source }: CompiledUpdate, target: UpdateTarget): readonly UpdateCandidate[] {
  return target.candidates.map(({ path, weight, text, key, repair }) => ({
    target: target.target,
    ...{ path, weight, text },
    edit: repair === null ? null : editFrom(view, source, repair, `#${key}`, path),
  }));
}

/** The edit of the file that makes the update mean a node, by its path: keys are those of one run. */
function editFrom(view: View, source: string, repair: string, key: string, path: string): TextEdit {
  let start = 0;
  while (start < source.length && source[start] === repair[start]) start++;
  let suffix = 0;
  const most = Math.min(source.length, repair.length) - start;
  while (suffix < most && source[source.length - 1 - suffix] === repair[repair.length - 1 - suffix]) suffix++;
  const replacement = repair.slice(start, repair.length - suffix);
  return {
    range: toRange(view, { start, end: source.length - suffix }),
    newText: replacement === key ? path : replacement,
  };
}
