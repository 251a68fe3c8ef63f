import type { Span } from "@semantic-xpath/parser";
import { getOrMake } from "@semantic-xpath/tree";
import type { Importing } from "../importing.js";
import type { References } from "./references.js";
import { isLiteral, itemsOf, type Json, type JsonObject, memberOf, membersOf, stringOf } from "./source.js";

/** Objects of a JSON Schema all of which hold for a value. */
export type Together = readonly JsonObject[];

/** Combinations of `oneOf`, `anyOf` and `if` that one value may fulfil, and steps to find them. */
const MAX_ALTERNATIVES = 1_024;
const MAX_STEPS = 100_000;

interface State {
  readonly pending: readonly Json[];
  readonly met: ReadonlySet<JsonObject>;
  readonly together: Together;
  /** Choices still to be made: one of each list. */
  readonly choices: readonly (readonly Json[])[];
}

/** Possible values under several schemas, memoized: the same question occurs again in each recursion of the definition. */
export class Alternatives {
  private readonly known = new Map<string, readonly Together[]>();
  private readonly choices = new Map<JsonObject, readonly (readonly Json[])[]>();

  constructor(
    private readonly references: References,
    private readonly typeKey: string | null,
    private readonly importing: Importing,
  ) {}

  /**
   * The alternatives for values that fulfil all of these schemas: references followed, `allOf` joined, each choice made in each way.
   * What only excludes values (`not`, bounds) is left aside, so they describe at least what is valid.
   */
  of(schemas: readonly Json[]): readonly Together[] {
    return getOrMake(this.known, keyOf(schemas), () => this.find(schemas));
  }

  private find(schemas: readonly Json[]): readonly Together[] {
    const alternatives: Together[] = [];
    const open: State[] = [{ pending: schemas.toReversed(), met: new Set(), together: [], choices: [] }];
    let steps = 0;
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const done = this.flattened(state);
      if (done === null) continue;
      steps += done.together.length + 1;
      const [choice, ...choices] = done.choices;
      if (choice === undefined) alternatives.push(done.together);
      else for (const branch of choice.toReversed()) open.push({ ...done, pending: [branch], choices });
      if (alternatives.length <= MAX_ALTERNATIVES && steps < MAX_STEPS && open.length < MAX_STEPS) continue;
      this.importing.report("SXP2307", schemas[0]!.span, { what: "alternatives", limit: MAX_ALTERNATIVES });
      break;
    }
    return alternatives;
  }

  /** Goes through what is pending; null if nothing fulfils it. */
  private flattened(state: State): State | null {
    const { references } = this;
    const pending = [...state.pending];
    const met = new Set(state.met);
    const together = [...state.together];
    const choices = [...state.choices];
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (isLiteral(schema, "false")) return null;
      if (schema.kind !== "object" || met.has(schema)) continue;
      met.add(schema);
      const target = references.targetOf(schema);
      if (target !== null) pending.push(target);
      if (target !== null && references.standAlone) continue;
      together.push(schema);
      pending.push(...[...itemsOf(schema.members.get("allOf"))].reverse());
      choices.push(...getOrMake(this.choices, schema, () => choicesOf(schema, references, this.typeKey)));
    }
    return { pending, met, together, choices };
  }
}

/** Key of the same schemas in any order. */
export function keyOf(schemas: readonly Json[]): string {
  const ids = schemas.map((schema) => (schema.kind === "object" ? schema.id : isLiteral(schema, "false") ? "f" : "t"));
  return [...new Set(ids)].sort().join(" ");
}

function choicesOf(schema: JsonObject, references: References, typeKey: string | null): (readonly Json[])[] {
  const { members } = schema;
  const choices = ["oneOf", "anyOf"].flatMap((key) => {
    const branches = itemsOf(members.get(key));
    if (branches.length === 0) return [];
    return [
      isDiscriminated(schema, typeKey) ? branches.map((one) => named(one, schema, references, typeKey!)) : branches,
    ];
  });
  const [condition, yes, no] = ["if", "then", "else"].map((key) => members.get(key));
  if (condition !== undefined && (yes ?? no) !== undefined)
    choices.push([yes === undefined ? condition : conjunction(condition, yes), no ?? NO_CONDITION]);
  for (const dependent of membersOf(members.get("dependentSchemas")).values()) choices.push([NO_CONDITION, dependent]);
  return choices;
}

/** Schemas that are made here have numbers that no text gives. */
let lastId = -1;
const schemaOf = (members: Iterable<readonly [string, Json]>, span: Span): JsonObject => ({
  kind: "object",
  id: lastId--,
  span,
  members: new Map(members),
});
const NO_CONDITION = schemaOf([], { start: 0, end: 0 });

const conjunction = (a: Json, b: Json): Json =>
  schemaOf([["allOf", { kind: "array", span: a.span, items: [a, b] }]], a.span);

/** OpenAPI's `discriminator`, where it speaks of the member that names types. */
const isDiscriminated = (schema: JsonObject, typeKey: string | null): boolean =>
  typeKey !== null && stringOf(memberOf(schema.members.get("discriminator"), "propertyName")) === typeKey;

/** A branch with the value that a discriminator gives it: by its mapping, else the last word of the reference. */
function named(branch: Json, schema: JsonObject, references: References, typeKey: string): Json {
  const reference = stringOf(memberOf(branch, "$ref"));
  if (reference === undefined || references.target(reference) === null) return branch;
  const mapping = memberOf(schema.members.get("discriminator"), "mapping");
  const names = mapping?.kind === "object" ? [...mapping.members].filter(([, to]) => stringOf(to) === reference) : [];
  const values = names.length > 0 ? names.map(([name]) => name) : [reference.slice(reference.lastIndexOf("/") + 1)];
  const { span } = branch;
  const scalars = values.map((text): Json => ({ kind: "scalar", span, text, isString: true }));
  const type = schemaOf([["enum", { kind: "array", span, items: scalars }]], span);
  const required: Json = { kind: "scalar", span, text: typeKey, isString: true };
  return conjunction(
    branch,
    schemaOf(
      [
        ["properties", schemaOf([[typeKey, type]], span)],
        ["required", { kind: "array", span, items: [required] }],
      ],
      span,
    ),
  );
}
