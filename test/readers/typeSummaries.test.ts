import { readTree, typeSummaries } from "@semantic-xpath/readers";
import fc from "fast-check";
import { expect, it } from "vitest";

const XML = `<Shop>
  <Item name="Chair" price="EUR 40" kind="seat" inStock="true" added="2026-03-01">oak</Item>
  <Item name="Stool" price="EUR 9.50" kind="seat" inStock="true" added="2026-01-15"/>
  <Item name="Lamp" price="EUR 120" kind="light" inStock="false"/>
  <Note>closed on Monday</Note>
</Shop>`;

it("lists types with most nodes first, with the ranges and most frequent values of their attributes", () => {
  const [item, ...others] = typeSummaries(readTree(XML), null);
  expect(others.map(({ name, count, texts }) => [name, count, texts])).toEqual([
    ["Shop", 1, 0],
    ["Note", 1, 1],
  ]);
  expect(item).toMatchObject({ name: "Item", count: 3, texts: 1 });
  const byName = Object.fromEntries(item!.attributes.map((attribute) => [attribute.name, attribute]));
  expect(byName.name).toMatchObject({ present: 3, distinct: 3, values: [], range: null });
  expect(byName.price).toMatchObject({ type: { kind: "money" }, range: ["EUR 9.50", "EUR 120"] });
  expect(byName.added).toMatchObject({ present: 2, range: ["2026-01-15", "2026-03-01"] });
  expect(byName.kind!.values).toEqual([
    { text: "seat", uses: 2 },
    { text: "light", uses: 1 },
  ]);
  expect(byName.inStock).toMatchObject({ type: { kind: "boolean" }, range: null });
});

it("law: every node and every value is counted once", () => {
  const node = fc.record({
    type: fc.constantFrom("A", "B", "constructor"),
    x: fc.option(fc.constantFrom("1", "2", "", "__proto__", "3 km"), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(node), (nodes) => {
      const children = nodes.map(({ type, x }) => `<${type}${x === undefined ? "" : ` x="${x}"`}/>`);
      const tree = readTree(`<Root>${children.join("")}</Root>`);
      for (const { name, count, attributes } of typeSummaries(tree, null)) {
        const own = nodes.filter(({ type }) => type === name);
        if (name === "Root") continue;
        expect(count).toBe(own.length);
        const texts = own.flatMap(({ x }) => x ?? []);
        expect(attributes.map(({ present, distinct }) => [present, distinct])).toEqual(
          texts.length === 0 ? [] : [[texts.length, new Set(texts).size]],
        );
        for (const { text, uses } of attributes.flatMap(({ values }) => values))
          expect(uses).toBe(texts.filter((each) => each === text).length);
      }
    }),
  );
});
