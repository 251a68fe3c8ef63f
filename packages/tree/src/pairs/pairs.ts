import type { BothContents } from "./contents.js";
import type { Identities } from "./identities.js";

/**
 * Kind of the pairing of a node with other data: by an identifying attribute, such as `id` or `name`; by its content or that of its
 * children; or only by its place. In the same data a node is paired by its path.
 */
export type PairedBy = (typeof PAIRED_BY)[number];

/** The more certain first. */
export const PAIRED_BY = ["identity", "content", "path"] as const;

/** Pairs of nodes of two trees during the search: a node has at most one match, and keeps it. */
export class Pairs {
  /** By node: its match, -1 when it has none yet. */
  readonly ofA: Int32Array;
  readonly ofB: Int32Array;
  /** By node of the first tree that has a match: index into `PAIRED_BY`. */
  readonly by: Uint8Array;

  constructor(
    readonly contents: BothContents,
    readonly identities: Identities,
  ) {
    const { a, b } = contents;
    this.ofA = new Int32Array(a.tree.size + 1).fill(-1);
    this.ofB = new Int32Array(b.tree.size + 1).fill(-1);
    this.by = new Uint8Array(a.tree.size + 1);
  }

  add(x: number, y: number, by: PairedBy): void {
    this.ofA[x] = y;
    this.ofB[y] = x;
    this.by[x] = PAIRED_BY.indexOf(by);
  }

  /** Pairs nodes of equal content. Equal subtrees have the same shape, so all of their nodes are pairs, one by one. */
  addEqual(x: number, y: number): void {
    const { a, b } = this.contents;
    const size = a.whole[x] === b.whole[y] ? a.tree.end[x]! - x : 1;
    for (let i = 0; i < size; i++) if (this.areFree(x + i, y + i)) this.add(x + i, y + i, "content");
  }

  /** True if neither has a match, and their identities do not differ. */
  canBe(x: number, y: number): boolean {
    return this.areFree(x, y) && !this.areDifferentThings(x, y);
  }

  private areFree(x: number, y: number): boolean {
    return this.ofA[x]! < 0 && this.ofB[y]! < 0;
  }

  /** Different identifiers mean different things; different names may be one thing if the rest is equal. */
  private areDifferentThings(x: number, y: number): boolean {
    const { contents, identities } = this;
    const [one, other] = [identities.a[x]!, identities.b[y]!];
    if (one < 0 || other < 0 || one === other) return false;
    const isIdentifier = identities.isIdentifier[contents.a.types[contents.a.tree.type[x]!]!] === 1;
    return isIdentifier || !isMostlyTheSame(contents, x, y);
  }
}

/** True if at least half of the attributes and the text are equal, apart from the identity, which differs. */
function isMostlyTheSame({ a, b }: BothContents, x: number, y: number): boolean {
  const texts = [a.tree.ownText(x), b.tree.ownText(y)];
  const hasText = texts.some((text) => text !== "");
  let equal = hasText && texts[0] === texts[1] ? 1 : 0;
  for (const attribute of a.tree.attributesOfType[a.tree.type[x]!]!) {
    const value = a.tree.attributeValue(x, attribute);
    if (value >= 0 && b.tree.attribute(y, a.tree.attributeNames[attribute]!) === a.tree.values.get(value)) equal++;
  }
  const total = Math.max(a.attributeCounts[x]!, b.attributeCounts[y]!) - 1 + (hasText ? 1 : 0);
  return equal > 0 && equal * 2 >= total;
}
