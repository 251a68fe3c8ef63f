import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import { docComment } from "./docComment.js";
import { identifiers, propertyName } from "./identifiers.js";

/** Names that the emitted source declares or uses itself. */
const OWN_NAMES = ["Root", "AnyNode", "NodesByType", "Result", "Record", "never"] as const;

/**
 * TypeScript types of the nodes that a schema describes, as the source of a module without imports: an interface for each node type,
 * and what a query over such a tree gives. They fit the nodes of a result and what `JSON.stringify` makes of them. Attribute values
 * are texts there, and their types say how they read: a number is `${number}`.
 *
 * @example emitTypes(schema) // 'export interface Day { readonly type: "Day"; … }'
 */
export function emitTypes(schema: Schema): string {
  const nameOf = identifiers(Object.keys(schema.types), OWN_NAMES);
  const types = Object.keys(schema.types);
  const any = types.length === 0 ? "never" : types.map(nameOf).join(" | ");
  const roots = schema.roots.length === 0 ? "never" : schema.roots.map(nameOf).join(" | ");
  return [
    ...types.map((name) => nodeInterface(name, schema.types[name]!, nameOf)),
    `${docComment(["The root of a tree.", schema.documentation], "")}export type Root = ${roots};`,
    `export type AnyNode = ${any};`,
    `${docComment(["Every node type by its name."], "")}export interface NodesByType {\n${types
      .map((name) => `  readonly ${propertyName(name)}: ${nameOf(name)};\n`)
      .join("")}}`,
    `${docComment(["One result of a query: a node, or an attribute where the query ends with one."], "")}${RESULT}`,
  ]
    .join("\n\n")
    .concat("\n");
}

const RESULT = `export type Result<N extends AnyNode = AnyNode> = {
  /** A query that finds exactly this result. */
  readonly path: string;
  /** In (0, 1]. */
  readonly weight: number;
} & ({ readonly node: N } | { readonly attribute: { readonly name: string; readonly value: string } });`;

function nodeInterface(name: string, type: NodeType, nameOf: (name: string) => string): string {
  const attributes = Object.keys(type.attributes).map((key) => attributeMember(key, type.attributes[key]!));
  const children = Object.keys(type.children)
    .filter((child) => type.children[child]!.max !== 0)
    .map(nameOf);
  const members = [
    `  readonly type: ${JSON.stringify(name)};`,
    attributes.length === 0
      ? "  readonly attributes: Record<string, never>;"
      : `  readonly attributes: {\n${attributes.join("\n")}\n  };`,
    ...(type.text ? ["  readonly text?: string;"] : []),
    ...(children.length === 0 ? [] : [`  readonly children?: readonly (${children.join(" | ")})[];`]),
  ];
  return `${docComment([type.documentation], "")}export interface ${nameOf(name)} {\n${members.join("\n")}\n}`;
}

function attributeMember(name: string, attribute: AttributeType): string {
  const note = attribute.type === "date" ? "An ISO 8601 date." : undefined;
  const comment = docComment([attribute.documentation, note], "    ");
  return `${comment}    readonly ${propertyName(name)}${attribute.required ? "" : "?"}: ${valueType(attribute)};`;
}

function valueType({ type, values }: AttributeType): string {
  if (values !== undefined && values.length > 0) return values.map((value) => JSON.stringify(value)).join(" | ");
  switch (type) {
    case "number":
      return "`${number}`";
    case "boolean":
      return '"true" | "false"';
    case "string":
    case "date":
      return "string";
  }
}
