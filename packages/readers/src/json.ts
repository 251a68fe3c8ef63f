import { type ReadLimits, readError, readLimits, type Tree, TreeBuilder, type TreeSource } from "@semantic-xpath/tree";
import { checkLength, malformedJson, wholeText } from "./decode.js";
import { type JsonSink, readJsonValue } from "./jsonEvents.js";
import { readJsonText } from "./jsonText.js";
import type { Mapping } from "./mapping/mapping.js";
import { type ReaderOptions, type Report, reportIfAny, reporting } from "./readerOptions.js";

export interface JsonOptions extends ReaderOptions, Partial<JsonMapping> {
  /** Called for each object whose `typeKey` member gives it another type than the member that it is in. */
  readonly onTyped?: (member: string, type: string) => void;
  /** Says how values become nodes instead of the other options; `parseMapping` and `mappingNamed` give one. */
  readonly mapping?: Mapping;
}

/**
 * Reads JSON into a tree: text (strict JSON; bytes are UTF-8, or UTF-16 with a byte order mark), or a parsed value, which has no spans.
 *
 * - An object is a node. Its type is the string of its member `typeKey`, else its key; its strings,
 * numbers and booleans are attributes, the latter two as written; null is absent.
 * - The elements of an array are children, of the type of its key; under `childrenKey`, and within an array in an array, of
 * `itemType`. Elements other than objects are nodes with own text.
 * - A root that contains only one object takes its key for its type: `{"Plan": {…}}` has the root `Plan`.
 * - With `membersAsNodes` every member is a child node of its key's name, a string also an attribute; an array is one node
 * with `itemType` children; no key has a meaning of its own.
 *
 * The span of a node is that of its value. Throws a `ReadError`: SXP4007 for invalid JSON, SXP4003 beyond a limit.
 *
 * With `onDiagnostic` everything readable is read. Commas and closing brackets may be missing or too many; names and strings may lack
 * their quotation marks. Comments are skipped; values after the first are further elements of it, or further members called `item`. A
 * repeated key is reported then, too (SXP4016): the later value counts, as without.
 *
 * @example readJson('{"type":"Plan","Day":[{"index":1},{"index":2}]}').root.path // "/Plan"
 */
export function readJson(input: string | Uint8Array | object, options: JsonOptions = {}): Tree {
  return readMapped(input, options, "json");
}

/** `readJson` for a source format of one's own. */
export function readMapped(input: unknown, options: JsonOptions, format: TreeSource["format"]): Tree {
  const limits = readLimits(options.limits);
  const decoding = reportIfAny(options.onDiagnostic);
  const source = input instanceof Uint8Array ? decodedJson(input, limits, decoding) : input;
  if (typeof source !== "string") {
    return treeOfEvents({ format, spans: false }, options, (sink) => readJsonValue(source, sink, limits));
  }
  checkLength(source.length, limits);
  const feed = (sink: JsonSink, report: Report) =>
    readJsonText(source, sink, options.onDiagnostic === undefined ? null : report);
  return treeOfEvents({ format, spans: true }, options, feed, source.length);
}

/** The tree of what is shaped as JSON, whatever it is written in. `feed` sends it as events. */
export function treeOfEvents(
  source: TreeSource,
  options: JsonOptions,
  feed: (sink: JsonSink, report: Report) => void,
  sourceLength = 0,
): Tree {
  const mapping: JsonMapping = {
    typeKey: options.typeKey === undefined ? "type" : options.typeKey,
    childrenKey: options.childrenKey ?? "children",
    textKey: options.textKey ?? "text",
    contentKey: options.contentKey ?? null,
    attributesKey: options.attributesKey ?? null,
    rootType: options.rootType ?? "root",
    itemType: options.itemType ?? "item",
    membersAsNodes: options.membersAsNodes ?? false,
  };
  const limits = readLimits(options.limits);
  if (options.mapping !== undefined) return mappedTree(options.mapping, source, options, feed);
  return reporting(options.onDiagnostic, (report) => {
    const builder = new TreeBuilder(source, limits, sourceLength);
    feed(new JsonMapper({ builder, mapping, report, onTyped: options.onTyped }), report);
    return builder.finish();
  });
}

function mappedTree(
  mapping: Mapping,
  source: TreeSource,
  { limits, onDiagnostic }: JsonOptions,
  feed: (sink: JsonSink, report: Report) => void,
): Tree {
  return reporting(onDiagnostic, (report) => {
    const reading = mapping.read(source, readLimits(limits), report);
    feed(reading.sink, report);
    return reading.finish();
  });
}

/** The options under which objects are read as nodes in the form of `TreeNode.toJSON`. */
export const nodeForm = <O extends JsonOptions>(options: O): O => ({
  ...options,
  typeKey: "type",
  attributesKey: "attributes",
  textKey: "text",
  contentKey: "content",
  childrenKey: "children",
  membersAsNodes: false,
});

/** Bytes as the text of JSON. */
export const decodedJson = (bytes: Uint8Array, limits: ReadLimits, report: Report | null = null): string =>
  wholeText(bytes, limits, malformedJson, report);

/** Mapping of JSON to nodes. */
interface JsonMapping {
  /** The member whose string is the type of its object; null: none. Default "type". */
  readonly typeKey: string | null;
  /** The member whose array holds the children of its object, each an `itemType` by default. Default "children". */
  readonly childrenKey: string;
  /** The member whose string is the own text of its object. Default "text". */
  readonly textKey: string;
  /**
   * The member whose array holds, before the children, what is in its object in order: pieces of its own text, and for each child its
   * place among the children, from 0. The own text elsewhere is then left out. Null: none. Default null.
   */
  readonly contentKey: string | null;
  /** The member whose object holds the attributes of its object; null: none. Default null. */
  readonly attributesKey: string | null;
  /** The type of the root where nothing else names it. Default "root". */
  readonly rootType: string;
  /** The type of array elements where nothing else names it. Default "item". */
  readonly itemType: string;
  /** Every member is a child node of its key's name, and no key means anything else. Default false. */
  readonly membersAsNodes: boolean;
}

/** Meaning of an open bracket. One reused object for each level. */
interface Frame {
  kind: "wrapper" | "node" | "attributes" | "list" | "listNode" | "content" | "ignored";
  start: number;
  /** The node's type unless it has a discriminator; for lists the type of the elements. */
  type: string;
  /** Value of the discriminator. */
  named: string | null;
  /** The key of the member that comes next or is being read. */
  key: string;
  /** Pieces of own text that wait for their place, and the children between them; null: there are none. */
  content: (string | null)[] | null;
}

interface MapperParts {
  readonly builder: TreeBuilder;
  readonly mapping: JsonMapping;
  readonly report: Report;
  readonly onTyped: JsonOptions["onTyped"] | undefined;
}

/**
 * Turns JSON, given as events in document order, into nodes: an object is a node; its type is the value of its discriminator, else its key. Scalars
 * are its attributes, objects and the elements of arrays its children. A root that contains only one object is a wrapper that names it.
 */
class JsonMapper implements JsonSink {
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** The innermost frame. */
  private top: Frame | undefined;
  /** True if the wrapper has its object, whose node is the root of the builder. */
  private hasWrapped = false;

  private readonly builder: TreeBuilder;
  private readonly mapping: JsonMapping;
  private readonly report: Report;
  private readonly onTyped: JsonOptions["onTyped"] | undefined;

  constructor({ builder, mapping, report, onTyped }: MapperParts) {
    this.builder = builder;
    this.mapping = mapping;
    this.report = report;
    this.onTyped = onTyped;
  }

  key(name: string): void {
    this.top!.key = name;
  }

  beginObject(start: number): void {
    const { mapping } = this;
    const top = this.top;
    if (top === undefined) {
      if (!mapping.membersAsNodes) this.push("wrapper", start, mapping.rootType);
      else this.openNode(start, mapping.rootType);
      return;
    }
    if (this.isIgnoredIn(top, start)) return;
    if (top.kind === "wrapper" && !this.hasWrapped && top.key !== mapping.attributesKey) {
      this.hasWrapped = true;
      this.openNode(start, top.key);
      return;
    }
    const within = this.place(start);
    if (within.kind === "node" && within.key === mapping.attributesKey && !mapping.membersAsNodes) {
      this.push("attributes", start, "");
    } else {
      this.openNode(start, isList(within) ? within.type : within.key);
    }
  }

  endObject(end: number): void {
    if (this.top!.kind === "wrapper" && !this.hasWrapped) this.unwrap();
    const frame = this.pop();
    if (frame.kind !== "node") return;
    const { type, named, content } = frame;
    while (content !== null && content.length > 0) this.givePieces(content);
    if (named !== null && named !== type && this.isOfMember(type)) this.onTyped?.(type, named);
    this.builder.retype(named ?? type);
    this.builder.close(end);
  }

  private isOfMember(type: string): boolean {
    return type !== this.mapping.itemType && type !== this.mapping.rootType;
  }

  beginArray(start: number): void {
    const { mapping } = this;
    if (this.top === undefined) {
      this.builder.open(mapping.rootType, start);
      this.push("listNode", start, mapping.itemType);
      return;
    }
    if (this.isIgnoredIn(this.top!, start)) return;
    const within = this.place(start);
    if (within.kind === "node" && within.key === mapping.contentKey) {
      within.content = [];
      this.push("content", start, "");
    } else if (isList(within) || mapping.membersAsNodes) {
      this.beforeChild();
      this.builder.open(isList(within) ? within.type : within.key, start);
      this.push("listNode", start, mapping.itemType);
    } else {
      this.push("list", start, within.key === mapping.childrenKey ? mapping.itemType : within.key);
    }
  }

  endArray(end: number): void {
    if (this.pop().kind === "listNode") this.builder.close(end);
  }

  /** A string, number or boolean as written, or null. */
  scalar(text: string | null, isString: boolean, start: number, end: number): void {
    const { mapping, top } = this;
    if (top?.kind === "node" && text !== null && !mapping.membersAsNodes) {
      this.member(top, text, isString);
      return;
    }
    if (top?.kind === "ignored") return;
    const within =
      top === undefined || top.kind === "attributes" || top.kind === "content" || this.isIgnored(text)
        ? top
        : this.place(start);
    if (within === undefined) this.leaf(mapping.rootType, text, start, end);
    else if (this.isIgnored(text)) return;
    else if (within.kind === "content") this.frames[this.depth - 2]!.content!.push(isString ? text : null);
    else if (within.kind === "attributes") this.builder.attribute(within.key, text!);
    else if (isList(within)) this.leaf(within.type, text, start, end);
    else if (mapping.membersAsNodes) this.memberNode(within.key, text, isString, start, end);
    else this.member(within, text!, isString);
  }

  /** Null is absent, unless every member is a node. */
  private isIgnored(text: string | null): boolean {
    return text === null && !this.mapping.membersAsNodes;
  }

  private member(node: Frame, text: string, isString: boolean): void {
    if (isString && node.key === this.mapping.typeKey) node.named = text;
    else if (isString && node.key === this.mapping.textKey) {
      if (node.content === null) this.builder.addText(text);
    } else this.builder.attribute(node.key, text);
  }

  private memberNode(key: string, text: string | null, isString: boolean, start: number, end: number): void {
    if (isString) this.builder.attribute(key, text!);
    this.leaf(key, text, start, end);
  }

  /** The frame that takes a value. A wrapper that takes anything but one object is the root itself. */
  private place(start: number): Frame {
    const top = this.top!;
    if (top.kind === "content") return this.asList(start);
    if (top.kind !== "wrapper") return top;
    return this.unwrap();
  }

  /** An object or array among attributes has no place in a tree. */
  private isIgnoredIn(top: Frame, start: number): boolean {
    if (top.kind === "attributes") {
      const problem = `the attribute "${top.key.slice(0, 40)}" must be a string, a number or a boolean`;
      this.report(readError("SXP4007", { problem }, { start, end: start + 1 }));
    } else if (top.kind !== "ignored") return false;
    this.push("ignored", start, "");
    return true;
  }

  /** An array with objects is not content but a list of children, as under any key. */
  private asList(start: number): Frame {
    this.pop();
    const node = this.top!;
    if (node.content?.length === 0) node.content = null;
    this.push("list", start, node.key);
    return this.top!;
  }

  /** The wrapper is the root. An object that it has already is a child of it. */
  private unwrap(): Frame {
    const wrapper = this.top!;
    if (this.hasWrapped) this.builder.openAround(wrapper.start);
    else this.builder.open(null, wrapper.start);
    wrapper.kind = "node";
    return wrapper;
  }

  private openNode(start: number, type: string): void {
    this.beforeChild();
    this.builder.open(null, start);
    this.push("node", start, type);
  }

  private leaf(type: string, text: string | null, start: number, end: number): void {
    this.beforeChild();
    this.builder.open(type, start);
    if (text !== null) this.builder.addText(text);
    this.builder.close(end);
  }

  /** The pieces of text before a child that is about to open. */
  private beforeChild(): void {
    if (this.mapping.contentKey === null) return;
    let at = this.depth - 1;
    while (this.frames[at]?.kind === "list") at--;
    const parent = this.frames[at];
    if (parent?.content) this.givePieces(parent.content);
  }

  /** Gives pieces up to the next child, and takes them from the list. */
  private givePieces(content: (string | null)[]): void {
    const child = content.indexOf(null);
    const pieces = content.splice(0, child < 0 ? content.length : child + 1);
    for (const piece of pieces) if (piece !== null) this.builder.addContent(piece);
  }

  private push(kind: Frame["kind"], start: number, type: string): void {
    const frame = this.frames[this.depth];
    if (frame === undefined) {
      this.top = { kind, start, type, named: null, key: "", content: null };
      this.frames.push(this.top);
    } else {
      frame.kind = kind;
      frame.start = start;
      frame.type = type;
      frame.named = null;
      frame.key = "";
      frame.content = null;
      this.top = frame;
    }
    this.depth++;
  }

  /** The frame stays as it is until the next one of its level begins. */
  private pop(): Frame {
    const frame = this.top!;
    this.depth--;
    this.top = this.depth === 0 ? undefined : this.frames[this.depth - 1];
    return frame;
  }
}

const isList = (frame: Frame): boolean => frame.kind === "list" || frame.kind === "listNode";
