import type { Edit, NodeData } from "./edit.js";

const NUMBER = { type: "integer", minimum: 0 } as const;
const PLACE = { type: ["integer", "null"], minimum: 1 } as const;
const STRING = { type: "string" } as const;
const CONTENT = { $ref: "#/$defs/node" } as const;

/** The members of each kind of edit beside `kind`; those with a question mark may be missing. */
const MEMBERS = {
  insert: { content: CONTENT, parent: NUMBER, "before?": PLACE },
  delete: { node: NUMBER },
  replace: { node: NUMBER, content: CONTENT },
  move: { node: NUMBER, parent: NUMBER, "before?": PLACE },
  setAttribute: { node: NUMBER, name: STRING, value: { type: ["string", "null"] } },
  setText: { node: NUMBER, text: STRING },
  rename: { node: NUMBER, type: STRING },
} as const satisfies Readonly<Record<Edit["kind"], object>>;

const plainName = (member: string): string => member.replace("?", "");

function editSchema(kind: string, members: Readonly<Record<string, object>>): object {
  const names = Object.keys(members);
  return {
    type: "object",
    properties: {
      kind: { const: kind },
      ...Object.fromEntries(names.map((name) => [plainName(name), members[name]])),
    },
    required: ["kind", ...names.filter((name) => !name.endsWith("?"))],
    additionalProperties: false,
  };
}

/** The JSON Schema of a list of edits. */
export const EDITS_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "array",
  items: { oneOf: Object.entries(MEMBERS).map(([kind, members]) => editSchema(kind, members)) },
  $defs: {
    node: {
      type: "object",
      properties: {
        type: STRING,
        attributes: { type: "object", additionalProperties: STRING },
        text: STRING,
        children: { type: "array", items: CONTENT },
        content: { type: "array", items: { type: ["string", "integer"] } },
      },
      required: ["type"],
      additionalProperties: false,
    },
  },
};

/** Edits from a parsed JSON value. Throws a RangeError with the place of an invalid part; the existence of nodes is not checked. */
export function parseEdits(value: unknown): readonly Edit[] {
  if (!Array.isArray(value)) throw new RangeError("Edits must be a list");
  for (const [i, edit] of value.entries()) checkEdit(edit, `edit ${i + 1}`);
  return value as readonly Edit[];
}

/** A node from a parsed JSON value. Throws a RangeError that names the problem. */
export function parseNode(value: unknown): NodeData {
  checkNode(value, "the content");
  return value as NodeData;
}

function checkEdit(edit: unknown, where: string): void {
  const kind = isObject(edit) ? edit.kind : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(MEMBERS, kind)) {
    throw new RangeError(`In ${where} "kind" must be one of ${Object.keys(MEMBERS).join(", ")}`);
  }
  const members: Readonly<Record<string, object>> = MEMBERS[kind as Edit["kind"]];
  checkNames(edit as object, ["kind", ...Object.keys(members).map(plainName)], where);
  for (const [name, schema] of Object.entries(members)) {
    const member = (edit as Readonly<Record<string, unknown>>)[plainName(name)];
    if (member === undefined && name.endsWith("?")) continue;
    if (schema === CONTENT) checkNode(member, where);
    else if (!fits(member, schema))
      throw new RangeError(`In ${where} "${plainName(name)}" is missing or no ${wordsOf(schema)}`);
  }
}

/** Keeps its own list of pending values: content may have any depth. */
function checkNode(root: unknown, where: string): void {
  const pending = [root];
  const visited = new Set<unknown>();
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isObject(node) || typeof node.type !== "string") throw new RangeError(`In ${where} a node has no "type"`);
    if (visited.has(node)) continue;
    visited.add(node);
    checkNames(node, ["type", "attributes", "text", "children", "content"], where);
    const { attributes = {}, text = "", children = [], content = [] } = node as Partial<NodeData>;
    const areAttributes = isObject(attributes) && Object.values(attributes).every((value) => typeof value === "string");
    if (!areAttributes || typeof text !== "string" || !Array.isArray(children) || !Array.isArray(content))
      throw new RangeError(`In ${where} a node has members of the wrong kind`);
    if (node.content !== undefined && !(content.every(isPiece) && placesEachChild(content, children.length)))
      throw new RangeError(`In ${where} the "content" of a node must be texts and, in order, the place of each child`);
    pending.push(...children);
  }
}

const isPiece = (piece: unknown): boolean => typeof piece === "string" || typeof piece === "number";

/** Tests that a content is texts and, in order, the place of each child: a missing one would be lost. */
export function placesEachChild(content: readonly unknown[], children: number): boolean {
  const places = content.filter((piece) => typeof piece === "number");
  return places.length === children && places.every((place, i) => place === i);
}

function checkNames(value: object, known: readonly string[], where: string): void {
  const other = Object.keys(value).find((name) => !known.includes(name));
  if (other !== undefined) throw new RangeError(`In ${where} there is an unknown member "${other}"`);
}

type Scalar = { readonly type?: string | readonly string[]; readonly minimum?: number };

function fits(value: unknown, schema: object): boolean {
  const { type, minimum = 0 } = schema as Scalar;
  if (value === null) return type!.includes("null");
  return type!.includes("integer")
    ? Number.isInteger(value) && (value as number) >= minimum
    : typeof value === "string";
}

const wordsOf = (schema: object): string =>
  (schema as Scalar).type!.includes("integer") ? "number of a node" : "string";

/** Tests that a JSON value is an object: neither a list nor `null`. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
