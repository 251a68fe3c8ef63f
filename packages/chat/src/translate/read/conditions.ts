import { kindOfType } from "@semantic-xpath/planner";
import type { Condition } from "../intermediate.js";
import { measuresOf, minutesOfOne } from "../lexicon/dimensions.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Dimension } from "../words/marks.js";
import type { Said } from "../words/quantities.js";
import { quoted } from "../write/write.js";
import type { Choice } from "./items.js";

/** What a choice says of nodes that have the attribute. */
export function conditionOf(choice: Choice, lexicon: Lexicon): Condition {
  const { attribute, test } = choice;
  const info = lexicon.schema.types[choice.types[0]!]?.attributes[attribute];
  if (test === null) {
    if (info?.type !== "boolean") return { kind: "present", attribute };
    const isTrue: Condition = { kind: "compares", attribute, operator: "=", value: "true" };
    return choice.isFalse ? negated(isTrue, info.required) : isTrue;
  }
  if ("has" in test) {
    const parts = [attribute, ...test.also].map(
      (each): Condition => ({ kind: "contains", attribute: each, text: test.has }),
    );
    return parts.length === 1 ? parts[0]! : { kind: "either", conditions: parts };
  }
  const each = test.is.map(
    (value): Condition => ({
      kind: "compares",
      attribute,
      operator: "=",
      value: info?.type === "number" ? value : quoted(value),
    }),
  );
  return each.length === 1 ? each[0]! : { kind: "either", conditions: each };
}

/** What is true or false and always there is the other one; what is only there where it is true is not that. */
export const negated = (condition: Condition, isAlwaysThere = true): Condition =>
  isAlwaysThere &&
  condition.kind === "compares" &&
  condition.operator === "=" &&
  (condition.value === "true" || condition.value === "false")
    ? { ...condition, value: condition.value === "true" ? "false" : "true" }
    : { kind: "not", condition };

/** How something said compares with an attribute; null where it can't. */
export function comparison(
  lexicon: Lexicon,
  type: string,
  attribute: string,
  operator: string,
  said: Said,
): Condition | null {
  const declared = lexicon.schema.types[type]!.attributes[attribute]!.type;
  const kind = kindOfType(declared);
  const compares = (value: string, part?: string, by = operator): Condition => ({
    kind: "compares",
    attribute,
    operator: by,
    value,
    ...(part !== undefined && { part }),
  });
  const measures = (dimension: Dimension): boolean =>
    measuresOf(lexicon, dimension).some((measure) => measure.type === type && measure.attribute === attribute);
  switch (said.kind) {
    case "number":
      return ["number", "money", "quantity"].includes(kind) ? compares(String(said.value)) : null;
    case "money": {
      if (kind === "number" && !measures("money")) return null;
      if (kind === "number") return compares(String(said.value));
      if (kind !== "money") return null;
      if (said.currency !== null && declared === "money") return compares(quoted(`${said.currency} ${said.value}`));
      return said.currency === null || declared === `money(${said.currency})` ? compares(String(said.value)) : null;
    }
    case "duration": {
      if (kind === "number" && !measures("duration")) return null;
      if (kind === "number") return compares(String(said.minutes / minutesOfOne(lexicon, { type, attribute })));
      const text = quoted(`${said.minutes} minutes`);
      if (kind === "duration") return compares(text);
      return kind === "interval" ? compares(text, "duration") : null;
    }
    case "hours":
      return null;
    case "time":
      if (kind === "time") return compares(quoted(said.time));
      if (declared !== "interval(time)") return null;
      return compares(quoted(said.time), operator === "<=" ? "end" : "start", operator === ">" ? ">=" : operator);
    case "days":
      return daysCondition(compares, kind, said, operator);
  }
}

type Compares = (value: string, part?: string, by?: string) => Condition;

function daysCondition(
  compares: Compares,
  kind: string,
  said: Extract<Said, { kind: "days" }>,
  operator: string,
): Condition | null {
  if (kind !== "date" && kind !== "dateTime") return null;
  if (operator === "=") {
    if (said.first === said.last && kind === "date") return compares(quoted(said.first));
    const after = compares(quoted(said.first), undefined, ">=");
    const until = compares(quoted(said.last), undefined, "<=");
    return { kind: "both", conditions: [after, until] };
  }
  const isLate = operator === "<" || operator === ">=";
  return compares(quoted(isLate ? said.first : said.last));
}
