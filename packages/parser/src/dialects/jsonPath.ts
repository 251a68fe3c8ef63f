import { conditionOf } from "./condition.js";
import type { Reader } from "./reader.js";
import { nameOf, positionOf, sliceOf, Untranslated, unwrapped } from "./written.js";

/** `$.a[?@.b > 1]` by RFC 9535. A member at the end may be a value or a node: both are given. */
export function jsonPath(reader: Reader): readonly string[] {
  reader.expect("$");
  let path = "/*";
  let last: string | null = null;
  while (!reader.isAtEnd) {
    const axis = reader.takes("..") ? "//" : "/";
    const isBracket = reader.takes("[");
    if (!isBracket && axis === "/") reader.expect(".");
    if (axis === "//" && path === "/*") path = "";
    if (isBracket && axis === "/" && selectsItems(reader)) {
      path += bracketOf(reader, last !== null);
      last = null;
      continue;
    }
    const name = reader.takes("*") ? "*" : nameOf(reader.need("word", "string"));
    const more: string[] = [];
    while (isBracket && reader.takes(",")) more.push(nameOf(reader.need("string")));
    if (isBracket) reader.expect("]");
    const step = more.length === 0 ? name : `(${[name, ...more].join("|")})`;
    last = name === "*" || more.length > 0 ? null : `${path}${axis}@${step}`;
    path += axis + step;
  }
  return last === null ? [path] : [last, path];
}

const selectsItems = (reader: Reader): boolean => reader.isAt("*", "?", ":") || reader.isAtNumber;

/** What a bracket selects from the nodes of a step: all, some by position, or those that fulfil a condition. */
function bracketOf(reader: Reader, isAfterName: boolean): string {
  const step = isAfterName ? "" : "/*";
  if (reader.takes("*")) {
    reader.expect("]");
    return step;
  }
  if (reader.takes("?")) {
    const condition = conditionOf(reader, members);
    reader.expect("]");
    return `${step}[${unwrapped(condition)}]`;
  }
  const from = reader.isAtNumber ? reader.integer() : 0;
  if (!reader.takes(":")) {
    reader.expect("]");
    return step + positionOf(from);
  }
  const until = reader.isAtNumber ? reader.integer() : null;
  reader.expect("]");
  if (until !== null && until < 0) throw new Untranslated();
  return step + sliceOf(from, until);
}

/** `@.author.name`, `@['name']`. */
function members(reader: Reader): readonly string[] | null {
  if (!reader.takes("@")) return null;
  const names: string[] = [];
  for (;;) {
    if (reader.takes(".")) names.push(reader.need("word"));
    else if (reader.takes("[")) {
      names.push(reader.need("string"));
      reader.expect("]");
    } else return names;
  }
}
