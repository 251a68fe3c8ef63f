/**
 * A small evaluator of the third edition's sets, values, groups and moments over plain objects, written from the definition of the language and
 * from nothing of the engine. Nodes are compared by identity; lists are arrays in their order.
 */
export interface Node {
  readonly type: "T" | "I" | "N";
  readonly place: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: Node | null;
  readonly children: Node[];
}

export const descendants = (node: Node): Node[] => node.children.flatMap((child) => [child, ...descendants(child)]);

/** What holds on a day, and is in nothing that does not: `validity: { from, to, status }`. */
export function visible(all: readonly Node[], day: string | null): Node[] {
  const holds = ({ type, attributes: { from, to, status } }: Node): boolean =>
    type !== "I" || ((from ?? "") <= day! && (to === undefined || day! < to) && status !== "retracted");
  const isSeen = (node: Node): boolean => holds(node) && (node.parent === null || isSeen(node.parent));
  return day === null ? [...all] : all.filter(isSeen);
}

export const inDocumentOrder = (nodes: Iterable<Node>): Node[] => [...new Set(nodes)].sort((a, b) => a.place - b.place);

export const numberOf = (node: Node, name: string): number | null =>
  node.attributes[name] === undefined ? null : Number(node.attributes[name]);

/** Stable; what has no key comes last either way. Ties stand in document order. */
export function ordered<T>(list: readonly T[], keyOf: (item: T) => number | null, descending: boolean): T[] {
  const keyed = list.map((item, at) => ({ item, at, key: keyOf(item) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return a.key === b.key ? a.at - b.at : a.key === null ? 1 : -1;
    return (descending ? b.key - a.key : a.key - b.key) || a.at - b.at;
  });
  return keyed.map(({ item }) => item);
}

/** `[from:to]`, ends included, counted from the end where negative. */
export function slice<T>(list: readonly T[], from: number, to: number): T[] {
  const at = (place: number): number => (place < 0 ? list.length + place + 1 : place);
  return list.slice(Math.max(0, at(from) - 1), Math.max(0, at(to)));
}

export interface Group {
  readonly keys: readonly (string | null)[];
  readonly members: readonly (Node | Group)[];
}

export const isGroup = (member: Node | Group): member is Group => "members" in member;

/** Groups by distinct keys in order of first appearance; those that lack a key stand after all others. */
export function grouped<M extends Node | Group>(
  members: readonly M[],
  keys: readonly ((member: M) => readonly (string | null)[])[],
): Group[] {
  const found: { keys: (string | null)[]; members: M[] }[] = [];
  for (const member of members) {
    const combinations = keys.reduce<(string | null)[][]>(
      (before, keyOf) => {
        const values = [...new Set(keyOf(member))];
        return before.flatMap((own) => (values.length === 0 ? [null] : values).map((value) => [...own, value]));
      },
      [[]],
    );
    for (const own of combinations) {
      const group = found.find((each) => each.keys.every((key, i) => key === own[i]));
      if (group === undefined) found.push({ keys: own, members: [member] });
      else group.members.push(member);
    }
  }
  const lacks = ({ keys: own }: Group): boolean => own.includes(null);
  return [...found.filter((group) => !lacks(group)), ...found.filter(lacks)];
}

/** The nodes in a group, whatever groups are between. */
export const nodesIn = (group: Group): Node[] =>
  group.members.flatMap((member) => (isGroup(member) ? nodesIn(member) : [member]));
