import { plusDays } from "@semantic-xpath/values";
import type { Closing, Fact, FactStatus, Statement } from "./statement.js";
import { valueKey } from "./values.js";

/** The lifecycle's part of a fact, while a slot is settled. */
interface Claim {
  readonly statement: Statement;
  validFrom: string;
  validTo: string | null;
  supersededBy: string | null;
  how: Closing | null;
  readonly mayReplace: string[];
  readonly confirmedBy: Statement[];
}

/**
 * The facts of one slot from its statements, in order of the conversation. A pure fold, so batches, restarts and the order of arrival do not matter:
 *
 * - the same value again confirms; another value in a slot of one value supersedes;
 * - an end closes what it names, or the only current value, and is itself a fact until something new holds;
 * - a retraction marks the fact that it corrects as never held, and holds in its place;
 * - temporary facts, plans, events and what is past close nothing.
 */
export function settle(
  statements: readonly Statement[],
  { subject, slot, isSingle }: { readonly subject: string; readonly slot: string; readonly isSingle: boolean },
): readonly Fact[] {
  const claims: Claim[] = [];
  // Few are open in a slot of one value, so the fold is linear there.
  let open: Claim[] = [];
  for (const statement of statements) {
    if (confirm(open, statement)) continue;
    const claim = claimOf(statement);
    if (close(open, claim, isSingle)) open = open.filter(isOpen);
    claims.push(claim);
    if (isOpen(claim)) open.push(claim);
  }
  return claims.map((claim) => ({ ...claim, subject, slot, status: statusOf(claim) }));
}

/** A fact outside of slots: only its own words decide. */
export function loneFact(statement: Statement, subject: string): Fact {
  const claim = claimOf(statement);
  return { ...claim, subject, slot: null, status: statusOf(claim) };
}

function claimOf(statement: Statement): Claim {
  const { draft, observedAt } = statement;
  const validFrom = draft.when !== null && draft.kind !== "plan" ? draft.when.first : observedAt;
  const isPast = draft.operation === "past";
  const validTo =
    draft.until !== null
      ? dayAfter(draft.until)
      : isPast
        ? draft.when !== null && draft.when.last < observedAt
          ? dayAfter(draft.when.last)
          : observedAt
        : null;
  return {
    statement,
    validFrom: isPast && validFrom >= (validTo ?? "") ? "" : validFrom,
    validTo,
    supersededBy: null,
    how: isPast ? "ended" : null,
    mayReplace: [],
    confirmedBy: [],
  };
}

const isOpen = ({ how }: Claim): boolean => how === null;
const holds = ({ statement: { draft } }: Claim): boolean => draft.kind === "state" || draft.kind === "never";
/** An end, or a correction without a new value: a fact only until something new holds. */
export const isEnd = ({ operation, value }: Statement["draft"]): boolean =>
  operation === "end" || (operation === "retract" && value === null);
const isSet = ({ draft }: Statement): boolean => draft.operation === "set";

/** True if an open claim states the same: then the statement is a source of that. */
function confirm(open: readonly Claim[], statement: Statement): boolean {
  const { draft } = statement;
  if (!isSet(statement) || draft.value === null) return false;
  const claim = open.findLast(
    (each) =>
      !isEnd(each.statement.draft) &&
      each.statement.draft.kind === draft.kind &&
      each.statement.draft.isPositive === draft.isPositive &&
      each.statement.draft.until === draft.until &&
      sameDays(each.statement, statement) &&
      hasValue(each.statement, keyOf(draft)),
  );
  if (claim === undefined) return false;
  claim.confirmedBy.push(statement);
  return true;
}

/** Events and plans on other days are other ones; a state that is dated later on is the same one. */
function sameDays({ draft: a }: Statement, { draft: b }: Statement): boolean {
  if (a.kind !== "event" && a.kind !== "plan") return true;
  return a.when?.first === b.when?.first && a.when?.last === b.when?.last;
}

/** Closes what a claim ends, and tells if it closed something. */
function close(open: readonly Claim[], claim: Claim, isSingle: boolean): boolean {
  const { draft } = claim.statement;
  switch (draft.operation) {
    case "retract": {
      const old = corrected(open, claim);
      if (old === null) return false;
      end(old, claim, "retracted");
      claim.validFrom = old.validFrom;
      return true;
    }
    case "end": {
      const isPlan = draft.kind === "plan";
      const standing = open.filter(
        (each) => (isPlan ? each.statement.draft.kind === "plan" : holds(each)) && !isEnd(each.statement.draft),
      );
      const named = standing.filter(
        ({ statement }) => isNamed(statement, draft.value) || isNamed(statement, draft.replaced),
      );
      const isWhole = isSingle || standing.length === 1 || (draft.value === null && draft.replaced === null);
      const ended = named.length > 0 ? named : isWhole ? standing : [];
      for (const each of ended) end(each, claim, "ended");
      return ended.length > 0;
    }
    case "set": {
      if (draft.kind !== "state") return false;
      let isClosed = false;
      const [value, replaced] = [keyOf(draft), draft.replaced === null ? null : valueKey(draft.replaced)];
      for (const each of open) {
        const { draft: old } = each.statement;
        if (!holds(each) || old.until !== null) continue;
        const isEnded = isEnd(each.statement.draft);
        const isDenied = old.isPositive !== draft.isPositive && hasValue(each.statement, value);
        const isReplaced = hasValue(each.statement, replaced);
        if (!isSingle && !isDenied && !isReplaced && !isEnded) continue;
        if (draft.mayReplace && !isDenied && !isReplaced) claim.mayReplace.push(each.statement.id);
        else {
          end(each, claim, "superseded");
          isClosed = true;
        }
      }
      return isClosed;
    }
    case "past":
    case "mention":
      return false;
  }
}

/** The fact that a retraction corrects: the one with the value that it names, else the latest of the same kind, else the latest. */
function corrected(open: readonly Claim[], { statement: { draft } }: Claim): Claim | null {
  const named =
    draft.replaced === null ? undefined : open.findLast(({ statement }) => isNamed(statement, draft.replaced));
  return named ?? open.findLast(({ statement }) => statement.draft.kind === draft.kind) ?? open.at(-1) ?? null;
}

const isNamed = (statement: Statement, value: string | null): boolean =>
  value !== null && hasValue(statement, valueKey(value));

const keys = new WeakMap<Statement["draft"], string>();

/** The key of the value of a draft, computed once; null without a value. */
function keyOf(draft: Statement["draft"]): string | null {
  if (draft.value === null) return null;
  let key = keys.get(draft);
  if (key === undefined) {
    key = valueKey(draft.value);
    keys.set(draft, key);
  }
  return key;
}

const hasValue = ({ draft }: Statement, key: string | null): boolean => key !== null && keyOf(draft) === key;

function end(claim: Claim, by: Claim, how: Closing): void {
  claim.how = how;
  claim.supersededBy = by.statement.id;
  const { validFrom } = by;
  claim.validTo = validFrom > claim.validFrom ? validFrom : by.statement.observedAt;
}

function statusOf({ how, statement: { problem } }: Claim): FactStatus {
  if (problem !== null) return "failed";
  return how === null ? "current" : how === "retracted" ? "retracted" : "closed";
}

/** The day after a day in ISO 8601. */
export const dayAfter = (day: string): string => plusDays(day, 1);
