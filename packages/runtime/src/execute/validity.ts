import type { QueryPlan, ValidityPlan, ValidityRole } from "@semantic-xpath/planner";
import { idIndex, NONE, nodePath, runError, type Tree } from "@semantic-xpath/tree";
import { keyOf, readDate, readValue } from "@semantic-xpath/values";
import type { Caveats } from "./caveats.js";
import type { ReadClock } from "./readClock.js";
import type { ArgumentValue } from "./run.js";

/** Nodes that do not hold at a moment: a run skips them with their subtrees. */
export interface Hidden {
  /** The moment as it was asked for. */
  readonly at: string;
  /** By node 1 where it is hidden. */
  readonly mask: Uint8Array;
  /** The nodes that do not hold themselves, each with its reason in words. */
  readonly reasons: ReadonlyMap<number, string>;
  /** Number of them by the kind of their reason, in words. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of nodes of the types with a validity. */
  readonly count: number;
}

interface ValidityRequest {
  readonly tree: Tree;
  readonly plan: QueryPlan;
  /** The option of the run; a moment in the query wins over it. */
  readonly validAt: string | undefined;
  readonly now: ReadClock;
  readonly caveats: Caveats;
  value(argument: NonNullable<ValidityPlan["at"]>): ArgumentValue;
}

/** Nodes that the moment of a query or a run hides; null without a moment, or without a type with a validity. */
export function hiddenAt({ tree, plan, validAt, now, caveats, value }: ValidityRequest): Hidden | null {
  const { validity } = plan;
  if (validity === null) return null;
  const literal = validity.at === null ? null : String(value(validity.at));
  if (literal !== null && validAt !== undefined && validAt !== literal)
    note(
      caveats,
      "as of",
      "momentGiven",
      `The query is asked as of ${JSON.stringify(literal)}, and so the moment of the run, ${JSON.stringify(validAt)}, counts for nothing.`,
    );
  const at = literal ?? validAt ?? "all";
  if (at === "all") return null;
  const moment = at === "now" ? instantOf(now.dateTime) : instantOf(at);
  if (Number.isNaN(moment))
    throw runError("SXP4011", { path: null, needed: "a moment", found: JSON.stringify(at), why: null }, validity.span);
  return new Finder(tree, validity, caveats).hidden(at, moment);
}

/** Milliseconds since 1970, NaN for an invalid moment. */
function instantOf(text: string): number {
  const iso = readDate(text);
  if (!Number.isNaN(iso)) return iso;
  for (const kind of ["dateTime", "date"] as const)
    if (readValue({ kind }, text) !== null) return keyOf({ kind }, text);
  return Number.NaN;
}

function note(
  caveats: Caveats,
  column: string,
  code: "momentGiven" | "unreadableEnds" | "allTimes",
  message: string,
  examples: readonly string[] = [],
  count = 0,
): void {
  caveats.set(column, { code, column, message, count, odd: examples.length, examples });
}

interface Reason {
  readonly kind: string;
  readonly detail: string;
}

class Finder {
  private readonly reasons = new Map<number, string>();
  private readonly counts = new Map<string, number>();
  private readonly unreadable: string[] = [];
  private unread = 0;

  constructor(
    private readonly tree: Tree,
    private readonly validity: ValidityPlan,
    private readonly caveats: Caveats,
  ) {}

  hidden(at: string, moment: number): Hidden {
    const { tree, validity } = this;
    const mask = new Uint8Array(tree.type.length);
    let count = 0;
    for (const role of validity.roles) {
      const type = tree.typeId(role.type);
      for (const node of type > 0 ? (tree.postings[type] ?? []) : []) {
        count++;
        const reason = this.reasonOf(node, role, moment);
        if (reason === null) continue;
        this.reasons.set(node, reason.detail);
        this.counts.set(reason.kind, (this.counts.get(reason.kind) ?? 0) + 1);
        mask.fill(1, node, tree.end[node]!);
      }
    }
    if (this.unread > 0) {
      const examples = this.unreadable.map((text) => JSON.stringify(text)).join(", ");
      note(
        this.caveats,
        "validity",
        "unreadableEnds",
        `${this.unread} texts that should say from when or until when something holds are no dates, and count as if they were absent: ${examples}.`,
        this.unreadable,
        this.unread,
      );
    }
    return { at, mask, reasons: this.reasons, counts: this.counts, count };
  }

  /** Why a node does not hold at a moment; null: it does. */
  private reasonOf(node: number, role: ValidityRole, moment: number): Reason | null {
    const { tree } = this;
    const status = role.status === null ? undefined : tree.attribute(node, role.status);
    if (status !== undefined && role.hides.includes(status)) {
      const has = `${role.status} is ${JSON.stringify(status)}`;
      return { kind: `whose ${has}`, detail: `its ${has}` };
    }
    const from = this.instant(node, role.from);
    if (from > moment) return { kind: "not begun", detail: `it begins on ${tree.attribute(node, role.from!)}` };
    const to = this.instant(node, role.to);
    if (!Number.isNaN(to))
      return moment < to ? null : { kind: "ended", detail: `it ended on ${tree.attribute(node, role.to!)}` };
    const named = role.by === null ? undefined : tree.attribute(node, role.by);
    const successor = named === undefined || named === "" ? NONE : idIndex(tree, this.validity.ids).find(named);
    if (successor === NONE) return null;
    const begins = this.beginning(successor);
    const by = nodePath(tree, successor);
    if (Number.isNaN(begins)) return { kind: "replaced", detail: `${by} took its place at once` };
    return moment < begins ? null : { kind: "replaced", detail: `${by} took its place` };
  }

  private beginning(node: number): number {
    const type = this.tree.typeOf(node);
    const role = this.validity.roles.find((each) => each.type === type);
    return role === undefined ? Number.NaN : this.instant(node, role.from);
  }

  /** NaN where the attribute is absent or does not read. */
  private instant(node: number, name: string | null): number {
    const text = name === null ? undefined : this.tree.attribute(node, name);
    if (text === undefined || text.trim() === "") return Number.NaN;
    const instant = instantOf(text);
    if (Number.isNaN(instant)) {
      this.unread++;
      if (this.unreadable.length < 3 && !this.unreadable.includes(text)) this.unreadable.push(text);
    }
    return instant;
  }
}

/** Says once that a run without a moment has results that hold at some times only. */
export function noteAllTimes({ validity }: QueryPlan, tree: Tree, ids: Int32Array, caveats: Caveats): void {
  if (validity === null) return;
  const types = new Set(validity.roles.map(({ type }) => type));
  const first = ids.find((node) => node < tree.type.length && types.has(tree.typeOf(node)));
  if (first === undefined) return;
  const type = tree.typeOf(first);
  note(
    caveats,
    type,
    "allTimes",
    `Results of type ${type} are of all times: what no longer holds is among them. "as of" before the query asks for one moment.`,
  );
}
