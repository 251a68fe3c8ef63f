import { type Conditions, conditionOf } from "./condition.js";
import type { Reader } from "./reader.js";
import { nameOf, positionOf, sliceOf, Untranslated } from "./written.js";

/** `.a[] | select(.b > 1) | .name`. A member at the end may be a value or a node: both are given. */
export function jq(reader: Reader): readonly string[] {
  let path = "/*";
  let last: string | null = null;
  const isMapped = reader.calls("map");
  if (isMapped) path += "/*";
  for (;;) {
    if (reader.calls("select")) {
      path += `[${conditionOf(reader, CONDITIONS).holds}]`;
      reader.expect(")");
      last = null;
    } else if (reader.takes("length")) {
      if (!reader.isAtEnd) throw new Untranslated();
      return [`count(${path})`];
    } else {
      const names = pathOf(reader, path);
      path = names.path;
      last = names.last;
    }
    if (reader.isAtEnd) break;
    if (isMapped && reader.takes(")")) break;
    reader.expect("|");
  }
  if (!reader.isAtEnd) throw new Untranslated();
  return last === null ? [path] : [last, path];
}

function pathOf(reader: Reader, before: string): { readonly path: string; readonly last: string | null } {
  let path = before;
  let last: string | null = null;
  reader.expect(".");
  for (let isFirst = true; ; isFirst = false) {
    const name = isFirst || reader.takes(".") ? reader.take("word") : null;
    if (name !== null) {
      last = `${path}/@${nameOf(name)}`;
      path += `/${nameOf(name)}`;
    } else if (reader.takes("[")) {
      path += `${last === null ? "/*" : ""}${itemsOf(reader)}`;
      last = null;
    } else return { path, last };
    reader.takes("?");
  }
}

function itemsOf(reader: Reader): string {
  if (reader.takes("]")) return "";
  const from = reader.isAtNumber ? reader.integer() : 0;
  const isSlice = reader.takes(":");
  const until = isSlice && reader.isAtNumber ? reader.integer() : null;
  reader.expect("]");
  if (until !== null && until < 0) throw new Untranslated();
  return isSlice ? sliceOf(from, until) : positionOf(from);
}

/** `.author.name`. */
function members(reader: Reader): readonly string[] | null {
  const names: string[] = [];
  while (reader.takes(".")) names.push(reader.need("word"));
  return names.length === 0 ? null : names;
}

const CONDITIONS: Conditions = { members, absence: "least", truth: "not false" };
