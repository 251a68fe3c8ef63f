import type { AttributeType, ValueType } from "@semantic-xpath/planner";
import { characters } from "./declarations.js";

const TYPES: Readonly<Record<string, ValueType>> = {
  ID: "id",
  IDREF: "ref",
  IDREFS: "ref",
};

/** The attributes that the words of an `<!ATTLIST …>` declare, by name, the first of each; null if they can't be read. */
export function attributesOf(body: string): ReadonlyMap<string, AttributeType> | null {
  const words: readonly string[] = body.match(/"[^"]*"|'[^']*'|[()|]|[^\s()|"']+/g) ?? [];
  const attributes = new Map<string, AttributeType>();
  for (let at = 0; at < words.length; ) {
    const name = words[at++]!;
    let kind = words[at++];
    if (kind === "NOTATION") kind = words[at++];
    let values: string[] | undefined;
    if (kind === "(") {
      const end = words.indexOf(")", at);
      if (end < 0) return null;
      values = words.slice(at, end).filter((word) => word !== "|");
      at = end + 1;
    }
    const isFixed = words[at] === "#FIXED";
    const given = words[at + (isFixed ? 1 : 0)];
    at += isFixed ? 2 : 1;
    if (kind === undefined || given === undefined) return null;
    const value = /^["']/.test(given) ? literal(given) : null;
    if (value === null && given !== "#REQUIRED" && given !== "#IMPLIED") return null;
    const allowed = isFixed ? [value!] : values;
    if (attributes.has(name)) continue;
    attributes.set(name, {
      type: Object.hasOwn(TYPES, kind) ? TYPES[kind]! : "string",
      ...(value !== null && !isFixed && { documentation: `Default: "${value}".` }),
      required: given === "#REQUIRED",
      ...(allowed !== undefined && allowed.length > 0 && { values: [...new Set(allowed)] }),
      element: false,
    });
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The value in quotes. Entities of the DTD are not replaced. */
const literal = (word: string): string =>
  characters(word.slice(1, -1)).replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
