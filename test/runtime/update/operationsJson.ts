import fc from "fast-check";
import { anyCharacter } from "../../support/characters.js";

/** Texts that break what is built on texts: names that objects have, halves of characters, what ends a terminal's line, marks of every language. */
const nasty = fc.constantFrom(
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "", " ", "a b", "\0", "\ud800", "\udfff", "\u001b[2J"],
  ...["{", "}}", "{x}", "<b>", "&amp;", "]]>", "\"'", "(: :)", "$n", "#1", "//*", "x".repeat(5000), "\u202e", "\ufeff"],
);
const text = fc.oneof(nasty, fc.string({ unit: anyCharacter, maxLength: 6 }));
const place = fc.oneof(fc.nat(3), fc.constantFrom(-1, 1.5, 2 ** 53, 1e300));
const target = fc.oneof(
  fc.constantFrom<unknown>({ key: 1 }, { key: 2 }, { key: 99 }, { param: "n" }, "//*", "/*/*[1]", "//*/@*", "1"),
  text,
  place.map((key) => ({ key })),
  text.map((param) => ({ param })),
);
const expression = fc.oneof(fc.constantFrom("1 + 1", "/*/@a", "1 +", ""), text).map((value) => ({ value }));
const written = fc.oneof(text, fc.array(fc.oneof(text, expression), { maxLength: 3 }));
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.record(
    {
      type: text,
      attributes: fc.dictionary(text, written, { maxKeys: 3 }),
      text: written,
      children: fc.oneof({ depthSize: "small" }, fc.constant([]), fc.array(tie("node"), { maxLength: 2 })),
      content: fc.array(fc.oneof(text, place, expression), { maxLength: 3 }),
    },
    { requiredKeys: ["type"] },
  ),
}));
const content = fc.oneof(
  node,
  fc.oneof(target, fc.record({ key: place, version: place })).map((copy) => ({ copy })),
  text.map((param) => ({ param })),
);
const members: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  target,
  content,
  destination: target,
  name: text,
  value: fc.oneof(text, fc.double(), fc.boolean(), expression),
  position: fc.constantFrom("first", "last", "before", "after", "into"),
};
const MEMBERS = {
  insert: ["content", "target"],
  delete: ["target"],
  replace: ["target", "content"],
  replaceValue: ["target", "value"],
  rename: ["target", "name"],
  move: ["target", "destination"],
  setAttribute: ["target", "name", "value"],
} as const;

const operation = fc
  .constantFrom(...(Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]))
  .chain((op) => fc.record({ op: fc.constant(op), ...Object.fromEntries(MEMBERS[op].map((m) => [m, members[m]!])) }));
/** As an operation is, but for what is missing, too much, or something else. */
const damaged = fc
  .tuple(operation, fc.constantFrom("op", ...Object.keys(members)), fc.option(fc.jsonValue()))
  .map(([of, member, value]): unknown => ({ ...of, [member]: value ?? undefined }));

/** A list of operations as it may come from outside, as JSON: most are none, or about nothing that there is. */
export const operationsJson: fc.Arbitrary<unknown> = fc
  .oneof(
    { weight: 12, arbitrary: fc.array(operation, { minLength: 1, maxLength: 3 }) },
    { weight: 6, arbitrary: fc.array(fc.oneof(operation, damaged), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

/** A node as it may come from outside, as JSON. */
export const nodeJson: fc.Arbitrary<unknown> = node;
