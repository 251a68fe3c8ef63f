import { conditionOf, type ReadMembers } from "./condition.js";
import type { Reader } from "./reader.js";
import { memberValue, nameOf, positionOf, sliceOf, Untranslated } from "./written.js";

/** `$.a[?@.b > 1]` by RFC 9535. A member at the end may be a value or a node: both are given. */
export function jsonPath(reader: Reader): readonly string[] {
  reader.expect("$");
  let path = "/*";
  /** The path in which positions count in each array; null: there is none. */
  let byArray: string | null = path;
  let last: string | null = null;
  while (!reader.isAtEnd) {
    const isDescent = reader.takes("..");
    const isBracket = reader.takes("[");
    if (!isBracket && !isDescent) reader.expect(".");
    if (isBracket && selectsItems(reader)) {
      if (isDescent) path += "//*";
      const counted = isDescent ? null : byArray;
      if (!reader.isAt("*", "?")) path = counted ?? refuse();
      path += bracketOf(reader, isDescent || last !== null);
      byArray = path;
      last = null;
      continue;
    }
    const names = reader.takes("*") ? ["*"] : [nameOf(reader.need("word", "string"))];
    while (isBracket && reader.takes(",")) names.push(nameOf(reader.need("string")));
    if (isBracket) reader.expect("]");
    const step = names.length === 1 ? names[0]! : `(${names.join("|")})`;
    const isOne = names.length === 1 && step !== "*";
    // The root is not a member of itself.
    const before = isDescent && path === "/*" && step !== "*" ? "" : path;
    const axis = isDescent ? "//" : "/";
    path = before + axis + step;
    byArray = !isOne ? null : isDescent ? `${before}/descendant-or-self::*/${step}` : path;
    last = isOne ? `${before}${axis}@${step}` : null;
  }
  return last === null ? [path] : [last, path];
}

function refuse(): never {
  throw new Untranslated();
}

const selectsItems = (reader: Reader): boolean => reader.isAt("*", "?", ":") || reader.isAtNumber;

/** Selection of a bracket from the nodes of a step: all, some by position, or those that fulfil a condition. */
function bracketOf(reader: Reader, isAfterName: boolean): string {
  const step = isAfterName ? "" : "/*";
  if (reader.takes("*")) {
    reader.expect("]");
    return step;
  }
  if (reader.takes("?")) {
    const { holds } = conditionOf(reader, { members, absence: "unequal", truth: "present" });
    reader.expect("]");
    return `${step}[${holds}]`;
  }
  const from = reader.isAtNumber ? reader.integer() : 0;
  if (!reader.takes(":")) {
    const more: number[] = [];
    while (reader.takes(",")) more.push(reader.integer());
    reader.expect("]");
    if (more.length === 0) return step + positionOf(from);
    const places = [from, ...more].map((index) => `position() = ${index < 0 ? `last() - ${-index - 1}` : index + 1}`);
    return `${step}[${places.join(" or ")}]`;
  }
  const until = reader.isAtNumber ? reader.integer() : null;
  const by = reader.takes(":") && reader.isAtNumber ? reader.integer() : 1;
  reader.expect("]");
  if ((until !== null && until < 0) || by < 1) throw new Untranslated();
  const slice = from === 0 && until === null && by > 1 ? "" : sliceOf(from, until);
  return step + slice + (by === 1 ? "" : `[position() mod ${by} = 1]`);
}

/** `@.author.name`, `@['name']`, `@.items[?@.cost > 1]`, `$.limit`, `length(@.name)`, `count(@.items)`, `value(@.name)`. */
const members: ReadMembers = (reader) => {
  const call = ["length", "count", "value"].find((name) => reader.calls(name));
  if (call !== undefined) {
    const inside = members(reader);
    reader.expect(")");
    if (inside === null) throw new Untranslated();
    if (call === "count") return { computed: `count(${"computed" in inside ? inside.computed : nodesOf(inside)})` };
    const value = "computed" in inside ? inside.computed : memberValue(inside);
    if (call === "value") return inside;
    return { computed: `string-length(${value})`, ...("computed" in inside ? {} : { of: inside }) };
  }
  if (reader.takes("$")) {
    const names = namesOf(reader);
    if (names.length === 0) throw new Untranslated();
    const value = memberValue(names);
    return { computed: `root()/*${value.startsWith("/") ? value : `/${value}`}` };
  }
  if (!reader.takes("@")) return null;
  const names = namesOf(reader);
  if (!reader.isAt("[")) return names.length === 0 ? { computed: "." } : names;
  reader.expect("[");
  const isNode = names.length > 0;
  return { computed: (isNode ? nodesOf(names) : "") + bracketOf(reader, isNode) };
};

const nodesOf = (names: readonly string[]): string => names.map((name) => `/${nameOf(name)}`).join("");

function namesOf(reader: Reader): string[] {
  const names: string[] = [];
  for (;;) {
    if (reader.takes(".")) names.push(reader.need("word"));
    else if (reader.takesName()) names.push(reader.quoted());
    else return names;
  }
}
