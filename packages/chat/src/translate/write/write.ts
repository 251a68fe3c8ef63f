import type { Schema } from "@semantic-xpath/planner";
import { nameLiteral, stringLiteral } from "@semantic-xpath/values";
import type { Ask, Condition, Field, Give, GroupKey, Pick, Things } from "../intermediate.js";

/** A schema, and the names of attributes whose values are the texts of child elements in the data. */
export interface Shape {
  readonly schema: Schema;
  readonly fields: ReadonlySet<string>;
}

/** A value of a node as a query names it: an attribute, a child element, or the text of its own. */
export const attributeText = (attribute: string, { fields }: Shape): string =>
  attribute === "text()" ? attribute : `${fields.has(attribute) ? "" : "@"}${nameLiteral(attribute)}`;

/** Values that are computed with; of elements their texts, since an average of elements is one of their relevance. */
const numbersText = (attribute: string, shape: Shape): string =>
  `${attributeText(attribute, shape)}${shape.fields.has(attribute) ? "/text()" : ""}`;

/** The query that an intermediate one says. */
export function write({ give, of }: Ask, shape: Shape): string {
  const path = pathOf(of, shape);
  switch (give.kind) {
    case "nodes":
      return path;
    case "count":
      return give.distinct === undefined
        ? `count(${path})`
        : `count(distinct-values(${path}/${attributeText(give.distinct, shape)}))`;
    case "exists":
      return `exists(${path})`;
    case "values": {
      const values = `${path}/${attributeText(give.attribute, shape)}`;
      return give.isDistinct ? `distinct-values(${values})` : values;
    }
    case "compute":
      return `${give.by}(${path}/${numbersText(give.attribute, shape)})`;
    case "totals":
      return totalsText(give, of, shape);
    case "table":
      return `${path}/{ ${give.fields.map((field) => fieldText(field, shape)).join(", ")} }`;
  }
}

const TOTALS = { count: "count", sum: "total", avg: "average", min: "least", max: "greatest" } as const;

function totalsText(give: Extract<Give, { kind: "totals" }>, of: Things, shape: Shape): string {
  const { key, total, isDescending, isKeyOnly } = give;
  const isInside = key.kind === "nodes";
  const members = isInside ? relative(of, shape) : `/${testOf(of)}`;
  const value =
    total.attribute === null ? `count(${members})` : `${total.by}(${members}/${numbersText(total.attribute, shape)})`;
  const [from, to] = give.range;
  const picked = `${isDescending === null ? "" : `[order by ${value}${isDescending ? " descending" : ""}]`}${from === null ? "" : `[${from === to ? from : `${from}:${to ?? ""}`}]`}`;
  const name = isInside || key.up > 0 || key.part !== undefined;
  const keyName = isInside
    ? fieldText({ kind: "value", attribute: key.label, up: 0 }, shape)
    : `@${nameLiteral(name ? keyWord(key) : key.attribute)}`;
  const rows = isInside
    ? `${picked === "" ? outerPath(key.type, of.within, shape) : `(${outerPath(key.type, of.within, shape)})`}${picked}`
    : `(${pathOf(of, shape)})[group by ${keyText(key, shape)}]${picked}`;
  return isKeyOnly ? `${rows}/${keyName}` : `${rows}/{ ${keyName}, ${TOTALS[total.by]}: ${value} }`;
}

type ValueKey = Extract<GroupKey, { kind: "values" }>;

const keyWord = ({ attribute, part }: ValueKey): string => (part === undefined ? attribute : part);

function keyText(key: ValueKey, shape: Shape): string {
  const value = `${"../".repeat(key.up)}${attributeText(key.attribute, shape)}`;
  if (key.part !== undefined) return `substring(${value}, 1, ${key.part === "year" ? 4 : 7}) as ${key.part}`;
  return key.up === 0 ? value : `${value} as ${nameLiteral(keyWord(key))}`;
}

/** The nodes of a type above, with what is said of them and of what they are in. */
function outerPath(type: string, within: Things | null, shape: Shape): string {
  if (within?.types.includes(type) === true) return pathOf(within, shape);
  return pathOf({ types: [type], within, conditions: [], pick: null }, shape);
}

function fieldText(field: Field, shape: Shape): string {
  if (field.kind === "count")
    return `${nameLiteral(field.type)}: count(${relative({ types: [field.type], within: null, conditions: [], pick: null }, shape)})`;
  const value = attributeText(field.attribute, shape);
  return field.up === 0 && value.startsWith("@")
    ? value
    : `${nameLiteral(field.attribute)}: ${"../".repeat(field.up)}${value}`;
}

/** A path from the document. */
function pathOf(things: Things, shape: Shape): string {
  const { within, pick, among } = things;
  if (among !== undefined) return amongPath(things, among, shape);
  const lead =
    within === null ? startOf(things, shape) : `${pathOf(within, shape)}${stepBetween(within, things, shape)}`;
  const brackets = bracketsOf(things, shape);
  const isOne = within === null || isSingle(within, shape) || pick?.isEach === true;
  if (pick?.isNumber === true) {
    const all = `${lead}${testOf(things)}`;
    return `${isOne ? all : `(${all})`}${pickText(pick)}${brackets}`;
  }
  const list = `${lead}${testOf(things)}${brackets}`;
  if (pick === null) return list;
  return `${isOne ? list : `(${list})`}${pickText(pick)}`;
}

/** A group of the nodes themselves; with what they are in, what both have in common. */
function amongPath(things: Things, among: readonly string[], shape: Shape): string {
  const pick = things.pick === null ? "" : pickText(things.pick);
  const group = among.length === 1 ? among[0]! : `(${among.join(" | ")})`;
  if (things.within === null) {
    const filtered = `${group}${bracketsOf(things, shape)}`;
    return pick === "" || among.length > 1 ? `${filtered}${pick}` : `(${filtered})${pick}`;
  }
  const { among: _, pick: __, ...rest } = things;
  return `(${pathOf({ ...rest, pick: null }, shape)} intersect ${group})${pick}`;
}

/** `/` before a root, `//` before all else. */
const startOf = ({ types }: Things, shape: Shape): string =>
  types.length > 0 && types.every((type) => shape.schema.roots.includes(type) && !isInside(type, shape)) ? "/" : "//";

const isInside = (type: string, shape: Shape): boolean =>
  Object.values(shape.schema.types).some(({ children }) => Object.hasOwn(children, type));

/** `/` to what can only be a child. */
function stepBetween(within: Things, { types }: Things, shape: Shape): string {
  if (types.length === 0) return "/";
  const isChild = within.types.every((parent) =>
    types.every((type) => Object.hasOwn(shape.schema.types[parent]?.children ?? {}, type)),
  );
  const isDeeper = within.types.some((parent) =>
    Object.keys(shape.schema.types[parent]?.children ?? {}).some((child) => reaches(child, types, shape, new Set())),
  );
  return isChild && !isDeeper ? "/" : "//";
}

/** True if nodes of a type may have some of these types below them. */
export function reaches(type: string, types: readonly string[], shape: Shape, seen: Set<string>): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return Object.keys(shape.schema.types[type]?.children ?? {}).some(
    (child) => types.includes(child) || reaches(child, types, shape, seen),
  );
}

/** True if the things are at most one node. */
function isSingle({ pick, within, types }: Things, shape: Shape): boolean {
  if (within === null && types.length === 1 && shape.schema.roots.includes(types[0]!) && !isInside(types[0]!, shape))
    return true;
  return (
    pick !== null &&
    pick.from !== null &&
    pick.from === pick.to &&
    (!pick.isEach || within === null || isSingle(within, shape))
  );
}

const testOf = ({ types }: Things): string =>
  types.length === 0 ? "*" : types.length === 1 ? nameLiteral(types[0]!) : `(${types.map(nameLiteral).join("|")})`;

const bracketsOf = ({ conditions }: Things, shape: Shape): string =>
  conditions.map((condition) => `[${conditionText(condition, shape)}]`).join("");

function pickText({ order, from, to }: Pick): string {
  const by = order === null ? "" : `[order by ${order.key}${order.isDescending ? " descending" : ""}]`;
  if (from === null) return by;
  return `${by}[${from === to ? from : `${from}:${to ?? ""}`}]`;
}

/** A condition as it stands in a bracket. */
function conditionText(condition: Condition, shape: Shape): string {
  switch (condition.kind) {
    case "compares": {
      const value = attributeText(condition.attribute, shape);
      return `${condition.part === undefined ? value : `${condition.part}(${value})`} ${condition.operator} ${condition.value}`;
    }
    case "contains":
      return `contains(${attributeText(condition.attribute, shape)}, ${stringLiteral(condition.text)}, "case-insensitive")`;
    case "present":
      return attributeText(condition.attribute, shape);
    case "graded":
      return `${condition.target} =~ ${stringLiteral(condition.text)}`;
    case "mean":
      return `avg(${relative(condition.things, shape)})`;
    case "has": {
      const path = relative(condition.things, shape);
      return condition.operator === undefined
        ? `exists(${path})`
        : `count(${path}) ${condition.operator} ${condition.count}`;
    }
    case "not":
      return `not(${conditionText(condition.condition, shape)})`;
    case "either":
    case "both": {
      const parts = condition.conditions.map((each) => {
        const text = conditionText(each, shape);
        return each.kind === "either" || each.kind === "both" ? `(${text})` : text;
      });
      return parts.join(condition.kind === "either" ? " or " : " and ");
    }
  }
}

/** A path from the node that a bracket is about, to what may be at any depth. */
export const relative = (things: Things, shape: Shape): string => `//${testOf(things)}${bracketsOf(things, shape)}`;
