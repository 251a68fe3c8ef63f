import type { ResultRow } from "@semantic-xpath/inspect";
import { weightText } from "../../model/numbers.js";

/** A result as one item of a Markdown list. */
export function markdownOf({ rank, path, weight, attributes, text, value }: ResultRow): string {
  const fields = attributes.map(({ name, value: said }) => `${name}: ${escaped(said)}`);
  const says = value !== null ? escaped(value) : [...fields, ...(text === "" ? [] : [escaped(text)])].join("; ");
  return `${rank}. \`${path}\` (${weightText(weight)}): ${says}`;
}

const escaped = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/([\\`*_[\]<>])/g, "\\$1");
