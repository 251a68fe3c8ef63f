import { inferReferences, readXml } from "@semantic-xpath/readers";
import { describe, expect, test } from "vitest";

const inferred = (...texts: string[]) =>
  Object.fromEntries(
    [...inferReferences(texts.map((text) => readXml(text)))].map(([type, attributes]) => [
      type,
      Object.fromEntries(attributes),
    ]),
  );

describe("ids", () => {
  test("are unique attributes called id", () =>
    expect(inferred('<T id="t"><A id="a"/><A id="b"/></T>')).toEqual({ T: { id: "id" }, A: { id: "id" } }));
  test("are none where every node of the type would need one", () =>
    expect(inferred('<T><A id="a"/><A/></T>')).toEqual({}));
  test("are none where two nodes have the same, of one type or of two", () => {
    expect(inferred('<T><A id="a"/><A id="a"/></T>')).toEqual({});
    expect(inferred('<T><A id="1"/><B id="1"/></T>')).toEqual({});
  });
  test("may be called after their type", () =>
    expect(inferred('<T><Turn turn_id="a" session_id="x"/><Turn turn_id="b" session_id="y"/></T>')).toEqual({
      Turn: { turn_id: "id" },
    }));
  test("are looked for tree by tree", () => {
    expect(inferred('<T><A id="a"/></T>', '<T><A id="a"/></T>')).toEqual({ A: { id: "id" } });
    expect(inferred('<T><A id="a"/></T>', '<T><A id="a"/><A id="a"/></T>')).toEqual({});
  });
});

describe("references", () => {
  test("lead to the types that they are seen to lead to", () =>
    expect(inferred('<T><A id="a"/><B id="b"/><N to="a"/><N to="b a"/><N/><M of="b"/></T>')).toEqual({
      A: { id: "id" },
      B: { id: "id" },
      N: { to: "ref(A | B)" },
      M: { of: "ref(B)" },
    }));
  test("are not another's id", () =>
    expect(inferred('<T><Turn id="a"/><Note turn_id="a"/></T>')).toEqual({
      Turn: { id: "id" },
      Note: { turn_id: "ref(Turn)" },
    }));
  test("may dangle in one of ten values, not in more", () => {
    const notes = (good: number) => `<T><A id="a"/>${'<N to="a"/>'.repeat(good)}<N to="gone"/></T>`;
    expect(inferred(notes(9)).N).toEqual({ to: "ref(A)" });
    expect(inferred(notes(8)).N).toBeUndefined();
  });
  test("are no numbers unless the name says so", () => {
    expect(inferred('<T><A id="30"/><N minutes="30"/></T>').N).toBeUndefined();
    expect(inferred('<T><A id="30"/><N refs="30" a="30"/></T>').N).toEqual({ refs: "ref(A)", a: "ref(A)" });
  });
  test("of names that are no words are quoted", () => {
    expect(inferred('<T><constructor id="a"/><N of="a"/></T>').N).toEqual({ of: "ref(constructor)" });
  });
});
