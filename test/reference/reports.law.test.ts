import { compile, type Match, readXml, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { hashScore } from "./arbitraryCase.js";
import { type Group, groupBy, type Item, type Key, type Member, numbersOf, orderBy, slice, sum } from "./reports.js";

/** Groups, records and computed values against an evaluator over plain lists. */

const arbitraryItem = fc.record(
  {
    a: fc.constantFrom("x", "y", "z", ""),
    b: fc.constantFrom("p", "q"),
    n: fc.integer({ min: 1, max: 5 }).map(String),
    m: fc.integer({ min: 1, max: 3 }).map(String),
  },
  { requiredKeys: ["n"] },
);
const arbitraryItems = fc
  .array(fc.record({ attributes: arbitraryItem, notes: fc.array(fc.constantFrom("u", "v", "w"), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((items) => items.map((item, id): Item => ({ ...item, id, weight: 1 })));

const xmlOf = (items: readonly Item[]): string =>
  `<R>${items
    .map(({ id, attributes, notes }) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<I id="i${id}"${written.join("")}>text ${id % 4}${notes.map((note) => `<N>${note}</N>`).join("")}</I>`;
    })
    .join("")}</R>`;

const attribute = (name: string): Key => ({
  name,
  text: `@${name}`,
  values: (member) => [(member as Item).attributes[name]].filter((value) => value !== undefined),
});
const KEYS: readonly Key[] = [
  attribute("a"),
  attribute("b"),
  { name: "note", text: "N as note", values: (member) => (member as Item).notes },
  {
    name: "s",
    text: "(@a || @b) as s",
    values: (m) => [`${(m as Item).attributes.a ?? ""}${(m as Item).attributes.b ?? ""}`],
  },
  { name: "c", text: "count(/N) as c", values: (member) => [String((member as Item).notes.length)] },
];

/** Parts of a query, each with what it does to a list. */
interface Part<A, B> {
  readonly text: string;
  readonly apply: (list: readonly A[]) => B[];
}
const part = <A, B>(text: string, apply: (list: readonly A[]) => B[]): Part<A, B> => ({ text, apply });

const BEFORE: readonly Part<Item, Item>[] = [
  part("", (list) => [...list]),
  part("[@n > 2]", (list) => list.filter(({ attributes }) => Number(attributes.n) > 2)),
  part("[order by @n descending]", (list) => orderBy(list, ({ attributes }) => Number(attributes.n), true)),
  part("[order by @m]", (list) =>
    orderBy(list, ({ attributes }) => ("m" in attributes ? Number(attributes.m) : null), false),
  ),
];
const ON_GROUPS: readonly Part<Group, Group>[] = [
  part("", (list) => [...list]),
  part("[count(/*) > 1]", (list) => list.filter(({ members }) => members.length > 1)),
  part("[order by count(/I) descending]", (list) => orderBy(list, ({ members }) => members.length, true)),
  part("[order by sum(/I/@n)]", (list) => orderBy(list, ({ members }) => sum(numbersOf(members, "n")), false)),
  part("[1:2]", (list) => slice(list, 1, 2)),
  part("[-1]", (list) => list.slice(-1)),
  part("[sum(/I/(@n * 2)) > 6]", (list) =>
    list.filter(({ members }) => sum(numbersOf(members, "n").map((n) => n * 2)) > 6),
  ),
  part("[some $i in /I satisfies $i/@n = 5]", (list) =>
    list.filter(({ members }) => numbersOf(members, "n").includes(5)),
  ),
  part("[exists((/I)[order by @n][1][@m])]", (list) =>
    list.filter(({ members }) => {
      const [first] = orderBy(members as readonly Item[], ({ attributes }) => Number(attributes.n), false).sort(
        (a, b) => Number(a.attributes.n) - Number(b.attributes.n) || b.weight - a.weight || a.id - b.id,
      );
      return first !== undefined && "m" in first.attributes;
    }),
  ),
];

const scorer: Scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, 7)),
};

const arbitraryReport = fc.record({
  items: arbitraryItems,
  isScored: fc.boolean(),
  before: fc.constantFrom(...BEFORE),
  keys: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 2 }),
  after: fc.array(fc.constantFrom(...ON_GROUPS), { maxLength: 2 }),
});

/** Two orders in a row: ties of the second go by the order of the groups, so it alone decides. */
const applied = (groups: readonly Group[], parts: readonly Part<Group, Group>[]): Group[] =>
  parts.reduce<Group[]>(
    (list, { text, apply }) => apply(text.startsWith("[order") ? inMaking(list) : list),
    [...groups],
  );
const madeAt = new WeakMap<Group, number>();
const inMaking = (list: readonly Group[]): Group[] => [...list].sort((a, b) => madeAt.get(a)! - madeAt.get(b)!);

/** A list that positions did not look at stands in the order of the last order by, or as the groups were made. */
const idOf = ({ node }: Match): string => node.attribute("id") ?? "";

const numeric = (value: unknown): unknown => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value);

it("groups and records are those of the definition", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryReport, async ({ items, isScored, before, keys, after }) => {
      const tree = readXml(xmlOf(items));
      const relevance = isScored ? '[text() =~ "w"]' : "";
      const scored = items.map((item) => ({
        ...item,
        weight: isScored ? Math.fround(hashScore(`text ${item.id % 4}`, "w", 7)) : 1,
      }));
      const ranked = isScored ? orderBy(scored, ({ weight }) => weight, true) : scored;
      // Ties of an order by go by weight, then by document.
      const list = before.apply(ranked);
      const groups = groupBy(list as readonly Member[], keys);
      for (const [at, group] of groups.entries()) madeAt.set(group, at);
      const expected = applied(groups, after).filter(({ weight }) => weight > 0);
      const head = `(//I${relevance})${before.text}[group by ${keys.map(({ text }) => text).join(", ")}]`;
      const text = `${head}${after.map((each) => each.text).join("")}`;
      const { query, diagnostics } = compile(text);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const { matches } = await query!.run(tree, { scorer });
      expect(
        matches.map(({ group, weight }) => [
          Object.values(group!.key).map((key) => (key === null ? null : String(key))),
          group!.members.map(idOf),
          group!.members.map((member) => member.weight),
          weight,
        ]),
        text,
      ).toEqual(
        expected.map(({ key, members, weight }) => [
          Object.values(key),
          (members as readonly Item[]).map(({ id }) => `i${id}`),
          members.map((member) => member.weight),
          weight,
        ]),
      );
      const names = keys.map(({ name }) => name);
      const fields = `${names.map((name) => `@${name}`).join(", ")}, size: count(/I), total: sum(/I/@n), mean: avg(/I/(@n + @m)), ids: /I/@id, best: avg(/I), last: /I[-1]/@id, each: /I/{ @n, notes: /N, has: @m > 1 }, place: position(), of: last()`;
      const report = compile(`${text}/{ ${fields} }`);
      expect(report.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const { matches: rows } = await report.query!.run(tree, { scorer, limit: 3 });
      expect(
        rows.map(({ record }) => ({ ...record })),
        text,
      ).toEqual(
        expected.slice(0, 3).map(({ key, members }, at) => {
          const own = members as readonly Item[];
          const inOrder = [...new Map(own.map((item) => [item.id, item])).values()].sort((a, b) => a.id - b.id);
          const both = inOrder.flatMap(({ attributes: { n, m } }) => (m === undefined ? [] : [Number(n) + Number(m)]));
          return {
            ...Object.fromEntries(Object.entries(key).map(([name, value]) => [name, numericColumn(name, value)])),
            size: own.length,
            total: sum(inOrder.map(({ attributes }) => Number(attributes.n))),
            mean: both.length === 0 ? null : sum(both) / both.length,
            ids: inOrder.map(({ id }) => `i${id}`),
            best: sum(inOrder.map(({ weight }) => weight)) / inOrder.length,
            last: [`i${own.at(-1)!.id}`],
            each: inOrder.map(({ attributes: { n, m }, notes }) => ({
              n: Number(n),
              notes,
              has: m !== undefined && Number(m) > 1,
            })),
            place: at + 1,
            of: expected.length,
          };
        }),
      );
    }),
    { numRuns: runs(2000, 40) },
  );
});

/** Counts are numbers; all other keys are texts here. */
const numericColumn = (name: string, value: string | null): unknown => (name === "c" ? numeric(value) : value);
