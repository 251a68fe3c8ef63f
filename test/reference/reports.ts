/**
 * A small evaluator of groups, records and computed values, written from the definition of the language alone: lists of plain objects, no tree, no plan,
 * no columns. It knows the forms that `arbitraryReport` makes.
 */
export interface Item {
  readonly id: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  weight: number;
}

export interface Group {
  readonly key: Readonly<Record<string, string | null>>;
  readonly members: readonly Member[];
  weight: number;
}
export type Member = Item | Group;
const isGroup = (member: Member): member is Group => "members" in member;

/** What a group by asks of a member: its values, none where it lacks the key. */
export interface Key {
  readonly name: string;
  readonly text: string;
  readonly values: (member: Member) => readonly string[];
}

/** One for each combination of values, in order of first appearance, those that lack a key last. */
export function groupBy(members: readonly Member[], keys: readonly Key[]): Group[] {
  const groups = new Map<string, { key: Record<string, string | null>; members: Member[] }>();
  for (const member of members) {
    let combinations: (string | null)[][] = [[]];
    for (const key of keys) {
      const values: (string | null)[] = [...new Set(key.values(member))];
      if (values.length === 0) values.push(null);
      combinations = combinations.flatMap((before) => values.map((value) => [...before, value]));
    }
    for (const combination of combinations) {
      const name = JSON.stringify(combination);
      const key = Object.fromEntries(keys.map((one, i) => [one.name, combination[i]!]));
      if (!groups.has(name)) groups.set(name, { key, members: [] });
      groups.get(name)!.members.push(member);
    }
  }
  const all = [...groups.values()].map((group) => ({
    ...group,
    weight: Math.max(...group.members.map((m) => m.weight)),
  }));
  const lacks = ({ key }: Group): boolean => Object.values(key).includes(null);
  return [...all.filter((group) => !lacks(group)), ...all.filter(lacks)];
}

/** Stable, by a number for each, absent ones last. */
export function orderBy<T>(list: readonly T[], of: (one: T) => number | null, isDescending: boolean): T[] {
  return list
    .map((one, at) => ({ one, at, key: of(one) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return a.key === b.key ? a.at - b.at : a.key === null ? 1 : -1;
      return (isDescending ? b.key - a.key : a.key - b.key) || a.at - b.at;
    })
    .map(({ one }) => one);
}

export const slice = <T>(list: readonly T[], from: number, to: number): T[] => list.slice(from - 1, to);

/** All items of members, each once with its highest weight, in document order. */
export function itemsOf(members: readonly Member[]): Item[] {
  const best = new Map<number, Item>();
  const visit = (member: Member): void => {
    if (isGroup(member)) for (const each of member.members) visit(each);
    else if ((best.get(member.id)?.weight ?? -1) < member.weight) best.set(member.id, member);
  };
  for (const member of members) visit(member);
  return [...best.values()].sort((a, b) => a.id - b.id);
}

export const numbersOf = (members: readonly Member[], name: string): number[] =>
  (members as readonly Item[]).flatMap((item) => (name in item.attributes ? [Number(item.attributes[name])] : []));

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
