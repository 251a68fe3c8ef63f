import { readLimits, type Tree } from "@semantic-xpath/tree";
import { checkLength, malformedJson, malformedXml, startsAsXml, streamedPieces } from "./decode.js";
import { decodedJson, type JsonOptions, nodeForm, readJson, readMapped } from "./json.js";
import { readJsonLines, startsAsJsonLines } from "./jsonLines.js";
import { reportIfAny } from "./readerOptions.js";
import { readXml } from "./xml.js";

export interface ReadOptions extends JsonOptions {
  /** The format, where the beginning is not to decide. The others are read by `readAs`, or by readers of their own. */
  readonly format?: "xml" | "json" | "jsonl";
}

type Stream = AsyncIterable<string | Uint8Array>;

/**
 * Reads a tree from text or bytes, a stream of either, or a parsed value. Text is XML if the first character is `<`, JSON Lines if the first line is
 * a whole value and another follows, else JSON. An object of the form `{ type, attributes?, content?, text?, children? }`, which is also the output
 * of `JSON.stringify(tree.root)`, is read as that node.
 *
 * @example readTree({ type: "Plan", children: [{ type: "Day", attributes: { index: "1" } }] })
 */
export function readTree(input: string | Uint8Array, options?: ReadOptions): Tree;
export function readTree(input: Stream, options?: ReadOptions): Promise<Tree>;
export function readTree(input: object, options?: ReadOptions): Tree;
export function readTree(input: string | Uint8Array | object, options: ReadOptions = {}): Tree | Promise<Tree> {
  if (typeof input === "string" || input instanceof Uint8Array) {
    const isXml = options.format === undefined ? startsAsXml(input) : options.format === "xml";
    if (isXml) return readXml(input, options);
    const text =
      typeof input === "string"
        ? input
        : decodedJson(input, readLimits(options.limits), reportIfAny(options.onDiagnostic));
    const isLines = options.format === undefined ? startsAsJsonLines(text) : options.format === "jsonl";
    return (isLines ? readJsonLines : readJson)(text, NODE_TEXT.test(text) ? nodeForm(options) : options);
  }
  if (Symbol.asyncIterator in input) return readStream(input as Stream, options);
  return isNodeObject(input) ? readMapped(input, nodeForm(options), "object") : readJson(input, options);
}

/** A stream of XML is read as it comes, one of JSON when it has ended. */
async function readStream(stream: Stream, options: ReadOptions): Promise<Tree> {
  const limits = readLimits(options.limits);
  let isXml = options.format === undefined ? undefined : options.format === "xml";
  const malformed = isXml === undefined ? null : isXml ? malformedXml : malformedJson;
  const pieces = streamedPieces(stream, malformed, reportIfAny(options.onDiagnostic));
  const read: string[] = [];
  let length = 0;
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      isXml ??= BLANK_TEXT.test(next.value) ? undefined : startsAsXml(next.value);
      read.push(next.value);
      length += next.value.length;
      checkLength(length, limits);
      if (isXml) return await readXml(continued(read.join(""), pieces), options);
    }
    return readTree(read.join(""), options);
  } finally {
    await pieces.return(undefined);
  }
}

const BLANK_TEXT = /^\s*$/;

async function* continued(start: string, rest: AsyncIterator<string, void, undefined>): AsyncGenerator<string> {
  yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

const NODE_KEYS = new Set(["type", "attributes", "content", "text", "children"]);

/** Tests that an object is a node in the form of `TreeNode.toJSON`; its descendants are then read as such, too. */
function isNodeObject(input: object): boolean {
  const node = toJson(input) as Readonly<Record<string, unknown>>;
  if (typeof node !== "object" || node === null || Array.isArray(node) || typeof node.type !== "string") return false;
  const { attributes = {}, content = [], text = "", children = [] } = node;
  return (
    Object.keys(node).every((key) => NODE_KEYS.has(key)) &&
    typeof attributes === "object" &&
    Array.isArray(content) &&
    content.every((piece) => typeof piece === "string" || typeof piece === "number") &&
    typeof text === "string" &&
    Array.isArray(children)
  );
}

const toJson = (input: object): unknown =>
  "toJSON" in input && typeof input.toJSON === "function" ? input.toJSON() : input;

/** Beginning of the output of `JSON.stringify(tree.root)`. */
const NODE_TEXT = /^\uFEFF?\s*\{\s*"type"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"attributes"\s*:\s*\{/;
