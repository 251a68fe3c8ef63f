import type { AnyTool } from "@semantic-xpath/agents";
import { z } from "zod";
import { toolsOf } from "../../../packages/agents/src/tools/table.js";
import { code, generatedFrom, page, plain } from "./markdown.js";

interface Property {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Property[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function typeOf({ type, enum: choices, anyOf }: Property): string {
  if (choices !== undefined) return choices.map((choice) => code(choice)).join(", ");
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" or ");
  return type === undefined ? "any" : [type].flat().join(" or ");
}

function sectionOf(tool: AnyTool): string {
  const schema = z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" });
  const required = new Set(schema.required ?? []);
  const inputs = Object.entries((schema.properties ?? {}) as Record<string, Property>).map(
    ([name, property]) =>
      `${code(name)} (${[required.has(name) ? "required" : "", typeOf(property), property.description ?? ""].filter((fact) => fact !== "").join("; ")})`,
  );
  const does = tool.annotations.destructiveHint ? "may delete" : tool.writes ? "writes" : "reads";
  return [
    `## ${tool.name}`,
    `**${tool.title}**; ${does}. ${plain(tool.description)}`,
    inputs.length === 0 ? "" : `Input: ${inputs.join(", ")}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

export function toolsPage(): string {
  const nodes = toolsOf({ canWrite: true, isForConversations: false });
  const conversations = toolsOf({ canWrite: true, isForConversations: true }).filter((tool) => !nodes.includes(tool));
  return page(
    generatedFrom("packages/agents/src/tools"),
    "# Tools for agents",
    "The same tools over MCP, the AI SDK and LangChain. Tools that write are only there with write access; the last ones take the place of those that write nodes if the memory is one of conversations. [Give an agent a memory](../how-to/agents.md) says how to start them.",
    ...[...nodes, ...conversations].map(sectionOf),
  );
}
