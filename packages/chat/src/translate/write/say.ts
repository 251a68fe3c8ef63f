import type { Ask, Condition, Things } from "../intermediate.js";

/** An intermediate query in plain words: `each POI of Day 7 whose open_air is true`. */
export function say({ give, of }: Ask): string {
  switch (give.kind) {
    case "nodes":
      return sayThings(of);
    case "count":
      return give.distinct === undefined
        ? `the ${sayNumber(of)}`
        : `the number of different values of ${plain(give.distinct)} of ${sayThings(of)}`;
    case "exists":
      return `whether there is ${sayAny(of)}`;
    case "values":
      return `the ${plain(give.attribute)} of ${sayThings(of)}`;
    case "compute":
      return `the ${COMPUTED[give.by]} ${plain(give.attribute)} of ${sayThings(of)}`;
    case "totals": {
      const { total, key, isDescending, range, isKeyOnly } = give;
      const name = plain(key.kind === "nodes" ? key.type : (key.part ?? key.attribute));
      const value =
        total.attribute === null
          ? sayNumber(of)
          : `${total.by === "count" ? "" : COMPUTED[total.by]} ${plain(total.attribute)} of ${sayThings(of)}`;
      if (isKeyOnly) return `the ${name} with the ${isDescending === false ? "least" : "greatest"} ${value}`;
      const order = isDescending === null ? "" : `, the ${isDescending ? "greatest" : "least"} first`;
      return `the ${value} for each ${name}${range[0] === null ? "" : " of the first"}${order}`;
    }
    case "table":
      return `a table of ${sayThings(of)} with ${give.fields.map((field) => (field.kind === "count" ? `the number of ${plain(field.type)} nodes` : plain(field.attribute))).join(", ")}`;
  }
}

const sayNumber = (things: Things): string =>
  `number of ${sayThings(things, (name) => (things.types.length === 0 ? "nodes" : `${name} nodes`))}`;
const sayAny = (things: Things): string =>
  sayThings(things, (name) => (things.types.length === 0 ? name : `any ${name}`));

const COMPUTED = { sum: "total", avg: "average", min: "least", max: "greatest" } as const;
const plain = (name: string): string => name.replaceAll("_", " ");

/** All of a type are said by `sayAll`. */
function sayThings(
  { types, within, conditions, pick }: Things,
  sayAll = (name: string): string => `every ${name}`,
): string {
  const name = types.length === 0 ? "anything" : types.map(plain).join(" or ");
  const placed = pick === null ? sayAll(name) : sayPick(pick, name);
  const conditionText = conditions.map(sayCondition).join(" and ");
  const inside = within === null ? "" : ` in ${sayThings(within)}`;
  return `${placed}${conditionText === "" ? "" : ` ${conditionText}`}${inside}`;
}

function sayPick({ order, from, to }: NonNullable<Things["pick"]>, name: string): string {
  const by = order === null ? "" : ` by ${order.isDescending ? "greatest" : "least"} ${plain(order.key)}`;
  if (from === null) return `every ${name}${by}`;
  if (from === to)
    return from === -1 ? `the last ${name}${by}` : from === 1 ? `the first ${name}${by}` : `${name} ${from}${by}`;
  return `${name} ${from} to ${to ?? "the last"}${by}`;
}

const SIGNS: Readonly<Record<string, string>> = {
  "=": "is",
  "!=": "is not",
  "<": "is less than",
  "<=": "is at most",
  ">": "is more than",
  ">=": "is at least",
};

function sayCondition(condition: Condition): string {
  switch (condition.kind) {
    case "compares":
      return `whose ${condition.part === undefined ? "" : `${condition.part} of `}${plain(condition.attribute)} ${SIGNS[condition.operator] ?? condition.operator} ${condition.value}`;
    case "contains":
      return `whose ${plain(condition.attribute)} has "${condition.text}"`;
    case "present":
      return `that has a ${plain(condition.attribute)}`;
    case "graded":
      return `about "${condition.text}"`;
    case "has":
      return condition.operator === undefined
        ? `with ${sayAny(condition.things)}`
        : `whose ${sayNumber(condition.things)} ${SIGNS[condition.operator] ?? condition.operator} ${condition.count}`;
    case "mean":
      return `by how much of it is ${sayThings(condition.things)}`;
    case "not":
      return `not ${sayCondition(condition.condition)}`;
    case "either":
      return condition.conditions.map(sayCondition).join(" or ");
    case "both":
      return condition.conditions.map(sayCondition).join(" and ");
  }
}
