import type { Sense } from "../lexicon/sense.js";
import type { Dimension } from "../words/marks.js";
import type { Said } from "../words/quantities.js";
import type { Unit } from "./units.js";

/** How words stand to what is asked for: they are it, it is in them, has them, or comes after or before them. */
export type Role = "asked" | "in" | "with" | "is" | "after" | "before";

/** An attribute with its types, or a value of one. */
export interface Choice {
  readonly kind: "type" | "attribute" | "value";
  readonly types: readonly string[];
  readonly attribute: string;
  readonly strength: number;
  readonly isFalse: boolean;
  readonly test: { readonly is: readonly string[] } | { readonly has: string; readonly also: readonly string[] } | null;
}

export interface Base {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly isNegated: boolean;
}

/** A place in a list: `first two` is from 1 to 2. */
export interface Place {
  readonly from: number;
  readonly to: number | null;
  /** "day 4": which of all of them, whatever else is asked of it. */
  readonly isNumber?: true;
}

export interface Than {
  readonly operator: string;
  readonly dimension: Dimension | null;
}

export type Item = Base &
  (
    | {
        readonly kind: "named";
        readonly text: string;
        readonly choices: readonly Choice[];
        readonly isPlural: boolean;
        readonly place: Place | null;
        readonly isEach: boolean;
        readonly isAll: boolean;
        /** Joined with the item before by "or", or by "and". */
        readonly joined: "or" | "and" | null;
        /** "more than two parks". */
        readonly counted: { readonly operator: string; readonly count: number } | null;
        /** "longer than the museum": what is compared with it. */
        readonly than: Than | null;
        readonly isPossessor: boolean;
      }
    | {
        readonly kind: "measured";
        readonly operator: string;
        readonly said: Said;
        readonly dimension: Dimension | null;
        readonly upTo: Said | null;
        /** "priority 1 or 2". */
        readonly others: readonly Said[];
      }
    | {
        readonly kind: "extreme";
        readonly dimension: Dimension | null;
        readonly isDescending: boolean;
        readonly count: number | null;
        readonly isCrowded: boolean;
        /** "soonest first": all of them, in that order. */
        readonly isOrder?: boolean;
        /** "the second most expensive". */
        readonly place?: Place | null;
        /** "the next deadline": of those that are still to come. */
        readonly isNext?: boolean;
        /** "the newest": by when it came to be. */
        readonly isAge?: boolean;
      }
    | { readonly kind: "status"; readonly status: "overdue" | "unfinished" | "unstarted" | "free" }
    /** `isOfNames`: each of the words is in the name of another thing. */
    | { readonly kind: "words"; readonly text: string; readonly isOfNames?: boolean }
  );

/** A verb that says what is asked for: one eats what is of these types. */
export interface Verb {
  readonly from: number;
  readonly to: number;
  readonly types: readonly string[];
}

export interface Frame {
  /** As it is written. */
  readonly request: string;
  readonly items: readonly Item[];
  readonly wants: "nodes" | "count" | "sum" | "avg";
  readonly wanted: Dimension | null;
  readonly isDistinct: boolean;
  readonly isYesNo: boolean;
  /** It begins with "is", "does", "have": nothing found is an answer. */
  readonly isClosed: boolean;
  readonly asksWhat: boolean;
  /** "is the boiler repaired?": whether something is so. */
  readonly asksIf: boolean;
  /** "it", "that one": what earlier turns were about. */
  readonly refers: boolean;
  /** "those", "the ones": several of them. */
  readonly refersMany: boolean;
  /** "that project": the types of what is referred to. */
  readonly referred: readonly string[];
  readonly isEach: boolean;
  /** "what comes first on day 2": a place without a noun. */
  readonly place: Place | null;
  /** It ends with "before" or "after", and says not of what; or a place or comparison in it is of nothing that is read. */
  readonly isDangling: boolean;
  /** What is done with what is asked for. */
  readonly verbs: readonly Verb[];
  /** Units that say nothing of the data and are understood. */
  readonly understood: readonly Unit[];
}

/** Senses that differ in the type alone are one choice. */
export function choicesOf(senses: readonly Sense[]): Choice[] {
  const groups = new Map<string, Choice>();
  for (const sense of senses) {
    const attribute = sense.kind === "type" ? "" : sense.attribute;
    const test = sense.kind === "value" ? sense.test : null;
    const isFalse = sense.kind === "attribute" && sense.isFalse === true;
    const key = JSON.stringify([sense.kind, sense.kind === "type" ? sense.type : attribute, test, isFalse]);
    const known = groups.get(key);
    const types = [...new Set([...(known?.types ?? []), sense.type])];
    const strength = Math.max(known?.strength ?? 0, sense.strength);
    groups.set(key, { kind: sense.kind, types, attribute, strength, isFalse, test });
  }
  return [...groups.values()].sort((a, b) => b.strength - a.strength);
}
