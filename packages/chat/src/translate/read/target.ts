import type { Choice, Item } from "./items.js";
import type { Reference } from "./references.js";

export type NamedItem = Extract<Item, { kind: "named" }>;
/** One choice for each name. */
export type Chosen = ReadonlyMap<NamedItem, Choice>;

/** What is asked for: its types and the attribute of them that is given. */
export interface Target {
  readonly types: readonly string[];
  readonly attribute: string | null;
  readonly head: NamedItem | null;
  readonly strength: number;
  /** A noun that says no more than that: "places" of restaurants. */
  readonly instead?: NamedItem;
  /** It is among nodes that an earlier turn found, or in them. */
  readonly among?: readonly string[];
  readonly inside?: Reference;
}

/** Nouns for anything that there is: "the places where we have lunch" are restaurants. */
const WIDE: ReadonlySet<string> = new Set(
  "place places spot spots thing things location locations item items".split(" "),
);
export const isWide = ({ text }: { readonly text: string }, { kind }: Choice): boolean =>
  kind === "type" && WIDE.has(text);
