import type { JsonSink } from "@semantic-xpath/readers";
import type { Tree } from "@semantic-xpath/tree";
import { emptied, type JsonWriteOptions } from "./json.js";
import { indentOf, joined } from "./pieces.js";
import { sendTree } from "./shapes.js";

/**
 * A tree as YAML that `readYaml` reads as the same tree, in blocks; what could be taken for something else than a text is in quotation
 * marks. Throws as `writeJson` does.
 */
export const writeYaml = (tree: Tree, options: JsonWriteOptions = {}): string => joined(yamlPieces(tree, options));

/** YAML in pieces. */
export function* yamlPieces(tree: Tree, options: JsonWriteOptions = {}): Generator<string, void, undefined> {
  // A level is as wide as the mark of an element of a list, and YAML has no tabs.
  const printer = new YamlPrinter(" ".repeat(Math.max(2, indentOf(options).length)));
  yield* emptied(printer, sendTree(tree, options.shape ?? "node", "yaml", printer));
  yield `${printer.take()}\n`;
}

/** YAML in blocks from events of JSON. */
export class YamlPrinter implements JsonSink {
  private out = "";
  /** For each open object or list whether it has something in it yet. */
  private readonly open: { readonly isList: boolean; readonly depth: number; isEmpty: boolean }[] = [];
  /** Position of the next value. */
  private after: "start" | "key" | "dash" | "value" = "start";

  constructor(
    private readonly indent: string,
    private readonly newline = "\n",
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
    this.nextLine();
    this.out += `${yamlScalar(name)}:`;
    this.after = "key";
  }

  beginObject(): void {
    this.begin(false);
  }

  beginArray(): void {
    this.begin(true);
  }

  endObject(): void {
    this.end("{}");
  }

  endArray(): void {
    this.end("[]");
  }

  scalar(text: string | null, isString: boolean): void {
    this.dash();
    this.write(text !== null && isString ? yamlScalar(text) : (text ?? "null"));
  }

  private begin(isList: boolean): void {
    this.dash();
    const above = this.open[this.open.length - 1];
    const depth = above === undefined ? 0 : above.depth + 1;
    this.open.push({ isList, depth, isEmpty: true });
  }

  private end(empty: string): void {
    if (this.open.pop()!.isEmpty) this.write(empty);
    this.after = "value";
  }

  private write(text: string): void {
    this.out += this.after === "key" || this.after === "dash" ? ` ${text}` : text;
    this.after = "value";
  }

  /** An element of a list has its mark; its members may stand on the line of the mark. */
  private dash(): void {
    if (this.open[this.open.length - 1]?.isList !== true) return;
    this.nextLine();
    this.out += "-";
    this.after = "dash";
  }

  /** Begins a line at the level of what is open, unless it is the first of an element of a list. */
  private nextLine(): void {
    const top = this.open[this.open.length - 1]!;
    const isOnLineOfDash = this.after === "dash" && top.isEmpty;
    if (isOnLineOfDash) this.out += this.indent.slice(1) || " ";
    else if (this.after !== "start") this.out += this.newline + this.indent.repeat(top.depth);
    top.isEmpty = false;
  }
}

/** Plain where every reader takes it for a text, else in quotation marks, with the escapes that JSON and YAML share. */
export function yamlScalar(text: string, isQuoted = false): string {
  if (!isQuoted && PLAIN.test(text) && !WORDS.test(text)) return text;
  return JSON.stringify(text).replace(UNPRINTED, (character) => `\\u${hex(character)}`);
}

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** Begins with a letter, has nothing in it that means something in YAML, and ends with no space. */
const PLAIN = /^(?=\p{L})(?:[\p{L}\p{Nd}_./()@+'-]|[ ](?=[\p{L}\p{Nd}_(.])|,(?= ))+$/u;
/** Words that YAML 1.1 or 1.2 read as other values. */
const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf)$/i;
/** Characters that YAML allows only as an escape. */
const UNPRINTED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
