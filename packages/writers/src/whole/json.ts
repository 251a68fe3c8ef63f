import type { JsonSink } from "@semantic-xpath/readers";
import type { FormatName, Tree } from "@semantic-xpath/tree";
import { unwritable } from "../problems.js";
import { indentOf, joined, PIECE, type WriteOptions } from "./pieces.js";
import { attributesOf, type Shape, sendData, sendNodes, sendTree } from "./shapes.js";

export interface JsonWriteOptions extends WriteOptions {
  /** Default `node`, which holds every tree. */
  readonly shape?: Shape;
}

/**
 * A tree as JSON that `readTree` reads as the same tree. Throws a `WriteError` (SXP4031) for a tree without nodes, and in the shape `data`
 * for an attribute `type`, `text` or `children`, and for text between children.
 *
 * @example writeJson(readTree({ type: "Day", attributes: { n: "1" } }), { shape: "data" }) // '{\n  "Day": {\n    "n": 1\n  }\n}\n'
 */
export const writeJson = (tree: Tree, options: JsonWriteOptions = {}): string => joined(jsonPieces(tree, options));

/** JSON in pieces. */
export function* jsonPieces(tree: Tree, options: JsonWriteOptions = {}): Generator<string, void, undefined> {
  const printer = new JsonPrinter(indentOf(options));
  yield* emptied(printer, sendTree(tree, options.shape ?? "node", "json", printer));
  yield `${printer.take()}\n`;
}

/**
 * The children of a root as JSON Lines. Throws a `WriteError` (SXP4031) where the root has attributes, text or another type than
 * `root`: a text of lines has no place for them.
 */
export const writeJsonLines = (tree: Tree, options: Pick<JsonWriteOptions, "shape"> = {}): string =>
  joined(jsonLinesPieces(tree, options));

/** JSON Lines in pieces. */
export function* jsonLinesPieces(
  tree: Tree,
  { shape = "node" }: Pick<JsonWriteOptions, "shape"> = {},
): Generator<string, void, undefined> {
  checkPlainRoot(tree, "jsonl");
  for (let child = 2; child <= tree.size; child = tree.end[child]!) {
    const printer = new JsonPrinter("");
    if (shape === "node") yield* emptied(printer, sendNodes(tree, child, printer));
    else if (tree.typeOf(child) === "item") yield* emptied(printer, sendData(tree, child, "jsonl", printer));
    else throw unwritable(tree, child, "jsonl", `as data its type must be "item"`);
    yield `${printer.take()}\n`;
  }
}

/** Formats of rows have no root: it is `root`, and says nothing. */
function checkPlainRoot(tree: Tree, format: FormatName): void {
  if (tree.size === 0) throw unwritable(tree, 0, format, "it has no nodes");
  if (tree.typeOf(1) !== "root") throw unwritable(tree, 1, format, `its root must be of the type "root"`);
  if (tree.text[1]! >= 0 || attributesOf(tree, 1).next().done !== true)
    throw unwritable(tree, 1, format, "there is no place for attributes and text of the root");
}

/** Runs a sender, and gives what its printer has whenever that is much. */
export function* emptied(
  printer: { readonly length: number; take(): string },
  sending: Iterable<void>,
): Generator<string, void, undefined> {
  for (const _ of sending) if (printer.length > PIECE) yield printer.take();
}

/** JSON from its events. Without an indentation everything is on one line. */
export class JsonPrinter implements JsonSink {
  private out = "";
  private depth = 0;
  /** True if a member or element precedes on this level. */
  private hasBefore = false;
  private isAfterKey = false;

  /**
   * `newline`: what a line begins with, before the indentation. `space`: what comes after a colon or a comma on one line;
   * `pad`: what comes inside of braces there.
   */
  constructor(
    private readonly indent: string,
    private readonly newline = "\n",
    private readonly space = indent === "" ? "" : " ",
    private readonly pad = "",
  ) {}

  get length(): number {
    return this.out.length;
  }

  take(): string {
    const { out } = this;
    this.out = "";
    return out;
  }

  key(name: string): void {
    this.separate();
    this.out += `${JSON.stringify(name)}:${this.space}`;
    this.isAfterKey = true;
  }

  beginObject(): void {
    this.begin("{");
  }

  endObject(): void {
    this.end("}");
  }

  beginArray(): void {
    this.begin("[");
  }

  endArray(): void {
    this.end("]");
  }

  scalar(text: string | null, isString: boolean): void {
    this.separate();
    this.out += text !== null && isString ? JSON.stringify(text) : text;
    this.hasBefore = true;
  }

  private begin(bracket: string): void {
    this.separate();
    this.out += bracket === "{" ? bracket + this.pad : bracket;
    this.depth++;
    this.hasBefore = false;
  }

  private end(bracket: string): void {
    this.depth--;
    if (this.hasBefore) this.breakLine();
    if (this.hasBefore && bracket === "}") this.out += this.pad;
    this.out += bracket;
    this.hasBefore = true;
  }

  private separate(): void {
    if (this.isAfterKey) {
      this.isAfterKey = false;
      return;
    }
    if (this.hasBefore) this.out += this.indent === "" ? `,${this.space}` : ",";
    if (this.depth > 0) this.breakLine();
    this.hasBefore = true;
  }

  private breakLine(): void {
    if (this.indent !== "") this.out += this.newline + this.indent.repeat(this.depth);
  }
}
