import type {
  Content,
  Element,
  ElementAttribute,
  ElementText,
  Enclosed,
  Name,
  NodeKey,
  Primitive,
  Update,
  UpdateTarget,
} from "@semantic-xpath/parser";
import fc from "fast-check";
import { arbitraryPath, arbitraryValue } from "./arbitraryAst.js";

/** Random valid updates. Spans are empty: a tree made up has no text. */
const span = { start: 0, end: 0 };

const name = fc
  .constantFrom(
    "POI",
    "node",
    "into",
    "with",
    "insert",
    "as",
    "first",
    "value",
    "dc:title",
    "日本",
    "first name",
    'a"b',
    "it's",
    "<a>",
  )
  .map((text): Name => ({ kind: "Name", span, text }));
const parameter = fc
  .constantFrom("n", "into")
  .map((text) => ({ kind: "ParameterReference" as const, span, name: text }));
const key = (version: fc.Arbitrary<number | null>) =>
  fc
    .record({ key: fc.integer({ min: 1, max: 99 }), version })
    .map((parts): NodeKey => ({ kind: "NodeKey", span, ...parts }));
const target: fc.Arbitrary<UpdateTarget> = fc.oneof(
  { weight: 4, arbitrary: arbitraryPath },
  { weight: 1, arbitrary: parameter },
  { weight: 1, arbitrary: key(fc.constant(null)) },
);

const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.constantFrom(
      " ",
      "  a  ",
      "a\nb",
      "\t",
      "{x}",
      "}}",
      "<b>",
      "&amp;",
      "]]>",
      "(: no comment :)",
      "\"'",
      '""',
      "'' ",
      "\u00a0",
      "\u0000",
      "; declare query a()",
    ),
  )
  .map((value): ElementText => ({ kind: "ElementText", span, value }));
const enclosed = arbitraryValue.map((value): Enclosed => ({ kind: "Enclosed", span, value }));

/** No two texts are beside each other. */
const alternating = <T extends { readonly kind: string }>(parts: readonly T[]): T[] =>
  parts.filter((part, i) => part.kind !== "ElementText" || parts[i - 1]?.kind !== "ElementText");

const attribute = fc
  .record({ name, value: fc.array(fc.oneof(text, enclosed), { maxLength: 3 }).map(alternating) })
  .map((parts): ElementAttribute => ({ kind: "ElementAttribute", span, ...parts }));
const { element } = fc.letrec<{ element: Element }>((tie) => ({
  element: fc
    .record({
      name,
      attributes: fc.uniqueArray(attribute, { maxLength: 2, selector: (each) => each.name.text }),
      content: fc
        .array(fc.oneof({ depthSize: "small" }, text, enclosed, tie("element")), { maxLength: 3 })
        .map((content) => alternating<Element["content"][number]>(content)),
    })
    .map((parts): Element => ({ kind: "Element", span, closingSpan: null, ...parts })),
}));
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 3, arbitrary: element },
  { weight: 1, arbitrary: arbitraryPath },
  { weight: 1, arbitrary: parameter },
  { weight: 1, arbitrary: key(fc.option(fc.integer({ min: 1, max: 9 }))) },
);
const placing = fc.constantFrom(
  "into" as const,
  "first" as const,
  "last" as const,
  "before" as const,
  "after" as const,
);

const primitive: fc.Arbitrary<Primitive> = fc.oneof(
  fc.record({ content, placing, target }).map((parts): Primitive => ({ kind: "Insert", span, ...parts })),
  fc
    .record({ name, value: arbitraryValue, target })
    .map((parts): Primitive => ({ kind: "InsertAttribute", span, ...parts })),
  fc.record({ target }).map((parts): Primitive => ({ kind: "Delete", span, ...parts })),
  fc.record({ target, content }).map((parts): Primitive => ({ kind: "Replace", span, ...parts })),
  fc.record({ target, value: arbitraryValue }).map((parts): Primitive => ({ kind: "ReplaceValue", span, ...parts })),
  fc.record({ target, name }).map((parts): Primitive => ({ kind: "Rename", span, ...parts })),
  fc.record({ target, placing, destination: target }).map((parts): Primitive => ({ kind: "Move", span, ...parts })),
);

/** Any valid update as a tree. */
export const arbitraryUpdate: fc.Arbitrary<Update> = fc
  .array(primitive, { minLength: 1, maxLength: 3 })
  .map((primitives) => ({ kind: "Update", span, primitives }));
