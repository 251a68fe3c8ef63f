import type { ScopedUpdateOptions, UpdateResult, UpdateSource } from "@semantic-xpath/memory";
import { memoryError } from "@semantic-xpath/memory";
import { parse } from "@semantic-xpath/parser";
import { CompiledUpdate, compileUpdate, type OperationTarget, parseOperations } from "@semantic-xpath/runtime";
import { z } from "zod";
import { type Failure, ToolFailure } from "../results/failure.js";
import { problemsOf } from "../results/problems.js";
import { shortened } from "../results/tokens.js";
import type { MemorySession } from "../session.js";
import { shownChange } from "./diff.js";
import { runOptions } from "./query.js";
import { type PARAMS, TASK } from "./shared.js";
import type { ToolContext } from "./tool.js";

/** What every tool that writes takes. */
export const WRITE = {
  ...TASK,
  branch: z.string().optional(),
  dryRun: z.boolean().optional(),
  ifVersion: z.int().optional(),
  idempotencyKey: z.string().min(1).max(200).optional(),
  reason: z.string().max(1000).optional(),
  turn: z.string().max(200).optional(),
  eventTime: z.string().optional(),
};

/** What every tool that writes gives. */
export const WRITTEN = z.object({
  task: z.string(),
  status: z.string(),
  dryRun: z.boolean(),
  version: z.int().optional().describe("the one made"),
  base: z.int(),
  changes: z.array(z.looseObject({ text: z.string() })),
  notes: z.array(z.string()).optional(),
});

type WriteInput = z.output<z.ZodObject<typeof WRITE>>;

export function provenanceOf({ author }: MemorySession, { reason, turn, eventTime }: WriteInput) {
  return {
    ...(author !== undefined && { author }),
    ...(reason !== undefined && { reason }),
    ...(turn !== undefined && { turn }),
    ...(eventTime !== undefined && { time: eventTime }),
  };
}

/** A target as operations have it: a key, or a query. */
export function targetOf(node: number | string): OperationTarget {
  const key = /^#?(\d+)$/.exec(String(node).trim())?.[1];
  return key === undefined ? String(node) : { key: Number(key) };
}

/** Makes an update, after a person has said yes where it deletes. Throws a `ToolFailure` for all that is not written. */
export async function write(
  session: MemorySession,
  source: UpdateSource,
  input: WriteInput & { readonly params?: z.output<typeof PARAMS.params> },
  context: ToolContext,
): Promise<z.input<typeof WRITTEN>> {
  const task = session.taskNamed(input.task);
  const { branch, ifVersion, idempotencyKey, dryRun = false } = input;
  const { scorer, budget, now } = runOptions(session, {}, context);
  const options: ScopedUpdateOptions = {
    scorer,
    budget,
    now,
    ...(input.params !== undefined && { params: input.params }),
    ...(context.signal !== undefined && { signal: context.signal }),
    ...(branch !== undefined && { branch }),
    ...(ifVersion !== undefined && { ifVersion }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    provenance: provenanceOf(session, input),
  };
  const tried = await session.scope.update(task, source, { ...options, dryRun: true });
  if (tried.status === "dry run" && !dryRun) {
    await confirmed(session, tried, context);
    // What was shown is what is written: on the version that it was shown on.
    const pinned = session.mayDelete || !deletes(tried) ? {} : { ifVersion: tried.base };
    return shown(await session.scope.update(task, source, { ...options, ...pinned }), source);
  }
  return shown(tried, source);
}

const deletes = ({ changes }: Pick<UpdateResult, "changes">): boolean =>
  changes.some(({ kind }) => kind === "delete" || kind === "replace");

/** Lines of what is deleted that a person is shown. */
const MOST_LINES = 20;

/** Asks a person where something would be deleted. Throws SXP5065 if nobody can be asked, or the answer is no. */
export async function confirmed(
  { mayDelete }: MemorySession,
  { task, changes }: Pick<UpdateResult, "task" | "changes">,
  { confirm }: ToolContext,
): Promise<void> {
  if (mayDelete || !deletes({ changes })) return;
  const gone = changes.filter(({ kind }) => kind === "delete" || kind === "replace");
  const what = `Deleting from ${task}: ${gone.length === 1 ? "one change" : `${gone.length} changes`}`;
  const lines = gone.slice(0, MOST_LINES).map(({ text }) => shortened(text, 200));
  const isSure = confirm === undefined ? null : await confirm({ what, lines });
  if (isSure !== true) throw memoryError("SXP5065", { what, isDeclined: isSure === false });
}

function shown(result: UpdateResult, source: UpdateSource): z.input<typeof WRITTEN> {
  const { task, status, version, base, isDryRun, changes, diagnostics, duplicates } = result;
  if (!["applied", "dry run", "repeated", "unchanged"].includes(status)) throw new ToolFailure(failed(result, source));
  const notes = [
    ...diagnostics.map(({ code, message }) => `${code}: ${message}`),
    ...(status === "unchanged" && duplicates.length === 0 ? ["There is nothing to change."] : []),
  ];
  return {
    task,
    status,
    dryRun: isDryRun,
    ...(version !== null && { version }),
    base,
    changes: changes.map(shownChange),
    ...(notes.length > 0 && { notes }),
  };
}

/** What places in diagnostics are in; "" where operations are none. */
function textOf(source: UpdateSource): string {
  if (typeof source === "string") return source;
  if (source instanceof CompiledUpdate) return source.source;
  try {
    return compileUpdate(parseOperations(source)).update?.source ?? "";
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
}

/** Why an update was not made, for a model to repair it: which nodes each target may mean, with the update that means it. */
function failed({ status, targets, diagnostics, conflict, broken }: UpdateResult, source: UpdateSource): Failure {
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  const text = textOf(source);
  const recheck = (repaired: string) => parse(repaired).diagnostics;
  const unclear = targets.filter(({ outcome }) => outcome !== "chosen");
  const message = first?.message ?? `The update is ${status}.`;
  return {
    code: first?.code ?? "SXP5037",
    message,
    ...(diagnostics.length > 0 && { problems: problemsOf(text, diagnostics, recheck) }),
    data: {
      status,
      ...(unclear.length > 0 && { targets: unclear }),
      ...(conflict !== null && { conflict }),
      ...(broken.length > 0 && { broken }),
    },
  };
}
