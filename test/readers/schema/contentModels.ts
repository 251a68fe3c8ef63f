import fc from "fast-check";

/** A content model as a tree, to be written as DTD or XSD, and to be followed by random documents. */
export type Model =
  | { readonly kind: "name"; readonly name: string; readonly times: Times }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Model[]; readonly times: Times };

export interface Times {
  readonly min: number;
  /** Null: no bound. */
  readonly max: number | null;
}

const NAMES = ["a", "b", "c", "d"];

const DTD_TIMES: readonly Times[] = [
  { min: 1, max: 1 },
  { min: 0, max: 1 },
  { min: 0, max: null },
  { min: 1, max: null },
];
export const dtdTimes = fc.constantFrom(...DTD_TIMES);
export const anyTimes = fc.oneof(
  dtdTimes,
  fc.tuple(fc.nat(2), fc.nat(2)).map(([min, more]) => ({ min, max: min + more })),
);

export const models = (times: fc.Arbitrary<Times>): fc.Arbitrary<Model> =>
  fc.letrec<{ model: Model }>((tie) => ({
    model: fc.oneof(
      { maxDepth: 3, depthIdentifier: "model" },
      fc.record({ kind: fc.constant("name" as const), name: fc.constantFrom(...NAMES), times }),
      fc.record({
        kind: fc.constantFrom("sequence" as const, "choice" as const),
        parts: fc.array(tie("model"), { minLength: 1, maxLength: 3 }),
        times,
      }),
    ),
  })).model;

/** What an element of a random definition is: children, text, attributes. */
export interface ElementModel {
  readonly model: Model | null;
  readonly text: boolean;
  readonly attributes: readonly AttributeModel[];
}

export interface AttributeModel {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

export type Definition = Readonly<Record<string, ElementModel>>;

export const definitions = (times: fc.Arbitrary<Times>, types: readonly string[]): fc.Arbitrary<Definition> => {
  const attribute = fc.record({
    name: fc.constantFrom("x", "y", "constructor"),
    type: fc.constantFrom(...types),
    required: fc.boolean(),
  });
  const element = fc.record({
    model: fc.option(models(times)),
    text: fc.boolean(),
    attributes: fc.uniqueArray(attribute, { selector: ({ name }) => name, maxLength: 2 }),
  });
  return fc
    .tuple(element, element, element, element, element)
    .map((all) => Object.fromEntries(["root", ...NAMES].map((name, at) => [name, all[at]!])));
};

/** A document that follows a definition, or null where that takes too many elements. `pick(n)` chooses a number below n. */
export function documentOf(
  definition: Definition,
  written: (type: string, pick: (below: number) => number) => string,
  pick: (below: number) => number,
): string | null {
  let left = 200;
  const element = (name: string, depth: number): string => {
    if (--left < 0 || depth > 12) throw new TooLarge();
    const { model, text, attributes } = definition[name]!;
    const present = attributes.filter(({ required }) => required || pick(2) === 0);
    const head = present.map((attribute) => ` ${attribute.name}="${written(attribute.type, pick)}"`).join("");
    const children = model === null ? [] : follow(model, depth);
    return `<${name}${head}>${text && pick(2) === 0 ? "word" : ""}${children.join("")}</${name}>`;
  };
  const follow = (model: Model, depth: number): string[] => {
    const { min, max } = model.times;
    const count = min + pick((max ?? min + 2) - min + 1);
    return Array.from({ length: count }).flatMap(() => {
      if (model.kind === "name") return [element(model.name, depth + 1)];
      if (model.kind === "choice") return follow(model.parts[pick(model.parts.length)]!, depth);
      return model.parts.flatMap((part) => follow(part, depth));
    });
  };
  try {
    return element("root", 0);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

class TooLarge extends Error {}
