import type { Turn } from "../dialogue.js";
import type { FactDraft, FactKind, FactOperation, Formation, SlotType } from "../formation.js";
import { valueKey } from "../lifecycle/values.js";

/** A fact as a data set states it: the format of lifecycle suites. */
export interface AnnotatedFact {
  /** The id of the turn, or of the turn and the question that it answers. */
  readonly source: string | readonly string[];
  /** A name, or "Ana's brother", "Ana's brother Tom". */
  readonly subject: string;
  readonly slot: string;
  readonly value: string;
  /** See `OPERATIONS`. Default: "state". */
  readonly op?: string;
  /** Days in ISO 8601: one, or the first/the last. */
  readonly when?: string;
  readonly until?: string;
  /** A sentence; default: the turn. */
  readonly text?: string;
}

/** Faults injected into an annotated formation so that it plays a language model; chances in [0, 1]. */
export interface AnnotatedFaults {
  readonly seed: number;
  readonly drop?: number;
  /** The slot is called by another name. */
  readonly alias?: number;
  readonly wrongOperation?: number;
  /** The call for an episode throws. */
  readonly broken?: number;
}

/** Words for operations in annotated data, by what they do. */
const OPERATIONS: Readonly<Record<string, readonly [FactOperation, FactKind]>> = {
  state: ["set", "state"],
  stated: ["set", "state"],
  set: ["set", "state"],
  add: ["set", "state"],
  restate: ["set", "state"],
  confirm: ["set", "state"],
  update: ["set", "state"],
  supersede: ["set", "state"],
  supersedes: ["set", "state"],
  replace: ["set", "state"],
  end: ["end", "state"],
  ended: ["end", "state"],
  retract: ["retract", "state"],
  retracted: ["retract", "state"],
  correct: ["retract", "state"],
  past: ["past", "state"],
  temporary: ["set", "temporary"],
  event: ["set", "event"],
  count: ["set", "event"],
  plan: ["set", "plan"],
  planned: ["set", "plan"],
  cancel: ["end", "plan"],
  never: ["set", "never"],
  negation: ["set", "never"],
  deny: ["set", "never"],
};

/** Slots of several values at once, by the kind of their facts. */
const isMany = (kind: FactKind): boolean => kind === "event" || kind === "plan" || kind === "never";

/**
 * Reads facts that people annotated instead of forming them: the ceiling of lifecycle and recall, and with faults a played model. A fault is decided by
 * its seed and its turn alone, so batches do not change it.
 */
export function annotatedFormation(
  facts: readonly AnnotatedFact[],
  { batch = 20, faults }: { readonly batch?: number; readonly faults?: AnnotatedFaults } = {},
): Formation {
  const byTurn = new Map<string, { fact: AnnotatedFact; number: number }[]>();
  for (const [number, fact] of facts.entries()) {
    const [turn = ""] = typeof fact.source === "string" ? [fact.source] : fact.source;
    const some = byTurn.get(turn);
    if (some === undefined) byTurn.set(turn, [{ fact, number }]);
    else some.push({ fact, number });
  }
  const id = faults === undefined ? "annotated 1" : `annotated 1 ${JSON.stringify(faults)}`;
  return {
    id,
    batch,
    async facts(turns) {
      if (faults?.broken !== undefined && chance(faults.seed, `broken ${turns[0]?.id}`) < faults.broken)
        throw new Error("The answer is broken (an injected fault)");
      const drafts = turns.flatMap((turn) =>
        (byTurn.get(turn.ref) ?? []).flatMap(({ fact, number }) => {
          const draft = draftOf(fact, turn, turns);
          return faults === undefined ? [draft] : withFaults(draft, faults, `${turn.id} ${number}`);
        }),
      );
      return { facts: drafts, relations: [], dropped: [] };
    },
  };
}

function draftOf(fact: AnnotatedFact, turn: Turn, turns: readonly Turn[]): FactDraft {
  const [operation, kind] = (
    Object.hasOwn(OPERATIONS, fact.op ?? "state") ? OPERATIONS[fact.op ?? "state"]! : OPERATIONS.state
  )!;
  const context =
    typeof fact.source === "string" ? null : (turns.find(({ ref }) => ref === fact.source[1])?.id ?? null);
  const [first, last = first] = (fact.when ?? "").split("/");
  const isTemporary = fact.until !== undefined && operation === "set" && kind === "state";
  return {
    turn: turn.id,
    span: { start: 0, end: turn.text.length },
    context,
    paraphrase: fact.text ?? null,
    subject: subjectOf(fact.subject),
    slot: { name: fact.slot, type: typeOf(fact.value), isSingle: !isMany(kind) },
    value: fact.value === "" || operation === "retract" ? null : fact.value,
    isPositive: kind !== "never",
    kind: isTemporary ? "temporary" : kind,
    operation,
    when: first === undefined || first === "" ? null : { first, last: last! },
    until: fact.until ?? null,
    replaced: operation === "retract" ? fact.value : null,
    mayReplace: false,
    confidence: 1,
  };
}

const OWNED = /^(.+?)['’]s?\s+(\p{Ll}[\p{Ll} -]*?)(?:\s+(\p{Lu}.*))?$/u;

/** A subject by its words: "Ana", "Ana's brother", "Ana's brother Tom". */
export function subjectOf(words: string): FactDraft["subject"] {
  const owned = OWNED.exec(words.trim());
  if (owned === null) return { name: words.trim(), of: null, role: null };
  return { name: owned[3] ?? null, of: owned[1]!, role: owned[2]!.trim() };
}

const typeOf = (value: string): SlotType => (/^\d[\d.]*$/.test(valueKey(value)) ? "number" : "text");

function withFaults(draft: FactDraft, faults: AnnotatedFaults, key: string): readonly FactDraft[] {
  const { seed, drop = 0, alias = 0, wrongOperation = 0 } = faults;
  if (chance(seed, `drop ${key}`) < drop) return [];
  let changed = draft;
  if (draft.slot !== null && chance(seed, `alias ${key}`) < alias)
    changed = { ...changed, slot: { ...draft.slot, name: `the ${draft.slot.name} of them` } };
  if (chance(seed, `operation ${key}`) < wrongOperation)
    changed = { ...changed, operation: changed.operation === "set" ? "end" : "set" };
  return [changed];
}

/** A number in [0, 1) that depends on a seed and a text only (FNV-1a with a final mix). */
function chance(seed: number, text: string): number {
  let hash = (2_166_136_261 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}
