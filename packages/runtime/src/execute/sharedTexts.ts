import type { TextList } from "@semantic-xpath/scorers";
import {
  changeSince,
  eachKept,
  getOrMake,
  type NodeId,
  type SegmentChange,
  segmentsIn,
  type Tree,
} from "@semantic-xpath/tree";

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

/** Codes of the nodes of a version. Versions with equal nodes share a column that only gains codes; nodes whose texts may differ are apart from it. */
export class KnownTexts {
  constructor(
    readonly shared: SharedTexts,
    readonly column: Int32Array,
    readonly apart: Map<NodeId, number> = new Map(),
    /** Postings whose nodes have codes, except perhaps the nodes that are apart. */
    readonly learned: Set<Int32Array> = new Set(),
  ) {}

  codeOf(node: NodeId): number {
    return (this.apart.size === 0 ? undefined : this.apart.get(node)) ?? this.column[node]!;
  }

  setCode(node: NodeId, code: number): void {
    if (this.apart.has(node)) this.apart.set(node, code);
    else this.column[node] = code;
  }

  /** Codes of the next version, which has equal nodes; null if too many would be apart. */
  after({ from, to }: SegmentChange, { parent }: Tree): KnownTexts | null {
    if (this.apart.size + to - from > MAX_APART) return null;
    const apart = new Map(this.apart);
    for (let node = from; node < to; node++)
      for (let above = node; above >= 0; above = parent[above]!) apart.set(above, UNKNOWN);
    return new KnownTexts(this.shared, this.column, apart, new Set(this.learned));
  }
}

/** Maximum number of nodes apart from a column, above which a new column is laid out. */
const MAX_APART = 512;

/** The codes of the nodes of a segment, from a place on, in the version that was asked last. */
interface SegmentCodes {
  readonly version: KnownTexts;
  readonly from: NodeId;
}

const codesOf = new WeakMap<object, Map<string, SegmentCodes>>();
const knownOf = new WeakMap<Tree, Map<string, KnownTexts>>();

/**
 * The codes of all nodes of a tree, with those cached for versions before it. They apply to nodes in a shared segment with their whole subtree.
 * `target`: the kind of texts; null: they are shared with no other tree.
 */
export function knownTexts(tree: Tree, target: string | null): KnownTexts {
  const segments = segmentsIn(tree);
  if (target === null || segments[0]?.segment === tree || (tree.source.parts ?? []).length > 0)
    return new KnownTexts(new SharedTexts(), columnFor(tree));
  const key = `${target} ${searchedOf(tree)}`;
  const since = changeSince(tree);
  const before = since === null ? undefined : knownOf.get(since.before)?.get(key);
  const hasSameNodes = before !== undefined && since!.before.type === tree.type && !isStale(before.shared, tree);
  const next = hasSameNodes ? before.after(since!.change, tree) : null;
  const version = next ?? collected(tree, key, segments, since);
  getOrMake(knownOf, tree, () => new Map()).set(key, version);
  for (const { segment, from } of segments)
    if (next === null || segment === since!.change.is)
      getOrMake(codesOf, segment, () => new Map()).set(key, { version, from });
  return version;
}

const columnFor = (tree: Tree): Int32Array => new Int32Array(tree.type.length).fill(UNKNOWN);

/** The codes of a tree in a column of its own, from those of its segments and of the one that was changed. */
function collected(
  tree: Tree,
  key: string,
  segments: ReturnType<typeof segmentsIn>,
  since: ReturnType<typeof changeSince>,
): KnownTexts {
  const cachedOf = (segment: object | undefined): SegmentCodes | undefined => {
    const cached = segment && codesOf.get(segment)?.get(key);
    return cached && isStale(cached.version.shared, tree) ? undefined : cached;
  };
  const cached = segments.map(({ segment }) => cachedOf(segment));
  const was = cachedOf(since?.change.was);
  const shared = (cached.find((one) => one !== undefined) ?? was)?.version.shared ?? new SharedTexts();
  const column = columnFor(tree);
  for (const [i, { segment, from, to }] of segments.entries()) {
    const previous = cached[i];
    if (previous?.version.shared === shared) copyCodes(tree, previous, { column, from, to });
    else if (was?.version.shared === shared && since!.change.is === segment)
      eachKept(since!.before, tree, since!.change, (old, node) => {
        column[node] = was.version.codeOf(was.from + old - since!.change.first);
      });
  }
  return new KnownTexts(shared, column);
}

/** The last node of a segment, and those that it is in, may go on in the next one. */
function copyCodes(
  tree: Tree,
  { version, from: first }: SegmentCodes,
  { column, from, to }: { readonly column: Int32Array; readonly from: NodeId; readonly to: NodeId },
): void {
  const end = first + to - from;
  column.set(version.column.subarray(first, end), from);
  for (const [node, code] of version.apart) if (node >= first && node < end) column[node - first + from] = code;
  for (let node = to - 1; node >= from; node = tree.parent[node]!) column[node] = UNKNOWN;
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
