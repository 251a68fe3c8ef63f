import { named, quoted } from "../write/write.js";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;", "{": "{{", "}": "}}" };

const escaped = (text: string): string =>
  [...text.replaceAll(/\s+/gu, " ")].map((char) => (Object.hasOwn(ESCAPES, char) ? ESCAPES[char]! : char)).join("");

/** An element of an update: `<POI name="Cafe"/>`. */
export function elementText(type: string, attributes: readonly (readonly [string, string])[], text = ""): string {
  const pairs = attributes.map(([name, value]) => ` ${named(name)}="${escaped(value)}"`).join("");
  const tag = named(type);
  return text === "" ? `<${tag}${pairs}/>` : `<${tag}${pairs}>${escaped(text)}</${tag}>`;
}

/** A value as the update writes it: numbers as they are. */
export const valueText = (value: string): string => (/^-?\d+(?:\.\d+)?$/u.test(value) ? value : quoted(value));
