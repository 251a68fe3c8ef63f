import { inspect } from "@semantic-xpath/inspect";
import { PASS_NAMES, parseSchema } from "@semantic-xpath/planner";
import { Collection, compile, type Match, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import {
  descendants,
  type Group,
  grouped,
  inDocumentOrder,
  isGroup,
  type Node,
  nodesIn,
  numberOf,
  ordered,
  slice,
  visible,
} from "./thirdEdition.js";

/** Sets as values, attributes as items, groups of groups, their members, records and moments: the engine in all its ways of running against the definition. */

const day = fc.integer({ min: 1, max: 6 }).map((n) => `2024-01-0${n}`);
const item = fc.record(
  {
    a: fc.constantFrom("x", "y", "z"),
    b: fc.constantFrom("p", "q"),
    n: fc.integer({ min: 0, max: 6 }).map(String),
    from: day,
    to: day,
    status: fc.constantFrom("active", "retracted"),
    notes: fc.array(fc.constantFrom("u", "v"), { maxLength: 2 }),
  },
  { requiredKeys: ["notes"] },
);
const teams = fc.array(fc.record({ name: fc.constantFrom("k", "l", "m"), items: fc.array(item, { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});
type Teams = typeof teams extends fc.Arbitrary<infer T> ? T : never;

function treeOf(given: Teams): { readonly xml: string; readonly nodes: readonly Node[] } {
  const nodes: Node[] = [];
  const make = (type: Node["type"], parent: Node | null, attributes: Record<string, string>): Node => {
    const node: Node = { type, place: nodes.length, attributes, parent, children: [] };
    nodes.push(node);
    parent?.children.push(node);
    return node;
  };
  for (const { name, items } of given) {
    const team = make("T", null, { name });
    for (const { notes, ...own } of items) {
      const attributes = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
      const one = make("I", team, attributes as Record<string, string>);
      for (const by of notes) make("N", one, { by });
    }
  }
  const write = (node: Node): string => {
    const attributes = Object.entries({ id: `i${node.place}`, ...node.attributes }).map(([k, v]) => ` ${k}="${v}"`);
    return `<${node.type}${attributes.join("")}>${node.children.map(write).join("")}</${node.type}>`;
  };
  return {
    xml: `<R>${nodes
      .filter(({ parent }) => parent === null)
      .map(write)
      .join("")}</R>`,
    nodes,
  };
}

const attributes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["R"],
    types: {
      R: { children: { T: {} } },
      T: { attributes: attributes("id", "name"), children: { I: {} } },
      I: {
        attributes: { ...attributes("id", "a", "b", "from", "to", "status"), n: { type: "number" } },
        children: { N: {} },
        validity: { from: "from", to: "to", status: "status" },
      },
      N: { attributes: attributes("id", "by") },
    },
  }),
);

/** What is seen of the tree: everything, or what holds. */
type Seen = readonly Node[];
interface Source {
  readonly text: string;
  readonly of: (seen: Seen) => Node[];
}
const ofType = (seen: Seen, type: Node["type"]): Node[] => seen.filter((node) => node.type === type);
const childrenOf = (seen: Seen, node: Node, type: Node["type"]): Node[] =>
  node.children.filter((child) => child.type === type && seen.includes(child));
const items = (seen: Seen): Node[] => ofType(seen, "I");
const above = (n: number) => (node: Node) => (numberOf(node, "n") ?? Number.NEGATIVE_INFINITY) > n;

const SIMPLE: readonly Source[] = [
  { text: "//I", of: items },
  { text: "//I[@n > 2]", of: (seen) => items(seen).filter(above(2)) },
  { text: "/R/T/I[1]", of: (seen) => ofType(seen, "T").flatMap((team) => childrenOf(seen, team, "I").slice(0, 1)) },
  { text: "//T/I[-1]", of: (seen) => ofType(seen, "T").flatMap((team) => childrenOf(seen, team, "I").slice(-1)) },
  { text: "//I[@a]", of: (seen) => items(seen).filter((node) => "a" in node.attributes) },
  { text: "//I[exists(/N)]", of: (seen) => items(seen).filter((node) => childrenOf(seen, node, "N").length > 0) },
  { text: "//N/..", of: (seen) => inDocumentOrder(ofType(seen, "N").map(({ parent }) => parent!)) },
  {
    text: "//I[count(/N) > avg(root()//I/(count(/N)))]",
    of: (seen) => {
      const counts = items(seen).map((node) => childrenOf(seen, node, "N").length);
      const mean = counts.reduce((total, count) => total + count, 0) / counts.length;
      return items(seen).filter((node) => childrenOf(seen, node, "N").length > mean);
    },
  },
];
const source: fc.Arbitrary<Source> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SIMPLE) },
  fc
    .tuple(fc.constantFrom(...SIMPLE), fc.constantFrom("except", "intersect", "|"), fc.constantFrom(...SIMPLE))
    .map(([left, operator, right]) => ({
      text: `${left.text} ${operator} ${right.text}`,
      of: (seen: Seen) => {
        const [own, others] = [left.of(seen), right.of(seen)];
        if (operator === "|") return inDocumentOrder([...own, ...others]);
        return own.filter((node) => others.includes(node) === (operator === "intersect"));
      },
    })),
);

/** Brackets on a parenthesised list of nodes. */
interface Bracket {
  readonly text: string;
  readonly of: (list: readonly Node[]) => Node[];
}
const bracket = fc.constantFrom<Bracket>(
  { text: "", of: (list) => [...list] },
  { text: "[order by @n]", of: (list) => ordered(list, (node) => numberOf(node, "n"), false) },
  { text: "[order by @n descending]", of: (list) => ordered(list, (node) => numberOf(node, "n"), true) },
  {
    text: "[order by @n][1:2]",
    of: (list) =>
      slice(
        ordered(list, (node) => numberOf(node, "n"), false),
        1,
        2,
      ),
  },
  { text: "[2:]", of: (list) => slice(list, 2, -1) },
  { text: "[-2:]", of: (list) => slice(list, -2, -1) },
  { text: "[position() mod 2 = 1]", of: (list) => list.filter((_, i) => i % 2 === 0) },
);

interface Key {
  readonly text: string;
  readonly of: (node: Node, seen: Seen) => readonly string[];
}
const KEYS: readonly Key[] = [
  { text: "@a as x", of: ({ attributes: { a } }) => (a === undefined ? [] : [a]) },
  { text: "../@name as x", of: ({ parent }) => [parent!.attributes.name!] },
  { text: "/N/@by as x", of: (node, seen) => childrenOf(seen, node, "N").map(({ attributes: { by } }) => by!) },
  { text: "count(/N) as x", of: (node, seen) => [String(childrenOf(seen, node, "N").length)] },
  { text: "@a || @b as x", of: ({ attributes: { a = "", b = "" } }) => [a + b] },
];

interface Made {
  readonly text: string;
  readonly of: (seen: Seen) => unknown;
}
const id = (node: Node): string => `i${node.place}`;
const total = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0);
const present = (numbers: readonly (number | null)[]): number[] => numbers.filter((number) => number !== null);

const values = fc.tuple(source, bracket).chain(([set, { text, of }]) => {
  const all = (seen: Seen): Node[] => of(set.of(seen));
  const path = `(${set.text})${text}`;
  const numbers = (seen: Seen) => present(inDocumentOrder(all(seen)).map((node) => numberOf(node, "n")));
  return fc.constantFrom<Made>(
    { text: `count(${path})`, of: (seen) => all(seen).length },
    { text: `exists(${path})`, of: (seen) => all(seen).length > 0 },
    { text: `empty(${path})`, of: (seen) => all(seen).length === 0 },
    { text: `count(${set.text})`, of: (seen) => set.of(seen).length },
    { text: `sum(${path}/@n)`, of: (seen) => total(numbers(seen)) },
    { text: `max(${path}/@n)`, of: (seen) => (numbers(seen).length === 0 ? null : Math.max(...numbers(seen))) },
    { text: `avg(${path}/@n)`, of: (seen) => mean(numbers(seen)) },
    { text: `sum(${path}/(@n * 2 + count(/N)))`, of: (seen) => total(all(seen).map((node) => doubled(seen, node))) },
    {
      text: `count(distinct-values(${path}/@a))`,
      of: (seen) => new Set(all(seen).flatMap(({ attributes: { a } }) => a ?? [])).size,
    },
    {
      text: `max(${path}/(count(/N))) || "!"`,
      of: (seen) =>
        `${all(seen).length === 0 ? "" : Math.max(...all(seen).map((node) => childrenOf(seen, node, "N").length))}!`,
    },
    { text: `sum(//T/(sum(/I/@n))) - sum(//I/@n)`, of: () => 0 },
    { text: `count(${path}) = count(${set.text})`, of: (seen) => all(seen).length === set.of(seen).length },
  );
});
const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : total(numbers) / numbers.length;
const doubled = (seen: Seen, node: Node): number | null => {
  const n = numberOf(node, "n");
  return n === null ? null : n * 2 + childrenOf(seen, node, "N").length;
};

/** Lists of nodes and of attributes. */
const lists = fc.tuple(source, bracket).chain(([set, { text, of }]) => {
  const entries = (seen: Seen): Node[] => inDocumentOrder(set.of(seen)).filter((node) => "n" in node.attributes);
  const value = (node: Node): string => node.attributes.n!;
  const attributesOf = `(${set.text.includes(" ") ? `(${set.text})` : set.text}/@n)`;
  return fc.constantFrom<Made>(
    { text: `(${set.text})${text}`, of: (seen) => of(set.of(seen)).map(id) },
    { text: `${attributesOf}[. > 2]`, of: (seen) => entries(seen).filter(above(2)).map(value) },
    {
      text: `${attributesOf}[order by . descending][1:3]`,
      of: (seen) =>
        slice(
          ordered(entries(seen), (node) => numberOf(node, "n"), true),
          1,
          3,
        ).map(value),
    },
    {
      text: `${attributesOf}[. * 2 = 4 or contains(., "5")]`,
      of: (seen) =>
        entries(seen)
          .filter((node) => ["2", "5"].includes(value(node)))
          .map(value),
    },
    { text: `${attributesOf}[. > 2]/..`, of: (seen) => entries(seen).filter(above(2)).map(id) },
    {
      text: `${attributesOf}/../N`,
      of: (seen) =>
        entries(seen)
          .flatMap((node) => childrenOf(seen, node, "N"))
          .map(id),
    },
    { text: `${attributesOf}[last()]/../@id`, of: (seen) => entries(seen).slice(-1).map(id) },
  );
});

const groups = fc
  .record({ set: source, before: bracket, key: fc.constantFrom(...KEYS), isTwice: fc.boolean(), end: fc.nat(9) })
  .map(({ set, before, key, isTwice, end }): Made => {
    const made = (seen: Seen): Group[] => {
      const first = grouped(before.of(set.of(seen)), [(node) => key.of(node, seen)]);
      return isTwice ? grouped<Group>(first, [({ members }) => [String(members.length)]]) : first;
    };
    const text = `(${set.text})${before.text}[group by ${key.text}]${isTwice ? "[group by count(/*) as c]" : ""}`;
    const shown = (group: Group): unknown => [
      group.keys,
      group.members.map((member) => (isGroup(member) ? shown(member) : id(member))),
    ];
    const below = (seen: Seen): Node[] => inDocumentOrder(made(seen).flatMap(nodesIn));
    const name = isTwice ? "c" : "x";
    const size = ({ members }: Group): number => members.length;
    const sumOf = (group: Group): number => total(inDocumentOrder(nodesIn(group)).map((node) => numberOf(node, "n")));
    const step = isTwice ? "/group/I" : "/I";
    const ends: readonly Made[] = [
      { text, of: (seen) => made(seen).map(shown) },
      {
        text: `${text}[count(/*) > 1]`,
        of: (seen) =>
          made(seen)
            .filter((group) => size(group) > 1)
            .map(shown),
      },
      {
        text: `${text}[order by count(/*) descending][1:2]`,
        of: (seen) => slice(ordered(made(seen), size, true), 1, 2).map(shown),
      },
      { text: `${text}[-1]`, of: (seen) => made(seen).slice(-1).map(shown) },
      {
        text: `${text}[not(@${name})]`,
        of: (seen) =>
          made(seen)
            .filter(({ keys }) => keys[0] === null)
            .map(shown),
      },
      { text: `${text}${step}`, of: (seen) => below(seen).map(id) },
      {
        text: `${text}//N`,
        of: (seen) =>
          inDocumentOrder(below(seen).flatMap(descendants))
            .filter((node) => seen.includes(node))
            .map(id),
      },
      { text: `count(${text})`, of: (seen) => made(seen).length },
      {
        text: `max(${text}/(sum(${step}/@n)))`,
        of: (seen) => (made(seen).length === 0 ? null : Math.max(...made(seen).map(sumOf))),
      },
      {
        text: `${text}[order by sum(${step}/@n) descending]/{ size: count(/*), total: sum(${step}/@n), ids: ${step}/@id, each: ${step}/{ @id, notes: count(/N) }, place: position(), of: last() }`,
        of: (seen) =>
          ordered(made(seen), sumOf, true).map((group, i, all) => {
            const own = inDocumentOrder(nodesIn(group));
            const each = own.map((node) => ({ id: id(node), notes: childrenOf(seen, node, "N").length }));
            return { size: size(group), total: sumOf(group), ids: own.map(id), each, place: i + 1, of: all.length };
          }),
      },
    ];
    return ends[end]!;
  });

const example = fc.record({ given: teams, made: fc.oneof(values, lists, groups), day: fc.option(day) });

const shownOf = ({ value, matches }: { readonly value?: unknown; readonly matches: readonly Match[] }): unknown => {
  const shown = (match: Match): unknown => {
    const { record, group, attribute, node } = match;
    if (record !== null) return JSON.parse(JSON.stringify(record));
    if (group !== null)
      return [Object.values(group.key).map((key) => (key === null ? null : String(key))), group.members.map(shown)];
    return attribute?.value ?? node.attribute("id");
  };
  return value !== undefined ? value : matches.map(shown);
};
const ranOf = (query: NonNullable<ReturnType<typeof compile>["query"]>, xml: string, options = {}) =>
  query.run(readXml(xml), options);

it("law: sets, items, groups, records and moments are those of the definition, however they are run", async () => {
  await fc.assert(
    fc.asyncProperty(example, async ({ given, made, day: at }) => {
      const { xml, nodes } = treeOf(given);
      const expected = made.of(visible(nodes, at));
      const text = at === null ? made.text : `as of "${at}" ${made.text}`;
      const checked = (found: unknown, way: string): void =>
        expect(found, `${text} of ${xml} ${way}`).toEqual(expected);
      const typed = compile(text, { schema: schema! });
      expect(
        typed.diagnostics.filter(({ severity }) => severity === "error"),
        text,
      ).toEqual([]);
      checked(shownOf(await ranOf(typed.query!, xml)), "typed");
      checked(shownOf(await ranOf(compile(text, { schema: schema!, without: PASS_NAMES }).query!, xml)), "as written");
      checked(shownOf((await inspect(typed.query!, readXml(xml))).result), "traced");
      const { values: each, matches } = await typed.query!.runAll(
        new Collection([{ name: "one", tree: readXml(xml) }]),
      );
      checked(each === undefined ? shownOf({ matches }) : each[0]!.value, "in a collection");
      if (at !== null) {
        const plain = compile(made.text, { schema: schema! }).query!;
        checked(shownOf(await ranOf(plain, xml, { validAt: at })), "by option");
        return;
      }
      checked(shownOf(await ranOf(compile(text).query!, xml)), "untyped");
    }),
    { numRuns: runs(3_000, 60) },
  );
});
