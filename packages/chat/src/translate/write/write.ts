import type { Schema } from "@semantic-xpath/planner";
import { nameLiteral, stringLiteral } from "@semantic-xpath/values";
import type { Ask, Condition, Field, Give, GroupKey, Pick, Things } from "../intermediate.js";

const attributeText = (attribute: string): string =>
  attribute === "text()" ? attribute : `@${nameLiteral(attribute)}`;

/** The query that an intermediate one says. */
export function write({ give, of }: Ask, schema: Schema): string {
  const path = pathOf(of, schema);
  switch (give.kind) {
    case "nodes":
      return path;
    case "count":
      return give.distinct === undefined
        ? `count(${path})`
        : `count(distinct-values(${path}/${attributeText(give.distinct)}))`;
    case "exists":
      return `exists(${path})`;
    case "values": {
      const values = `${path}/${attributeText(give.attribute)}`;
      return give.isDistinct ? `distinct-values(${values})` : values;
    }
    case "compute":
      return `${give.by}(${path}/${attributeText(give.attribute)})`;
    case "totals":
      return totalsText(give, of, schema);
    case "table":
      return `${path}/{ ${give.fields.map((field) => fieldText(field, schema)).join(", ")} }`;
  }
}

const TOTALS = { count: "count", sum: "total", avg: "average", min: "least", max: "greatest" } as const;

function totalsText(give: Extract<Give, { kind: "totals" }>, of: Things, schema: Schema): string {
  const { key, total, isDescending, isKeyOnly } = give;
  const isInside = key.kind === "nodes";
  const members = isInside ? relative(of, schema) : `/${testOf(of)}`;
  const value =
    total.attribute === null ? `count(${members})` : `${total.by}(${members}/${attributeText(total.attribute)})`;
  const [from, to] = give.range;
  const picked = `${isDescending === null ? "" : `[order by ${value}${isDescending ? " descending" : ""}]`}${from === null ? "" : `[${from === to ? from : `${from}:${to ?? ""}`}]`}`;
  const name = isInside || key.up > 0 || key.part !== undefined;
  const keyName = `@${nameLiteral(isInside ? key.label : name ? keyWord(key) : key.attribute)}`;
  const rows = isInside
    ? `${picked === "" ? outerPath(key.type, of.within, schema) : `(${outerPath(key.type, of.within, schema)})`}${picked}`
    : `(${pathOf(of, schema)})[group by ${keyText(key)}]${picked}`;
  return isKeyOnly ? `${rows}/${keyName}` : `${rows}/{ ${keyName}, ${TOTALS[total.by]}: ${value} }`;
}

type ValueKey = Extract<GroupKey, { kind: "values" }>;

const keyWord = ({ attribute, part }: ValueKey): string => (part === undefined ? attribute : part);

function keyText(key: ValueKey): string {
  const value = `${"../".repeat(key.up)}${attributeText(key.attribute)}`;
  if (key.part !== undefined) return `substring(${value}, 1, ${key.part === "year" ? 4 : 7}) as ${key.part}`;
  return key.up === 0 ? value : `${value} as ${nameLiteral(keyWord(key))}`;
}

/** The nodes of a type above, with what is said of them and of what they are in. */
function outerPath(type: string, within: Things | null, schema: Schema): string {
  if (within?.types.includes(type) === true) return pathOf(within, schema);
  return pathOf({ types: [type], within, conditions: [], pick: null }, schema);
}

function fieldText(field: Field, schema: Schema): string {
  if (field.kind === "count")
    return `${nameLiteral(field.type)}: count(${relative({ types: [field.type], within: null, conditions: [], pick: null }, schema)})`;
  const value = attributeText(field.attribute);
  return field.up === 0 ? value : `${nameLiteral(field.attribute)}: ${"../".repeat(field.up)}${value}`;
}

/** A path from the document. */
function pathOf(things: Things, schema: Schema): string {
  const { within, pick, among } = things;
  if (among !== undefined) return amongPath(things, among, schema);
  const lead =
    within === null ? startOf(things, schema) : `${pathOf(within, schema)}${stepBetween(within, things, schema)}`;
  const brackets = bracketsOf(things, schema);
  const isOne = within === null || isSingle(within, schema) || pick?.isEach === true;
  if (pick?.isNumber === true) {
    const all = `${lead}${testOf(things)}`;
    return `${isOne ? all : `(${all})`}${pickText(pick)}${brackets}`;
  }
  const list = `${lead}${testOf(things)}${brackets}`;
  if (pick === null) return list;
  return `${isOne ? list : `(${list})`}${pickText(pick)}`;
}

/** A group of the nodes themselves; with what they are in, what both have in common. */
function amongPath(things: Things, among: readonly string[], schema: Schema): string {
  const pick = things.pick === null ? "" : pickText(things.pick);
  const group = among.length === 1 ? among[0]! : `(${among.join(" | ")})`;
  if (things.within === null) {
    const filtered = `${group}${bracketsOf(things, schema)}`;
    return pick === "" || among.length > 1 ? `${filtered}${pick}` : `(${filtered})${pick}`;
  }
  const { among: _, pick: __, ...rest } = things;
  return `(${pathOf({ ...rest, pick: null }, schema)} intersect ${group})${pick}`;
}

/** `/` before a root, `//` before all else. */
const startOf = ({ types }: Things, schema: Schema): string =>
  types.length > 0 && types.every((type) => schema.roots.includes(type) && !isInside(type, schema)) ? "/" : "//";

const isInside = (type: string, schema: Schema): boolean =>
  Object.values(schema.types).some(({ children }) => Object.hasOwn(children, type));

/** `/` to what can only be a child. */
function stepBetween(within: Things, { types }: Things, schema: Schema): string {
  if (types.length === 0) return "/";
  const isChild = within.types.every((parent) =>
    types.every((type) => Object.hasOwn(schema.types[parent]?.children ?? {}, type)),
  );
  const isDeeper = within.types.some((parent) =>
    Object.keys(schema.types[parent]?.children ?? {}).some((child) => reaches(child, types, schema, new Set())),
  );
  return isChild && !isDeeper ? "/" : "//";
}

/** True if nodes of a type may have some of these types below them. */
export function reaches(type: string, types: readonly string[], schema: Schema, seen: Set<string>): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return Object.keys(schema.types[type]?.children ?? {}).some(
    (child) => types.includes(child) || reaches(child, types, schema, seen),
  );
}

/** True if the things are at most one node. */
function isSingle({ pick, within, types }: Things, schema: Schema): boolean {
  if (within === null && types.length === 1 && schema.roots.includes(types[0]!) && !isInside(types[0]!, schema))
    return true;
  return (
    pick !== null &&
    pick.from !== null &&
    pick.from === pick.to &&
    (!pick.isEach || within === null || isSingle(within, schema))
  );
}

const testOf = ({ types }: Things): string =>
  types.length === 0 ? "*" : types.length === 1 ? nameLiteral(types[0]!) : `(${types.map(nameLiteral).join("|")})`;

const bracketsOf = ({ conditions }: Things, schema: Schema): string =>
  conditions.map((condition) => `[${conditionText(condition, schema)}]`).join("");

function pickText({ order, from, to }: Pick): string {
  const by = order === null ? "" : `[order by ${order.key}${order.isDescending ? " descending" : ""}]`;
  if (from === null) return by;
  return `${by}[${from === to ? from : `${from}:${to ?? ""}`}]`;
}

/** A condition as it stands in a bracket. */
function conditionText(condition: Condition, schema: Schema): string {
  switch (condition.kind) {
    case "compares": {
      const value = attributeText(condition.attribute);
      return `${condition.part === undefined ? value : `${condition.part}(${value})`} ${condition.operator} ${condition.value}`;
    }
    case "contains":
      return `contains(${attributeText(condition.attribute)}, ${stringLiteral(condition.text)}, "case-insensitive")`;
    case "present":
      return attributeText(condition.attribute);
    case "graded":
      return `${condition.target} =~ ${stringLiteral(condition.text)}`;
    case "mean":
      return `avg(${relative(condition.things, schema)})`;
    case "has": {
      const path = relative(condition.things, schema);
      return condition.operator === undefined
        ? `exists(${path})`
        : `count(${path}) ${condition.operator} ${condition.count}`;
    }
    case "not":
      return `not(${conditionText(condition.condition, schema)})`;
    case "either":
    case "both": {
      const parts = condition.conditions.map((each) => {
        const text = conditionText(each, schema);
        return each.kind === "either" || each.kind === "both" ? `(${text})` : text;
      });
      return parts.join(condition.kind === "either" ? " or " : " and ");
    }
  }
}

/** A path from the node that a bracket is about, to what may be at any depth. */
export const relative = (things: Things, schema: Schema): string => `//${testOf(things)}${bracketsOf(things, schema)}`;
