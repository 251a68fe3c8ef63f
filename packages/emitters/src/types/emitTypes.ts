import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import { rowOf } from "../valueTypes.js";

/** Names that the emitted source declares or uses itself. */
const OWN_NAMES = ["Root", "AnyNode", "NodesByType", "Result", "Record", "never"] as const;

/**
 * TypeScript types of the nodes of a schema, as the source of a module without imports: an interface for each node type, and the results of queries
 * over such a tree. They fit the nodes of a result and their JSON. Attribute values are texts there, with a type of their form: a number is
 * `${number}`. For each query of a document see `generateQueries`.
 *
 * @example emitTypes(schema) // 'export interface Day { readonly type: "Day"; … }'
 */
export function emitTypes(schema: Schema): string {
  const { source } = nodeTypes(schema, OWN_NAMES);
  const result = `${docComment(["One result of a query: a node, or an attribute or own text where the query ends with one."], "")}${RESULT}`;
  return `${source}\n\n${result}\n`;
}

/** Interfaces of all node types, with what to call each; none has one of the names in `own`. */
export function nodeTypes(
  schema: Schema,
  own: readonly string[],
): { readonly source: string; readonly nameOf: (type: string) => string } {
  const types = Object.keys(schema.types);
  const nameOf = identifiers(types, own);
  const any = types.length === 0 ? "never" : types.map(nameOf).join(" | ");
  const roots = schema.roots.length === 0 ? "never" : schema.roots.map(nameOf).join(" | ");
  const source = [
    ...types.map((name) => nodeInterface(name, schema.types[name]!, nameOf)),
    `${docComment(["The root of a tree.", schema.documentation], "")}export type Root = ${roots};`,
    `export type AnyNode = ${any};`,
    `${docComment(["Every node type by its name."], "")}export interface NodesByType {\n${types
      .map((name) => `  readonly ${propertyName(name)}: ${nameOf(name)};\n`)
      .join("")}}`,
  ].join("\n\n");
  return { source, nameOf };
}

const RESULT = `export type Result<N extends AnyNode = AnyNode> = {
  /** A query that finds exactly this result. */
  readonly path: string;
  /** In (0, 1]. */
  readonly weight: number;
} & ({ readonly node: N } | { readonly attribute: { readonly name: string; readonly value: string } } | { readonly text: string });`;

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
  const comment = docComment([attribute.documentation, rowOf(attribute.type).note], "    ");
  return `${comment}    readonly ${propertyName(name)}${attribute.required ? "" : "?"}: ${valueType(attribute)};`;
}

/** The texts that an attribute may be. */
export function valueType({ type, odd, values }: AttributeType): string {
  if (values !== undefined && values.length > 0) return values.map((value) => JSON.stringify(value)).join(" | ");
  return odd === undefined ? rowOf(type).typeScript : "string";
}

/** Sentences as a documentation comment on lines of their own; nothing if there are none. Text can't end the comment. */
export function docComment(sentences: readonly (string | undefined)[], indent: string): string {
  const words = sentences.filter((sentence) => sentence !== undefined && sentence.trim() !== "").join(" ");
  if (words === "") return "";
  const line = words.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").replaceAll("*/", "*\\/");
  return `${indent}/** ${line.trim()} */\n`;
}

/** Names that can't be an interface, or would hide names of the emitted source. */
const RESERVED = new Set(
  (
    "any unknown never void null undefined string number boolean bigint symbol object break case catch class const continue debugger " +
    "default delete do else enum export extends false finally for function if import in instanceof new return super switch this throw " +
    "true try typeof var while with implements interface let package private protected public static yield await type declare as " +
    "namespace module"
  ).split(" "),
);
const PLAIN = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Gives each name of a list an identifier: itself if it can be one, else one near to it, different from all others. */
export function identifiers(names: readonly string[], own: readonly string[]): (name: string) => string {
  const usedNames = new Set<string>([...RESERVED, ...own]);
  const identifierOf = new Map<string, string>();
  const isFree = (name: string): boolean => PLAIN.test(name) && !usedNames.has(name);
  const give = (name: string, identifier: string): void => {
    usedNames.add(identifier);
    identifierOf.set(name, identifier);
  };
  // Valid names are kept, regardless of order.
  for (const name of names) if (isFree(name)) give(name, name);
  for (const name of names) {
    if (identifierOf.has(name)) continue;
    const base = name.replace(/[^\p{ID_Continue}$]+/gu, "_").replace(/^(?![\p{ID_Start}_$])/u, "_");
    let identifier = PLAIN.test(base) && !usedNames.has(base) ? base : `${base}_`;
    for (let count = 2; usedNames.has(identifier); count++) identifier = `${base}_${count}`;
    give(name, identifier);
  }
  return (name) => identifierOf.get(name) ?? name;
}

/** A property name: quoted if it has to be. */
export const propertyName = (name: string): string => (PLAIN.test(name) ? name : JSON.stringify(name));
