import type { ValueType } from "@semantic-xpath/planner";
import {
  eachId,
  type IdAttribute,
  type IdIndex,
  idIndex,
  idsIn,
  NONE,
  type NodeId,
  type Tree,
} from "@semantic-xpath/tree";
import { getOrMake, printValueType, readsAsNumber } from "@semantic-xpath/values";

/** The attributes that name nodes, and those that refer to them: by type of node, then by name. */
export type InferredReferences = ReadonlyMap<string, ReadonlyMap<string, ValueType>>;

/**
 * Attributes of one or several trees that are ids and references, in time linear in their values.
 *
 * - An id has the name `id`, `xml:id`, or one that ends in `_id` or `Id`. Every node of the type has it, and no two nodes of a tree have
 * the same, of any types. If two attributes of names of one rank would clash, neither is one: `<Day id="1"/><Task id="1"/>`.
 * - A reference is an attribute with at least nine in ten values that are ids, or several with white space between. If all of them are
 * numbers its name must indicate it as well (`reply_to_id`, `refs`, `turn`): the 30 in `minutes="30"` is not a reference. It leads to the
 * types of its present targets.
 *
 * `declared`: ids named by a person; they stay while their values are distinct, and others do not clash with them.
 *
 * @example inferReferences([readXml('<T><Turn id="a"/><Note ref="a"/></T>')]).get("Note")?.get("ref") // "ref(Turn)"
 */
export function inferReferences(trees: readonly Tree[], declared: readonly Candidate[] = []): InferredReferences {
  const ids = idsOf(trees, declared);
  const references = new Map<string, Map<string, ValueType>>();
  const say = (type: string, name: string, value: ValueType) =>
    getOrMake(references, type, () => new Map<string, ValueType>()).set(name, value);
  if (ids.length === 0) return references;
  for (const { type, name } of ids) say(type, name, "id");
  const isId = new Set(ids.map(({ type, name }) => `${type}\n${name}`));
  for (const [key, { type, name, uses }] of usesOf(trees, ids)) {
    if (isId.has(key) || !isReference(name, uses)) continue;
    say(type, name, printValueType({ kind: "ref", types: [...uses.types] }) as ValueType);
  }
  return references;
}

interface Candidate extends IdAttribute {
  readonly type: string;
}

/** The attributes that can be ids together, at most one of a type: those that are declared, then those with the plainest names. */
function idsOf(trees: readonly Tree[], declared: readonly Candidate[]): readonly Candidate[] {
  let chosen: readonly Candidate[] = [];
  for (const one of declared) if (trees.every((tree) => areApart(tree, [...chosen, one]))) chosen = [...chosen, one];
  for (const rank of RANKS) {
    const free = candidates(trees, (type, name) => rank(type, name) && !chosen.some((id) => id.type === type));
    const apart = free.filter((one) => trees.every((tree) => areApart(tree, [...chosen, one])));
    const clashing = apart.filter((one) =>
      apart.some((other) => other !== one && !trees.every((tree) => areApart(tree, [one, other]))),
    );
    const usedTypes = new Set<string>();
    const acceptable = apart.filter((one) => {
      if (clashing.includes(one) || usedTypes.has(one.type)) return false;
      return usedTypes.add(one.type);
    });
    chosen = [...chosen, ...acceptable];
  }
  return chosen;
}

/** Names of ids: the plain ones, those that name their own type, the others. */
const RANKS: readonly ((type: string, name: string) => boolean)[] = [
  (_, name) => name === "id" || name === "xml:id",
  (type, name) => bare(name) === `${bare(type)}id`,
  (_, name) => /[_-]id$|[a-z]Id$/.test(name),
];

const bare = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, "");

/** Attributes with an id's name that every node of their type has. */
function candidates(trees: readonly Tree[], fits: (type: string, name: string) => boolean): readonly Candidate[] {
  const tallies = new Map<string, { readonly candidate: Candidate; nodes: number; values: number }>();
  for (const tree of trees) {
    for (const [type, attributes] of tree.attributesOfType.entries()) {
      for (const attribute of attributes) {
        const candidate = { type: tree.typeNames[type]!, name: tree.attributeNames[attribute]! };
        if (type === 0 || !fits(candidate.type, candidate.name)) continue;
        tallies.set(`${candidate.type}\n${candidate.name}`, { candidate, nodes: 0, values: 0 });
      }
    }
  }
  for (const tree of trees) {
    for (const seen of tallies.values()) {
      const type = tree.typeId(seen.candidate.type);
      if (type !== NONE) seen.nodes += tree.postings[type]!.length;
      eachId(tree, [seen.candidate], () => seen.values++);
    }
  }
  return [...tallies.values()].flatMap(({ candidate, nodes, values }) => (values === nodes ? [candidate] : []));
}

/** Tests that no value of the attributes occurs twice in a tree. */
function areApart(tree: Tree, attributes: readonly IdAttribute[]): boolean {
  const values = new Set<number>();
  let apart = true;
  eachId(tree, attributes, (_, value) => {
    apart &&= !values.has(value);
    values.add(value);
  });
  return apart;
}

/** Use of the values of an attribute as references. */
interface Uses {
  values: number;
  /** Values all of whose ids are there. */
  leading: number;
  areNumbers: boolean;
  readonly types: Set<string>;
}

/** The uses of all attributes, by type and name. */
function usesOf(trees: readonly Tree[], ids: readonly IdAttribute[]) {
  const byKey = new Map<string, { readonly type: string; readonly name: string; readonly uses: Uses }>();
  for (const tree of trees) {
    const index = idIndex(tree, ids);
    for (const [ofType, attributes] of tree.attributesOfType.entries()) {
      for (const attribute of attributes) {
        const [type, name] = [tree.typeNames[ofType]!, tree.attributeNames[attribute]!];
        const key = `${type}\n${name}`;
        const entry = byKey.get(key) ?? {
          type,
          name,
          uses: { values: 0, leading: 0, areNumbers: true, types: new Set<string>() },
        };
        byKey.set(key, entry);
        eachId(tree, [{ type, name }], (node, value) => addUse(entry.uses, tree, index, node, value));
      }
    }
  }
  return byKey;
}

function addUse(uses: Uses, tree: Tree, index: IdIndex, node: NodeId, value: number): void {
  uses.values++;
  const direct = index.nodeOfValue[value]!;
  const text = tree.values.get(value);
  uses.areNumbers &&= readsAsNumber(text);
  const targets = direct === NONE ? referred(index, text) : [direct];
  if (targets === null || (targets.length === 1 && targets[0] === node)) return;
  uses.leading++;
  for (const one of targets) uses.types.add(tree.typeOf(one));
}

/** The nodes that the words of a text name; null: not each of them names one. */
function referred(index: IdIndex, text: string): readonly NodeId[] | null {
  if (text.length > MAX_TEXT) return null;
  const words = idsIn(text);
  const targets = words.map((word) => index.find(word));
  return words.length === 0 || targets.includes(NONE) ? null : targets;
}

/** UTF-16 units up to which a value is looked at as a list of ids: what is longer is prose. */
const MAX_TEXT = 10_000;

/** Least share of values that lead somewhere: a few references of real data dangle. */
const LEADING = 0.9;

function isReference(name: string, { values, leading, areNumbers, types }: Uses): boolean {
  if (leading === 0 || leading < values * LEADING) return false;
  if (!areNumbers) return true;
  const plain = bare(name);
  return (
    /(ids?|refs?|references?)$/.test(plain) ||
    [...types].some((type) => plain === bare(type) || plain === `${bare(type)}s`)
  );
}
