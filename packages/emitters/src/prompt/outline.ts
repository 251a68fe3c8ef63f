import type { AttributeType, NodeType, Occurrence, Schema } from "@semantic-xpath/planner";
import { isNameOfLanguage } from "../states/names.js";

/** What of a schema the outline tells. */
export interface OutlineDetail {
  readonly documentation: boolean;
  /** Most values of an attribute that are listed. */
  readonly values: number;
  readonly attributes: boolean;
}

/** A line for each type: its children, its attributes, and what it is. */
export function outline(schema: Schema, detail: OutlineDetail): string {
  return Object.entries(schema.types)
    .filter(([name]) => isNameOfLanguage(name))
    .map(([name, type]) => typeLine(name, type, detail))
    .join("\n");
}

function typeLine(name: string, type: NodeType, detail: OutlineDetail): string {
  const children = Object.entries(type.children)
    .filter(([child]) => isNameOfLanguage(child))
    .map(([child, occurrence]) => `${child}${times(occurrence)}`);
  const attributes = Object.entries(type.attributes)
    .filter(([each]) => isNameOfLanguage(each))
    .map(([each, attribute]) => attributeText(each, attribute, detail));
  return [
    name,
    ...(children.length > 0 ? [`{ ${children.join(", ")} }`] : []),
    ...(detail.attributes ? attributes : []),
    ...(type.text ? ["text()"] : []),
    ...(detail.documentation && type.documentation !== undefined ? [`– ${shortened(type.documentation)}`] : []),
  ].join(" ");
}

/** On one line, and not more than a line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 1)}…`;
}

const MOST_CHARACTERS = 100;

function times({ min, max }: Occurrence): string {
  if (max === undefined) return min > 0 ? "+" : "*";
  return min === max ? ` ×${max}` : ` ×${min}–${max}`;
}

/** `@rating:number`, `@meal=breakfast|lunch|dinner`; a string says nothing. */
function attributeText(name: string, { type, values }: AttributeType, detail: OutlineDetail): string {
  if (values === undefined) return `@${name}${type === "string" ? "" : `:${type}`}`;
  const shown = values.slice(0, detail.values);
  return `@${name}=${[...shown, ...(values.length > shown.length ? ["…"] : [])].join("|")}`;
}
