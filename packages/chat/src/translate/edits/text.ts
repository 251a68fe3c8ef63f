/** A text as a string literal of the language. */
export const literal = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const WORD = /^[\p{L}_][\p{L}\p{Nd}_.-]*(?::[\p{L}_][\p{L}\p{Nd}_.-]*)?$/u;

/** A name as a query writes it: quoted where it is no word. */
export const nameText = (name: string): string => (WORD.test(name) ? name : literal(name));

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;", "{": "{{", "}": "}}" };

const escaped = (text: string): string =>
  [...text.replaceAll(/\s+/gu, " ")].map((char) => (Object.hasOwn(ESCAPES, char) ? ESCAPES[char]! : char)).join("");

/** An element of an update: `<POI name="Cafe"/>`. */
export function elementText(type: string, attributes: readonly (readonly [string, string])[], text = ""): string {
  const pairs = attributes.map(([name, value]) => ` ${nameText(name)}="${escaped(value)}"`).join("");
  const tag = nameText(type);
  return text === "" ? `<${tag}${pairs}/>` : `<${tag}${pairs}>${escaped(text)}</${tag}>`;
}

/** A value as the update writes it: numbers as they are. */
export const valueText = (value: string): string => (/^-?\d+(?:\.\d+)?$/u.test(value) ? value : literal(value));
