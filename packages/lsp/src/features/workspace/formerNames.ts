import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";

/** Lost names that are kept of a file; the oldest go first. Each key that is pressed in a schema may lose one. */
const MAX_LOST = 200;
/** Share of children, parents and attributes that a type has in common with the one whose place it takes. */
const MIN_SHARED = 0.5;

/** Names that a schema has lost, each with the last schema that had it. */
interface Lost {
  readonly types: Map<string, Schema>;
  /** Attributes by type. */
  readonly attributes: Map<string, Map<string, Schema>>;
}

/**
 * Names of types and attributes that a schema, or that of some data, has lost since it was first read. What took the place of one has it as an alias: so the checks
 * of queries suggest it.
 */
export class FormerNames {
  private readonly last = new Map<string, Schema>();
  private readonly lost = new Map<string, Lost>();
  private readonly named = new WeakMap<Schema, Schema>();

  /** Notes the schema of a file as it is now. */
  note(uri: string, schema: Schema): void {
    const before = this.last.get(uri);
    if (before === schema) return;
    this.last.set(uri, schema);
    const lost = this.lost.get(uri) ?? { types: new Map(), attributes: new Map() };
    if (before !== undefined) {
      lose(lost.types, before.types, schema.types, before);
      for (const [type, { attributes }] of Object.entries(before.types)) {
        const now = Object.hasOwn(schema.types, type) ? schema.types[type]!.attributes : attributes;
        const names = lost.attributes.get(type) ?? new Map<string, Schema>();
        lose(names, attributes, now, before);
        if (names.size > 0) lost.attributes.set(type, names);
      }
    }
    if (lost.types.size + lost.attributes.size > 0) this.lost.set(uri, lost);
  }

  /** Tests that a name was one of the file. */
  isLost(uri: string | null, name: string): boolean {
    const { types, attributes } = this.lost.get(uri ?? "") ?? {};
    return types?.has(name) === true || [...(attributes?.values() ?? [])].some((names) => names.has(name));
  }

  /** True if no name was lost. */
  get isEmpty(): boolean {
    return this.lost.size === 0;
  }

  hasLost(uri: string | null): boolean {
    return this.lost.has(uri ?? "");
  }

  /** The schema of a file with its former names as aliases: the same object for the same one. */
  withFormer(uri: string, schema: Schema): Schema {
    const lost = this.lost.get(uri);
    if (lost === undefined) return schema;
    let named = this.named.get(schema);
    if (named === undefined) {
      named = aliased(schema, lost);
      this.named.set(schema, named);
    }
    return named;
  }
}

function lose(lost: Map<string, Schema>, before: object, now: object, last: Schema): void {
  for (const name of Object.keys(before)) if (!Object.hasOwn(now, name)) lost.set(name, last);
  for (const name of [...lost.keys()]) if (Object.hasOwn(now, name)) lost.delete(name);
  for (const name of [...lost.keys()].slice(0, Math.max(0, lost.size - MAX_LOST))) lost.delete(name);
}

function aliased(schema: Schema, lost: Lost): Schema {
  const types = new Map(Object.entries(schema.types));
  const rename = (type: string, attribute: string, name: string): void => {
    const { attributes, ...rest } = types.get(type)!;
    const declared = attributes[attribute]!;
    types.set(type, { ...rest, attributes: { ...attributes, [attribute]: withAlias(declared, name) } });
  };
  const places = new Map<string, string>();
  for (const [name, before] of lost.types) {
    const type = placeOf(name, before, schema);
    if (type === null) continue;
    places.set(name, type);
    types.set(type, withAlias(types.get(type)!, name));
    for (const [attribute, other] of placesOfAttributes(before.types[name]!, schema.types[type]!))
      rename(type, other, attribute);
  }
  for (const [name, attributes] of lost.attributes) {
    const type = Object.hasOwn(schema.types, name) ? name : places.get(name);
    if (type === undefined) continue;
    for (const [attribute, before] of attributes) {
      const other = placesOfAttributes(before.types[name]!, schema.types[type]!).get(attribute);
      if (other !== undefined) rename(type, other, attribute);
    }
  }
  return { ...schema, types: Object.fromEntries(types) };
}

const withAlias = <T extends NodeType | AttributeType>(declared: T, name: string): T => ({
  ...declared,
  aliases: [...(declared.aliases ?? []), name],
});

/** The new type that is most like a lost one; null if none is, or two are equally like it. */
function placeOf(name: string, before: Schema, now: Schema): string | null {
  const old = traitsOf(name, before);
  const added = Object.keys(now.types).filter((type) => !Object.hasOwn(before.types, type));
  return best(added, (type) => shared(old, traitsOf(type, now)), MIN_SHARED);
}

/** Properties of a type apart from its name: places, children and attributes. */
function traitsOf(name: string, { roots, types }: Schema): ReadonlySet<string> {
  const unnamed = (type: string): string => (type === name ? "" : type);
  const { attributes, children, text } = types[name]!;
  const parents = Object.keys(types).filter((type) => Object.hasOwn(types[type]!.children, name));
  return new Set([
    ...(roots.includes(name) ? ["root"] : []),
    ...(text ? ["text"] : []),
    ...parents.map((type) => `..${unnamed(type)}`),
    ...Object.keys(children).map((type) => `/${unnamed(type)}`),
    ...Object.keys(attributes).map((attribute) => `@${attribute}`),
  ]);
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const count = [...one].filter((trait) => other.has(trait)).length;
  const all = one.size + other.size - count;
  return all === 0 ? 1 : count / all;
}

/** The lost attributes of a type, each with the new one of the same kind that took its place. */
function placesOfAttributes({ attributes: before }: NodeType, { attributes: now }: NodeType): Map<string, string> {
  const places = new Map<string, string>();
  const [old, all] = [Object.keys(before), Object.keys(now)];
  const added = all.filter((name) => !Object.hasOwn(before, name));
  for (const [i, name] of old.entries()) {
    if (Object.hasOwn(now, name)) continue;
    const { type, values, required, element } = before[name]!;
    const likeness = (other: string): number => {
      const declared = now[other]!;
      if (declared.type !== type) return 0;
      const isSame = [
        JSON.stringify(declared.values) === JSON.stringify(values),
        declared.required === required,
        declared.element === element,
        all[i] === other,
      ];
      return 1 + isSame.filter(Boolean).length;
    };
    const place = best(added, likeness, 1);
    if (place !== null) places.set(name, place);
  }
  return places;
}

/** The candidate with the greatest likeness; null if it is below the least, or another one is as like. */
function best(candidates: readonly string[], likeness: (one: string) => number, least: number): string | null {
  const [first, second] = candidates.map((one) => ({ one, is: likeness(one) })).sort((a, b) => b.is - a.is);
  return first === undefined || first.is < least || first.is === second?.is ? null : first.one;
}
