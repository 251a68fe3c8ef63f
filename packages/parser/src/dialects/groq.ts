import { type Conditions, conjunctsOf } from "./condition.js";
import type { Reader } from "./reader.js";
import { all, nameOf, positionOf, sliceOf, Untranslated } from "./written.js";

/** `*[_type == "x" && b > 1] | order(b desc) [0...3] {name}`. Several members of a projection are those of the whole nodes. */
export function groq(reader: Reader): readonly string[] {
  const isCount = reader.calls("count");
  reader.expect("*");
  reader.expect("[");
  const nodes = nodesOf(reader);
  reader.expect("]");
  let brackets = "";
  let column = "";
  while (!reader.isAtEnd && !reader.isAt(")")) {
    if (reader.takes("|")) brackets += orderOf(reader);
    else if (reader.takes("[")) brackets += itemsOf(reader);
    else if (reader.takes(".")) column = `/@${nameOf(reader.need("word"))}`;
    else column = projectionOf(reader);
  }
  if (isCount) reader.expect(")");
  if (!reader.isAtEnd) throw new Untranslated();
  const path = `${brackets === "" ? nodes : `(${nodes})${brackets}`}${column}`;
  return [isCount ? `count(${path})` : path];
}

/** The type of the nodes from `_type == "x"`, and the other conditions. */
function nodesOf(reader: Reader): string {
  const conjuncts = conjunctsOf(reader, CONDITIONS).map(({ holds }) => holds);
  if (reader.isAt("||")) throw new Untranslated();
  const types = conjuncts.flatMap((each) => /^@_type = "([\p{L}_][\p{L}\p{N}_.-]*)"$/u.exec(each)?.[1] ?? []);
  const [type = "*", ...more] = types;
  if (more.length > 0 || conjuncts.some((each) => /@_type\b/.test(each) && !each.startsWith("@_type = ")))
    throw new Untranslated();
  const conditions = conjuncts.filter((each) => !each.startsWith("@_type = "));
  return `//${type === "*" ? type : nameOf(type)}${conditions.length === 0 ? "" : `[${all(...conditions)}]`}`;
}

function orderOf(reader: Reader): string {
  if (!reader.calls("order")) throw new Untranslated();
  const keys: string[] = [];
  do {
    const key = `@${nameOf(reader.need("word"))}`;
    keys.push(!reader.takes("asc") && reader.takes("desc") ? `${key} descending` : key);
  } while (reader.takes(","));
  reader.expect(")");
  return `[order by ${keys.join(", ")}]`;
}

/** `[0]`; `[0..2]` with the last one, `[0...2]` without. */
function itemsOf(reader: Reader): string {
  const from = reader.integer();
  const isWith = reader.takes("..");
  const isSlice = isWith || reader.takes("...");
  const until = isSlice ? reader.integer() + (isWith ? 1 : 0) : null;
  reader.expect("]");
  return until === null ? positionOf(from) : sliceOf(from, until);
}

function projectionOf(reader: Reader): string {
  reader.expect("{");
  const names: string[] = [];
  do names.push(reader.need("word"));
  while (reader.takes(","));
  reader.expect("}");
  return names.length === 1 ? `/@${nameOf(names[0]!)}` : "";
}

/** `author.name`. */
function members(reader: Reader): readonly string[] | null {
  if (reader.takes("@")) reader.expect(".");
  const name = reader.take("word");
  if (name === null) return null;
  const names = [name];
  while (reader.takes(".")) names.push(reader.need("word"));
  return names;
}

const CONDITIONS: Conditions = { members, absence: "unordered", truth: "true" };
