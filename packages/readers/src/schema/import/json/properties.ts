import { getOrMake } from "@semantic-xpath/tree";
import type { Importing } from "../importing.js";
import type { Together } from "./alternatives.js";
import { isLiteral, itemsOf, type Json, memberOf, membersOf, stringOf } from "./source.js";

/** The members of an object by key, each with all schemas that hold for it: also those of patterns that only allow certain names. */
export function propertiesOf(together: Together, importing: Importing): ReadonlyMap<string, readonly Json[]> {
  const properties = new Map<string, Json[]>();
  const add = (key: string, schema: Json): void => void getOrMake(properties, key, () => []).push(schema);
  for (const { members } of together) {
    for (const [key, schema] of membersOf(members.get("properties"))) add(key, schema);
    for (const [pattern, schema] of membersOf(members.get("patternProperties"))) {
      const names = namesOfPattern(pattern);
      if (names === null) importing.report("SXP2303", schema.span, { what: "patternProperties" });
      else for (const name of names) add(name, schema);
    }
    const additional = members.get("additionalProperties");
    if (additional === undefined || isLiteral(additional, "false")) continue;
    const allowed = itemsOf(memberOf(members.get("propertyNames"), "enum")).flatMap((name) => stringOf(name) ?? []);
    if (allowed.length === 0) importing.report("SXP2303", additional.span, { what: "additionalProperties" });
    for (const name of allowed) if (!properties.has(name)) add(name, additional);
  }
  return properties;
}

export const requiredOf = (together: Together): ReadonlySet<string> =>
  new Set(together.flatMap(({ members }) => itemsOf(members.get("required")).flatMap((key) => stringOf(key) ?? [])));

/** `^(a|b)$` allows two names. */
const NAMES = /^\^\(?((?:[\w-]+\|)*[\w-]+)\)?\$$/;

function namesOfPattern(pattern: string): readonly string[] | null {
  const names = NAMES.exec(pattern)?.[1];
  return names === undefined || pattern.includes("(") !== names.includes("|") ? null : names.split("|");
}

/** Words that bound values in ways that a schema has no words for. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  (
    "not pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength uniqueItems contains minContains " +
    "maxContains minProperties maxProperties dependentRequired dependencies unevaluatedProperties unevaluatedItems contentEncoding"
  ).split(" "),
);
/** Words whose members are names and not words. */
const OF_NAMES = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Words whose values are data. */
const OF_DATA = new Set(["enum", "const", "default", "examples", "example"]);

/** Reports such words wherever they are. */
export function leftOutOf(root: Json, importing: Importing): void {
  const open: { readonly value: Json; readonly isNames: boolean }[] = [{ value: root, isNames: false }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, isNames } = at;
    if (value.kind === "array") open.push(...value.items.map((item) => ({ value: item, isNames: false })));
    if (value.kind !== "object") continue;
    for (const [key, member] of value.members) {
      if (!isNames && LEFT_OUT.has(key)) importing.leaveOut(key, member.span);
      if (isNames || !OF_DATA.has(key)) open.push({ value: member, isNames: !isNames && OF_NAMES.has(key) });
    }
  }
}
