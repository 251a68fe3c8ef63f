import { type ReadLimits, readError, readLimits, type Tree, TreeBuilder, type TreeSource } from "@semantic-xpath/tree";
import { malformedJson, piecesOf } from "./decode.js";
import { JsonMapper, type JsonMapping, NotWrapped } from "./jsonMapping.js";
import { readJsonText } from "./jsonText.js";
import { readJsonValue } from "./jsonValue.js";

export interface JsonOptions extends Partial<JsonMapping> {
  /** Bounds on the input, each with a default. */
  readonly limits?: Partial<ReadLimits>;
}

/**
 * Reads JSON into a tree: text (strict JSON; bytes are UTF-8, or UTF-16 with a byte order mark), or a value that is parsed
 * already and then has no spans.
 *
 * - An object is a node. Its type is the string of its member `typeKey`, else the key under which it stands; its strings,
 *   numbers and booleans are attributes, the latter two as written; null is absent.
 * - The elements of an array are children, of the type of its key; under `childrenKey`, and within an array in an array, of
 *   `itemType`. Elements that are no objects are nodes with own text.
 * - A root with nothing in it but one object takes its key for its type: `{"Plan": {…}}` has the root `Plan`.
 * - With `membersAsNodes` every member is a child node of its key's name, a string also an attribute; an array is one node
 *   with `itemType` children; no key has a meaning of its own.
 *
 * The span of a node is that of its value. Throws a `ReadError`: SXP4007 where the text is no JSON, SXP4003 beyond a limit.
 *
 * @example readJson('{"type":"Plan","Day":[{"index":1},{"index":2}]}').root.path // "/Plan"
 */
export function readJson(input: string | Uint8Array | object, options: JsonOptions = {}): Tree {
  return readMapped(input, options, "json");
}

/** `readJson` for a source format of one's own. */
export function readMapped(input: unknown, options: JsonOptions, format: TreeSource["format"]): Tree {
  const mapping: JsonMapping = {
    typeKey: options.typeKey === undefined ? "type" : options.typeKey,
    childrenKey: options.childrenKey ?? "children",
    textKey: options.textKey ?? "text",
    attributesKey: options.attributesKey ?? null,
    rootType: options.rootType ?? "root",
    itemType: options.itemType ?? "item",
    membersAsNodes: options.membersAsNodes ?? false,
  };
  const limits = readLimits(options.limits);
  const source = input instanceof Uint8Array ? decodedJson(input, limits) : input;
  if (typeof source === "string") checkLength(source.length, limits);
  const attempt = (isWrapped: boolean): Tree => {
    const builder = new TreeBuilder({ format, spans: typeof source === "string" }, limits);
    const mapper = new JsonMapper(builder, mapping, isWrapped);
    if (typeof source === "string") readJsonText(source, mapper);
    else readJsonValue(source, mapper, limits.maxInputLength);
    return builder.finish();
  };
  try {
    return attempt(true);
  } catch (error) {
    if (!(error instanceof NotWrapped)) throw error;
    return attempt(false);
  }
}

/** Bytes as the text of JSON. */
export function decodedJson(bytes: Uint8Array, limits: ReadLimits): string {
  let text = "";
  for (const piece of piecesOf(bytes, malformedJson)) {
    checkLength(text.length + piece.length, limits);
    text += piece;
  }
  return text;
}

/** Refuses an input that is longer than the limit. */
export function checkLength(length: number, { maxInputLength }: ReadLimits): void {
  if (length <= maxInputLength) return;
  const parameters = { what: "characters of input", limit: maxInputLength, option: "limits.maxInputLength" };
  throw readError("SXP4003", parameters, { start: maxInputLength, end: maxInputLength + 1 });
}
