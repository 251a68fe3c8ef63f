import type { JsonNode, JsonProperty, JsonReader } from "./readJson.js";
import type { NodeType, ReadingContext } from "./schema.js";

/** The properties of a "context", as in schema/sxp-schema.json. */
export const CONTEXT_PROPERTIES = ["within", "facts", "neighbours", "by"] as const;

interface ContextPlace {
  readonly within: JsonProperty | null;
  readonly facts: readonly JsonNode[];
  readonly by: JsonProperty | null;
}

/** By type: places of names that only all types together can check. */
export type ContextPlaces = Map<string, ContextPlace>;

/** Neighbours beyond this many on either side say nothing of a node. */
const MAX_NEIGHBOURS = 8;

/** The property "context" of a type: `true`, `false`, or what it is made of. */
export function readContext(
  json: JsonReader,
  property: JsonProperty | undefined,
  type: string,
  places: ContextPlaces,
): Pick<NodeType, "context"> {
  if (property === undefined) return {};
  const { value, where } = property;
  if (value.type === "boolean") return { context: value.value === true ? {} : false };
  if (value.type !== "object") {
    json.shape(value, where, `true, false or an object with "within", "facts", "neighbours" or "by"`);
    return {};
  }
  const properties = json.properties(value, where, CONTEXT_PROPERTIES);
  const within = json.scalar(properties.get("within"), "string");
  const by = json.scalar(properties.get("by"), "string");
  const facts = readFacts(json, properties.get("facts"));
  const neighbours = readNeighbours(json, properties.get("neighbours"));
  places.set(type, {
    within: within === undefined ? null : properties.get("within")!,
    facts,
    by: by === undefined ? null : properties.get("by")!,
  });
  return {
    context: {
      ...(within !== undefined && { within }),
      ...(properties.has("facts") && { facts: facts.map(({ value }) => String(value)) }),
      ...(neighbours !== undefined && { neighbours }),
      ...(by !== undefined && { by }),
    },
  };
}

/** An empty list means no facts. */
function readFacts(json: JsonReader, property: JsonProperty | undefined): readonly JsonNode[] {
  if (property === undefined) return [];
  const { value, where } = property;
  if (value.type !== "array") json.shape(value, where, "a list of attributes");
  return (value.children ?? []).filter((item, index) => {
    if (typeof item.value === "string") return true;
    json.shape(item, `${where}[${index}]`, "the name of an attribute");
    return false;
  });
}

function readNeighbours(json: JsonReader, property: JsonProperty | undefined): number | undefined {
  if (property === undefined) return undefined;
  const value: unknown = property.value.value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_NEIGHBOURS) return value;
  json.shape(property.value, property.where, `a whole number from 0 to ${MAX_NEIGHBOURS}`);
  return undefined;
}

type Types = Readonly<Record<string, NodeType>>;

/** The types without names in their contexts that lead nowhere: each is reported. */
export function withKnownContexts(json: JsonReader, types: Types, places: ContextPlaces): Types {
  if (places.size === 0) return types;
  const above = ancestorsOf(types);
  const result: Record<string, NodeType> = Object.create(null);
  for (const [name, type] of Object.entries(types)) {
    const place = places.get(name);
    result[name] =
      place === undefined || !type.context
        ? type
        : { ...type, context: checked(json, { types, name, above: above(name) }, type.context, place) };
  }
  return result;
}

interface Placed {
  readonly types: Types;
  readonly name: string;
  /** The types that its nodes may be in. */
  readonly above: ReadonlySet<string>;
}

function checked(
  json: JsonReader,
  { types, name, above }: Placed,
  { within, facts, by, ...rest }: ReadingContext,
  place: ContextPlace,
): ReadingContext {
  const isIn = within !== undefined && above.has(within);
  if (within !== undefined && !isIn) {
    const { value, where } = place.within!;
    if (Object.hasOwn(types, within)) json.report("SXP2109", value, { type: name, within });
    else json.unknown("name", value, where, above.size > 0 ? [...above] : Object.keys(types));
  }
  const declared = new Set([...above].flatMap((one) => Object.keys(types[one]!.attributes)));
  const knownFacts = facts?.filter((_, i) => isKnown(json, place.facts[i]!, `types.${name}.context.facts`, declared));
  const attributeNames = new Set(Object.keys(types[name]!.attributes));
  const isBy = by !== undefined && isKnown(json, place.by!.value, place.by!.where, attributeNames);
  return { ...(isIn && { within }), ...(knownFacts && { facts: knownFacts }), ...rest, ...(isBy && { by }) };
}

function isKnown(json: JsonReader, node: JsonNode, where: string, declared: ReadonlySet<string>): boolean {
  if (declared.has(String(node.value))) return true;
  json.unknown("name", node, where, [...declared]);
  return false;
}

/** The types that a node of a type may be in, itself if it may be in one of its own. */
function ancestorsOf(types: Types): (name: string) => ReadonlySet<string> {
  const parents = new Map<string, string[]>();
  for (const [name, { children }] of Object.entries(types)) {
    for (const child of Object.keys(children)) parents.set(child, [...(parents.get(child) ?? []), name]);
  }
  return (name) => {
    const ancestors = new Set<string>();
    const open = [...(parents.get(name) ?? [])];
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      if (ancestors.has(parent)) continue;
      ancestors.add(parent);
      open.push(...(parents.get(parent) ?? []));
    }
    return ancestors;
  };
}
