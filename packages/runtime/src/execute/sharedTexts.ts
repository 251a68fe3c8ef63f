import type { TextList } from "@semantic-xpath/scorers";
import { changeSince, eachKept, getOrMake, segmentsIn, type Tree } from "@semantic-xpath/tree";

/** The code of a node whose text was not asked for. */
export const UNKNOWN = -1;

/** Distinct texts, numbered. Versions of a tree have them together, so that after an edit a scorer sees a few new texts and no new list. */
export class SharedTexts implements TextList {
  /** The texts of nodes that have several. */
  readonly lists: number[][] = [];
  identity: TextList["identity"];
  private readonly strings: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** Gives the texts of an identity, until they are made; null: there are none, or they are made. */
  private textOf: ((number: number) => string) | null = null;

  get size(): number {
    return this.textOf === null ? this.strings.length : this.identity!.size;
  }

  get texts(): readonly string[] {
    const { textOf } = this;
    this.textOf = null;
    if (textOf !== null) for (let number = 0; number < this.identity!.size; number++) this.number(textOf(number));
    return this.strings;
  }

  /** Says what decides all texts so far; of an empty list, that it has these texts, and how they are made once one is read. */
  identify(source: string, size = this.size, textOf: ((number: number) => string) | null = null): void {
    this.identity = { source, size };
    this.textOf = textOf;
  }

  number(text: string): number {
    if (this.textOf !== null) void this.texts;
    const existing = this.numbers.get(text);
    if (existing !== undefined) return existing;
    const number = this.add(text);
    this.numbers.set(text, number);
    return number;
  }

  /** Adds a text outside of the numbered ones, even if an equal one exists. */
  add(text: string): number {
    if (this.textOf !== null) void this.texts;
    return this.strings.push(text) - 1;
  }
}

/** The texts that versions share, and what is known of the nodes of one: the code of each. */
export interface KnownTexts {
  readonly shared: SharedTexts;
  readonly codes: Int32Array;
}

/** The codes of the nodes of a segment, from a place on, in the version that was asked last. */
interface SegmentCodes extends KnownTexts {
  readonly from: number;
}

const codesOf = new WeakMap<object, Map<string, SegmentCodes>>();

/**
 * The codes of all nodes of a tree, with those cached for versions before it. They apply to nodes in a shared segment with their whole subtree.
 * `target`: the kind of texts; null: they are shared with no other tree.
 */
export function knownTexts(tree: Tree, target: string | null): KnownTexts {
  const codes = new Int32Array(tree.type.length).fill(UNKNOWN);
  const segments = segmentsIn(tree);
  if (target === null || segments[0]?.segment === tree || (tree.source.parts ?? []).length > 0)
    return { shared: new SharedTexts(), codes };
  const key = `${target} ${searchedOf(tree)}`;
  const segmentCodes = segments.map(({ segment }) => codesOf.get(segment)?.get(key));
  const before = segmentCodes.find((one) => one !== undefined && !isStale(one.shared, tree))?.shared;
  const shared = before ?? new SharedTexts();
  let since: ReturnType<typeof changeSince> | undefined;
  for (const [i, { segment, from, to }] of segments.entries()) {
    const cached = segmentCodes[i];
    if (cached?.shared === shared) copyCodes(tree, cached, { codes, from, to });
    else if (before !== undefined) {
      since ??= changeSince(tree);
      const was = since?.change.is === segment ? codesOf.get(since.change.was)?.get(key) : undefined;
      if (was?.shared === shared)
        eachKept(since!.before, tree, since!.change, (old, node) => {
          codes[node] = was.codes[was.from + old - since!.change.first]!;
        });
    }
    getOrMake(codesOf, segment, () => new Map()).set(key, { shared, codes, from });
  }
  return { shared, codes };
}

/** The last node of a segment, and those that it is in, may go on in the next one. */
function copyCodes(
  tree: Tree,
  known: SegmentCodes,
  { codes, from, to }: { readonly codes: Int32Array; readonly from: number; readonly to: number },
): void {
  codes.set(known.codes.subarray(known.from, known.from + to - from), from);
  for (let node = to - 1; node >= from; node = tree.parent[node]!) codes[node] = UNKNOWN;
}

/** True if too many of the texts belong to versions that are gone. */
const isStale = (shared: SharedTexts, { size }: Tree): boolean => shared.size > 2 * size + 1024;

/** Searched fields of each type, in order: a part of each text. */
function searchedOf(tree: Tree): string {
  const names = tree.typeNames.map((name, type) => [
    name,
    ...Array.from(tree.searchableOfType[type]!, (attribute) => tree.attributeNames[attribute]!),
  ]);
  return JSON.stringify([names.sort(([a], [b]) => (a! < b! ? -1 : 1)), [...(tree.source.unsearchableTypes ?? [])]]);
}
