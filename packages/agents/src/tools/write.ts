import {
  lossesOf,
  memoryError,
  type ScopedUpdateOptions,
  type UpdateResult,
  type UpdateSource,
  type UpdateTarget,
  type VersionLine,
} from "@semantic-xpath/memory";
import { type Diagnostic, parse } from "@semantic-xpath/parser";
import { CompiledUpdate, compileUpdate, type OperationTarget, parseOperations } from "@semantic-xpath/runtime";
import { getOrMake } from "@semantic-xpath/tree";
import { base64UrlOf, defined, shortened } from "@semantic-xpath/values";
import { z } from "zod";
import type { Client } from "../client.js";
import { type Failure, ToolFailure } from "../results/failure.js";
import { shownWeight } from "../results/numbers.js";
import { problemsOf, problemsOfFailure } from "../results/problems.js";
import { shownChange } from "./diff.js";
import { runOptions } from "./query.js";
import { keyAt, keyIn, type PARAMS, REFERENCE, TASK, unlessEmpty } from "./shared.js";
import type { ToolContext } from "./tool.js";

/** Inputs of every tool that writes. */
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

/** Inputs of every tool that runs an update. */
export const UPDATING = { ...WRITE, allowBroken: z.boolean().optional() };

/** Inputs of the tools that may insert. */
export const INSERTING = {
  supersedes: REFERENCE.optional(),
  duplicates: z.enum(["report", "refuse", "skip"]).optional(),
};

/** Output of every tool that writes: `version` is the one that was made of `base`. */
export const WRITTEN = z.object({
  task: z.string(),
  status: z.string(),
  version: z.int().optional(),
  base: z.int(),
  changes: z.array(z.looseObject({ text: z.string() })),
  notes: z.array(z.string()).optional(),
});

type WriteInput = z.output<z.ZodObject<typeof WRITE>>;
type UpdateInput = z.output<z.ZodObject<typeof UPDATING & typeof INSERTING & typeof PARAMS>>;

export const provenanceOf = ({ author }: Client, { reason, turn, eventTime: time }: WriteInput) =>
  defined({ author, reason, turn, time });

/** A target as operations have it: a key, or a query. */
export function targetOf(node: number | string): OperationTarget {
  const key = keyIn(node);
  return key === null ? String(node) : { key };
}

/** Makes an update, after a person has confirmed what it deletes. Throws a `ToolFailure` for everything that is not written. */
export async function write(
  session: Client,
  source: UpdateSource,
  input: UpdateInput,
  context: ToolContext,
): Promise<z.input<typeof WRITTEN>> {
  const task = session.taskNamed(input.task);
  const { params, branch, ifVersion, idempotencyKey, dryRun = false, supersedes: superseded, duplicates } = input;
  session.scope.checkWrite();
  const supersedes = superseded === undefined ? undefined : keyAt(session.scope.view(task, branch), superseded);
  const onBroken = input.allowBroken === true ? ("allow" as const) : undefined;
  const { onProgress: _, ...how } = runOptions(session, { params }, context);
  const options: ScopedUpdateOptions = {
    ...how,
    ...defined({ branch, ifVersion, idempotencyKey, supersedes, duplicates, onBroken }),
    provenance: provenanceOf(session, input),
  };
  const tried = await session.scope.update(task, source, { ...options, dryRun: true });
  if (tried.status !== "dry run" || dryRun) return outputOf(tried, source);
  const isConfirmed = await confirmed(session, tried, context);
  // A deletion is written on the version on which it was shown, or not at all.
  const pinned = isConfirmed ? { ifVersion: tried.base } : {};
  const update = await session.scope.update(task, source, { ...options, ...pinned });
  return outputOf(update, source);
}

/** Deletions that a person is shown, one line each. */
const MAX_LINES = 20;

/**
 * Asks a person before a deletion; true: a person agreed. Throws SXP5065 without a person or after a refusal, SXP5010 if the task was changed before
 * the answer.
 */
export async function confirmed(
  session: Client,
  { task, branch, base, changes }: Pick<UpdateResult, "task" | "branch" | "base" | "changes">,
  { confirm }: ToolContext,
): Promise<boolean> {
  const losses = lossesOf(changes);
  if (session.mayDelete || losses.length === 0) return false;
  const subject = `Deleting from ${task}: ${losses.length === 1 ? "one change" : `${losses.length} changes`}`;
  const lines = losses.slice(0, MAX_LINES).map(({ text }) => shortened(text, 200));
  if (losses.length > MAX_LINES) lines.push(`and ${losses.length - MAX_LINES} more`);
  const { time } = session.scope.view(task, base).version;
  const lost = losses.map(({ kind, key, keys, ranges, replaced, name, before }) => [
    [kind, key, keys, ranges, replaced],
    [name, before],
  ]);
  const about = await digestOf([task, branch, base, time, lost]);
  const isSure = confirm === undefined ? null : await confirm({ what: subject, lines, about });
  if (isSure !== true) throw memoryError("SXP5065", { what: subject, isDeclined: isSure === false });
  await session.memory.refreshAsync();
  const head = session.scope.view(task, branch).version;
  if (!isSame(session, task, { number: base, time }, head))
    throw memoryError("SXP5010", { branch, expected: base, head: head.number });
  return true;
}

type VersionAt = Pick<VersionLine, "number" | "time">;

/** Tests that the newest version is still the given one: a task that was deleted and created again may have another one of the same number. */
function isSame({ scope }: Client, task: string, given: VersionAt, head: VersionAt): boolean {
  if (head.number === given.number) return head.time === given.time;
  // Around a root others may write: that is nothing that was asked about.
  const isSeen = scope.root === null || scope.find(task, given.number)?.version.time !== given.time;
  return !isSeen && scope.diff(task, given.number, head.number).length === 0;
}

/** SHA-256 of a value as JSON. */
export const digestOf = async (value: unknown): Promise<string> =>
  base64UrlOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)))));

function outputOf(result: UpdateResult, source: UpdateSource): z.input<typeof WRITTEN> {
  const { task, status, version, base, changes, diagnostics, duplicates } = result;
  if (!["applied", "dry run", "repeated", "unchanged"].includes(status)) throw new ToolFailure(failed(result, source));
  const notes = [
    ...diagnostics.map(({ code, message }) => `${code}: ${message}`),
    ...(status === "unchanged" && duplicates.length === 0 ? ["There is nothing to change."] : []),
  ];
  return {
    task,
    status,
    version: version ?? undefined,
    base,
    changes: changes.map(shownChange),
    notes: unlessEmpty(notes),
  };
}

/** Text that places in diagnostics refer to; "" for operations. */
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

/** Candidates of a target, and sentences, that are shown. */
const MAX_CANDIDATES = 5;
const MAX_SENTENCES = 5;
/** Maximum characters of a candidate's content. */
const MAX_CANDIDATE = 60;

/** Why an update was not made, for a model to repair it: which nodes each target may mean, with the update that means it. */
function failed({ status, targets, diagnostics, conflict, broken }: UpdateResult, source: UpdateSource): Failure {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const sentences = sentencesOf(errors, broken);
  const message = sentences.slice(0, MAX_SENTENCES).join(" ");
  const more = sentences.length - MAX_SENTENCES;
  const text = textOf(source);
  const placed = errors.filter(({ span, fixes }) => span.end > span.start || fixes.length > 0);
  const problems = problemsOf(text, placed, (repaired) => parse(repaired).diagnostics);
  const unclear = targets.filter(({ outcome }) => outcome !== "chosen");
  return {
    code: errors[0]?.code ?? "SXP5037",
    message: `${message || `The update is ${status}.`}${more > 0 ? ` And ${more} more.` : ""}`,
    ...problemsOfFailure(problems[0], problems),
    data: defined({
      status,
      targets: unlessEmpty(unclear.map(targetShown)),
      conflict: conflict ?? undefined,
    }),
  };
}

/** Sentences about the errors: one for all attributes that a node lacks, and one on how to write it anyway. */
function sentencesOf(errors: readonly Diagnostic[], broken: UpdateResult["broken"]): readonly string[] {
  const lacking = new Map<string, string[]>();
  for (const { path, type, isAllowed } of broken)
    if (type.startsWith("@") && !isAllowed) getOrMake(lacking, path, (): string[] => []).push(`"${type.slice(1)}"`);
  const bounds = errors.filter(({ code }) => code === "SXP5030");
  const refused = broken.filter(({ isAllowed }) => !isAllowed);
  const violations = bounds.filter((_, i) => !refused[i]?.type.startsWith("@"));
  return [
    ...errors.filter(({ code }) => code !== "SXP5030").map(({ message }) => message),
    ...[...lacking].map(([path, names]) => `${path} lacks ${names.join(", ")}, which the schema requires.`),
    ...violations.map(({ message }) => message),
    ...(lacking.size > 0 && violations.length === 0 ? [ALLOWING] : []),
  ];
}

const ALLOWING = "allowBroken writes it anyway, where the schema is not strict.";

function targetShown({ target, outcome, reason, candidates, count }: UpdateTarget): object {
  const omitted = candidates.length === 0 ? 0 : count - MAX_CANDIDATES;
  const rows = candidates.slice(0, MAX_CANDIDATES).map(({ key, path, weight, text, repair }) => ({
    key,
    path,
    weight: weight === 1 ? undefined : shownWeight(weight),
    text: shortened(text, MAX_CANDIDATE),
    repair: repair ?? undefined,
  }));
  return {
    target,
    outcome,
    reason: reason ?? undefined,
    candidates: unlessEmpty(rows),
    left: omitted > 0 ? omitted : undefined,
  };
}
