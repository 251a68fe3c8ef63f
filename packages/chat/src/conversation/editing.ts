import { type Change, lossesOf, type UpdateResult } from "@semantic-xpath/memory";
import type { UpdateReading } from "../translate/translation.js";
import { chatError } from "./chatError.js";
import type { Turn } from "./turn.js";

/** The extent of a person's consent to an update. */
export interface Consent {
  /** A yes to what the dry run showed on this version, and to no other. */
  readonly shownOn?: number;
  /** Bounds on occurrences may be broken. */
  readonly allow?: boolean;
  /** The request itself says so: see `Read.asksForChange`. */
  readonly isOwnWish: boolean;
}

/** Times that an edit which needs no question is tried again where others wrote in between. */
const ATTEMPTS = 5;

/** Makes the update of a reading as one version, or shows what it would do and asks. */
export async function edit(turn: Turn, reading: UpdateReading, consent: Consent): Promise<void> {
  turn.text = reading.update;
  const { shownOn, allow = false } = consent;
  if (shownOn !== undefined) return apply(turn, reading, { ifVersion: shownOn, allow });
  for (let attempt = 1; ; attempt++) {
    const tried = await update(turn, reading, { dryRun: true });
    const ready = tried.status === "refused" && tried.broken.length > 0 ? await allowed(turn, reading) : tried;
    if (ready.status !== "dry run") return notReady(turn, reading, ready);
    const question = questionOf(turn, reading, ready, consent);
    if (question !== null) return askFirst(turn, reading, ready, question);
    const done = await update(turn, reading, { base: ready.base });
    if (done.status !== "conflict" || attempt === ATTEMPTS) return finished(turn, reading, done);
    turn.say(`${conflictText(done)} Trying again on what is there now.\n`);
  }
}

interface How {
  readonly dryRun?: boolean;
  /** The version that was looked at: where others have written since, the update may be carried over. */
  readonly base?: number;
  /** The only version on which it is made. */
  readonly ifVersion?: number;
  readonly allow?: boolean;
}

function update(
  turn: Turn,
  { update: text }: UpdateReading,
  { dryRun, base, ifVersion, allow }: How,
): Promise<UpdateResult> {
  const { memory } = turn.host;
  const { scorer, budget, now, signal } = turn.runOptions();
  return memory.update(turn.place.task, text, {
    branch: turn.branch,
    provenance: turn.provenance,
    ...(scorer !== undefined && { scorer }),
    ...(budget !== undefined && { budget }),
    ...(now !== undefined && { now }),
    ...(signal !== undefined && { signal }),
    ...(dryRun === true && { dryRun }),
    ...(base !== undefined && { base }),
    ...(ifVersion !== undefined && { ifVersion }),
    ...(allow === true && { onBroken: "allow" }),
  });
}

/** The update with bounds on occurrences ignored; still refused if the schema is strict or another rule is broken. */
const allowed = (turn: Turn, reading: UpdateReading): Promise<UpdateResult> =>
  update(turn, reading, { dryRun: true, allow: true });

/** Why a person is asked before it is made; null: it is made at once. */
function questionOf(
  turn: Turn,
  { isDestructive }: UpdateReading,
  { changes, broken }: UpdateResult,
  { isOwnWish }: Consent,
): string | null {
  const { changesUnasked } = turn.host.limits;
  const gone = lossesOf(changes).length;
  const lacking = broken.filter(({ type }) => type.startsWith("@"));
  if (lacking.length > 0 && lacking.length === broken.length) {
    const names = [...new Set(lacking.map(({ type }) => type.slice(1)))];
    return `The schema also requires ${names.join(", ")}. Do it anyway?`;
  }
  if (broken.length > 0) {
    const [{ path, bound, limit, type, after }] = broken as [UpdateResult["broken"][number]];
    const most = bound === "max" ? "at most" : "at least";
    return `The schema requires ${most} ${limit} ${type} in ${path}, and there would be ${after}. Do it anyway?`;
  }
  if (gone > 0) return `${lossText(lossesOf(changes))} Continue?`;
  if (isDestructive) return "This may delete something. Continue?";
  if (changes.length > changesUnasked) return `These are ${changes.length} changes. Make them all?`;
  return isOwnWish ? null : "Should this be changed?";
}

/** "This deletes 3 items." */
function lossText(losses: readonly Change[]): string {
  const isAll = losses.every(({ kind }) => kind === "delete");
  const count = losses.length === 1 ? "an item" : `${losses.length} items`;
  return `This ${isAll ? "deletes" : "deletes or replaces"} ${count}.`;
}

function askFirst(turn: Turn, reading: UpdateReading, dryRun: UpdateResult, question: string): void {
  const allow = dryRun.broken.length > 0;
  const about = { ...turn.askedAbout(), version: dryRun.base };
  turn.ask({ kind: "update", reading, about, allow }, question, ["yes", "no"], {
    dryRun: cut(turn, dryRun),
    losses: lossesOf(dryRun.changes).length,
  });
}

/** Makes what was shown and agreed to, or, where another version is the newest by now, shows it again and asks. */
async function apply(turn: Turn, reading: UpdateReading, how: How): Promise<void> {
  const done = await update(turn, reading, how);
  if (done.status !== "conflict") return finished(turn, reading, done);
  turn.say(`${conflictText(done)} ${SHOWN_AGAIN}`);
  return edit(turn, reading, { isOwnWish: false });
}

export const SHOWN_AGAIN = "This is what it would be now.\n";

const conflictText = ({ conflict }: UpdateResult): string => changedMeanwhile(conflict?.since ?? []);

/** Says that others have written since, with their changes in words. */
export const changedMeanwhile = (changes: readonly string[]): string =>
  `Somebody else has changed this meanwhile${changes.length === 0 ? "" : ` (${changes.join("; ")})`}.`;

async function finished(turn: Turn, reading: UpdateReading, result: UpdateResult): Promise<void> {
  if (result.status !== "applied" && result.status !== "repeated") return notReady(turn, reading, result);
  const { task } = turn.place;
  const version = result.version!;
  turn.wrote.push({ task, version });
  turn.found = { task, keys: [...new Set(result.changes.map(({ key }) => key))].filter((key) => isThere(turn, key)) };
  turn.state = "changed";
  turn.emit({ type: "changed", result: cut(turn, result), omitted: omitted(turn, result) });
  turn.emit({ type: "moved", task, version });
  turn.say(changeText(result, turn.host.limits.lines));
}

const isThere = (turn: Turn, key: number): boolean => turn.head().nodeOf(key) !== null;

/** Nothing was written: which node is meant, or why not. */
async function notReady(turn: Turn, reading: UpdateReading, result: UpdateResult): Promise<void> {
  const { status, targets, diagnostics } = result;
  if (status === "unchanged") return turn.say(`It is already so: ${reading.said || "there is nothing to change"}.`);
  const unclear = targets.find(({ outcome }) => outcome === "ambiguous" || outcome === "unsure");
  const candidates = unclear?.candidates.filter(({ repair }) => repair !== null) ?? [];
  if (status === "unclear" && candidates.length > 0) {
    const updates = candidates.map(({ repair }) => repair!);
    const choices = candidates.map(({ path, text }) => `${text} — ${path}`);
    return turn.ask({ kind: "target", reading, updates }, "Which one is meant?", choices);
  }
  const reasons = [
    ...diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
    ...targets.flatMap(({ outcome, reason, target }) => (outcome === "none" ? [reason ?? `${target} is no node`] : [])),
  ];
  const problem = reasons.map((reason) => reason.replace(/\.$/, "")).join("; ") || `the update is ${status}`;
  throw chatError("SXP5151", { what: "The change", problem });
}

/** Changes in words, a line each. */
export function changeText({ changes }: Pick<UpdateResult, "changes">, most: number): string {
  const lines = changes.slice(0, most).map(({ text }) => text);
  const hidden = changes.length - lines.length;
  const [only] = lines;
  if (changes.length === 1) return `Done: ${only}.`;
  return ["Done:", ...lines.map((line) => `- ${line}`), ...(hidden > 0 ? [`… and ${hidden} more changes`] : [])].join(
    "\n",
  );
}

/** A result with the first changes only: events are kept, and sent. */
export function cut(turn: Turn, result: UpdateResult): UpdateResult {
  const { changesShown: most } = turn.host.limits;
  const { changes, diff, targets, broken, duplicates } = result;
  return {
    ...result,
    changes: changes.slice(0, most),
    diff: diff.slice(0, most),
    targets: targets.slice(0, most),
    broken: broken.slice(0, most),
    duplicates: duplicates.slice(0, most),
  };
}

export const omitted = (turn: Turn, { changes }: Pick<UpdateResult, "changes">): number =>
  Math.max(0, changes.length - turn.host.limits.changesShown);
