import {
  type AttributeType,
  type NodeType,
  type Occurrence,
  parseSchema,
  printAttribute,
  printContext,
  printNodeType,
  printOccurrence,
  printSchema,
  type ReadingContext,
  type Schema,
} from "@semantic-xpath/planner";
import { applyEdits, findNodeAtLocation, type Node as JsonNode, modify, parseTree } from "jsonc-parser";
import { diffSchemas, type SchemaChange } from "./diffSchemas.js";

/** Changes beyond which a file is rewritten: each is found in the text again. */
const MAX_CHANGES = 2_000;

/**
 * The text of a schema file with changes made in it: unchanged parts keep their place and their layout. `schema` is the result;
 * if it can't be reached in place the text is rewritten.
 */
export function editSchemaText(text: string, changes: readonly SchemaChange[], schema: Schema): string {
  if (changes.length > MAX_CHANGES || parseSchema(text).schema === null) return printSchema(schema);
  const edited = changes.reduce(changed, text);
  const read = parseSchema(edited).schema;
  return read !== null && diffSchemas(schema, read, { renames: false }).length === 0 ? edited : printSchema(schema);
}

function changed(text: string, change: SchemaChange): string {
  const path = [...change.path];
  const root = parseTree(text);
  if (root === undefined) return text;
  const node = findNodeAtLocation(root, path);
  if (change.after === undefined || isDefault(change)) return applyEdits(text, modify(text, path, undefined, {}));
  if (node === undefined) return inserted(text, root, change);
  const value = printed(path, change.after, indentAt(text, node.offset));
  return text.slice(0, node.offset) + value + text.slice(node.offset + node.length);
}

/** A new property comes last, set apart from those before it as the last of them is. Objects that it needs are made around it. */
function inserted(text: string, root: JsonNode, { path, after }: SchemaChange): string {
  let depth = path.length - 1;
  while (depth > 0 && findNodeAtLocation(root, path.slice(0, depth)) === undefined) depth--;
  const parent = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth))!;
  const last = parent.children?.at(-1);
  const before = parent.children?.at(-2);
  const start = before === undefined ? parent.offset + 1 : before.offset + before.length;
  const space = last === undefined ? " " : spaceBefore(text.slice(start, last.offset));
  const indent = space.includes("\n") ? space.slice(space.lastIndexOf("\n") + 1) : indentAt(text, parent.offset);
  const [key, ...inner] = path.slice(depth);
  const value = inner.reduceRight((one, name) => `{ ${JSON.stringify(name)}: ${one} }`, printed(path, after, indent));
  const property = `${JSON.stringify(key)}: ${value}`;
  const at = last === undefined ? parent.offset + 1 : last.offset + last.length;
  const following = text.slice(at);
  return (
    text.slice(0, at) +
    (last === undefined ? `${space}${property} ${following.trimStart()}` : `,${space}${property}${following}`)
  );
}

const spaceBefore = (text: string): string => text.slice(text.trimEnd().length);

/** The white space that begins the line of a place. */
const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))?.[0] ?? "";

/** As `printSchema` writes it. */
function printed(path: readonly string[], value: unknown, indent: string): string {
  if (isContext(path)) return printContext(value as ReadingContext | false);
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  if (path.length === 2) return printNodeType(value as NodeType, indent);
  return path[2] === "attributes"
    ? printAttribute(value as AttributeType, indent)
    : printOccurrence(value as Occurrence, indent);
}

const isContext = (path: readonly string[]): boolean => path.length === 3 && path[2] === "context";

/** Defaults of a reader are left out. */
const isDefault = ({ path, after }: SchemaChange): boolean =>
  !isContext(path) &&
  (path.length > 2 || path[0] === "strict") &&
  (after === false || (path.length === 5 && path.at(-1) === "min" && after === 0));
