import type { NodeData } from "@semantic-xpath/tree";
import { yamlScalar } from "../../whole/yaml.js";

/** Default mark of items of a list, without a neighbour to copy. */
const BULLET = "- ";

/** A node as a block of Markdown, its lines after the first one indented by `indent`. What it can't say is found out by reading. */
export function blockOf(node: NodeData, depth: number, marker = BULLET): string {
  const { type, attributes = {}, text = "", children = [] } = node;
  const below = (deeper = depth): string => children.map((child) => `\n\n${blockOf(child, deeper)}`).join("");
  switch (type) {
    case "Section": {
      const level = Number(attributes.depth ?? depth + 1);
      return `${"#".repeat(Math.min(6, Math.max(1, level)))} ${attributes.title ?? ""}${below(level)}`;
    }
    case "List":
      return children.map((child, i) => blockOf(child, depth, listMarker(attributes, i))).join("\n");
    case "Item":
    case "Task": {
      const box = type === "Task" ? `[${attributes.done === "true" ? "x" : " "}] ` : "";
      return indented(`${marker}${box}${text}${nested(children, depth)}`, " ".repeat(marker.length));
    }
    case "Quote":
      return `> ${text}${below()}`.replaceAll("\n", "\n> ");
    case "Code":
      return `\`\`\`${attributes.lang ?? ""}\n${text}\n\`\`\``;
    default:
      return `${text}${below()}`;
  }
}

const listMarker = ({ ordered, start = "1" }: Readonly<Record<string, string>>, place: number): string =>
  ordered === "true" ? `${Number(start) + place}. ` : BULLET;

/** Content of an item: lists right below its line, other blocks after an empty one. */
const nested = (children: readonly NodeData[], depth: number): string =>
  children.map((child) => `${child.type === "List" ? "\n" : "\n\n"}${blockOf(child, depth)}`).join("");

/** The lines after the first one, indented; empty ones stay empty. */
export const indented = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`);

/** A line of front matter. */
export const frontMatterLine = (name: string, value: string): string => `${yamlScalar(name)}: ${yamlScalar(value)}`;
