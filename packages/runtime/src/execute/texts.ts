import type { Target, ValueExpression } from "@semantic-xpath/planner";
import { containerContext, type DerivedStore, type TextContext, type TextList } from "@semantic-xpath/scorers";
import {
  bytesToColumns,
  columnsToBytes,
  contextOf,
  DOCUMENT,
  getOrMake,
  identityOf,
  mayHaveContexts,
  nodeText,
  plainText,
  stringValue,
  type Tree,
} from "@semantic-xpath/tree";
import type { Clock } from "./clock.js";
import type { Task } from "./effects.js";
import { isPosting } from "./frame.js";
import { isAmong, NodesByText } from "./nodesByText.js";
import { type KnownTexts, knownTexts, type SharedTexts, UNKNOWN } from "./sharedTexts.js";

/** Changes with the form of what is kept, and with every change of the texts of nodes. */
const KEPT = "texts/1";
/** Texts of fewer nodes are made sooner than they are looked up. */
const MIN_KEPT = 4096;

const ABSENT = -2;
/** Entries from here downwards are several texts: list k is `FIRST_LIST - k`. */
const FIRST_LIST = -3;

/**
 * The distinct texts of one target on one tree, numbered, and each node's number. Made once per tree, node by node as they
 * are asked for: the scorer is handed equal texts once, and the same string objects every time. For a scorer that reads contexts, a node
 * that has one has a number of its own: equal texts at different places have different scores.
 */
export class TargetTexts implements TextList {
  /** By text number, of those that are read with a context, the node; and the context, once it was asked for. */
  private readonly nodes = new Map<number, number>();
  private readonly contexts = new Map<number, TextContext>();
  private readonly containers = new Map<number, Pick<TextContext, "within" | "facts">>();
  private readonly shared: SharedTexts;
  private readonly byText = new WeakMap<Int32Array, NodesByText>();

  constructor(
    private readonly tree: Tree,
    private readonly target: Target,
    /** True if some of them may be read with contexts. */
    private readonly hasContexts: boolean,
    private readonly codes: KnownTexts,
  ) {
    this.shared = codes.shared;
  }

  get texts(): readonly string[] {
    return this.shared.texts;
  }

  get size(): number {
    return this.shared.size;
  }

  /** List for a scorer: with contexts it belongs to this tree alone. */
  get list(): TextList {
    return this.hasContexts ? this : this.shared;
  }

  /** The text number of a node, or a negative code: see `numbersOf`. */
  codeOf(node: number): number {
    const code = this.codes.codeOf(node);
    return code === UNKNOWN ? this.learn(node) : code;
  }

  /** The number of a text outside of nodes; null: it is absent. */
  codeOfText(text: string | null): number {
    return text === null ? ABSENT : this.shared.number(plainText(text));
  }

  /** Sees to it that the texts of some nodes are in the list. */
  *learnAll(ids: Int32Array, clock: Clock): Task<void> {
    const { learned, apart } = this.codes;
    if (learned.has(ids)) {
      for (const node of apart.keys()) if (isAmong(ids, node)) this.codeOf(node);
      return;
    }
    const source = this.sourceOf(ids);
    const store = source === null ? null : (((yield { kind: "store" }) ?? null) as DerivedStore | null);
    // Another run may have begun with them meanwhile.
    const keeps = store !== null && this.shared.size === 0;
    if (!keeps || !this.takeKept(ids, source!, store)) {
      yield* this.learnEach(ids, clock);
      if (keeps) this.keep(ids, source!, store);
    }
    // Other lists are made for each step.
    if (isPosting(this.tree, ids)) learned.add(ids);
  }

  private *learnEach(ids: Int32Array, clock: Clock): Task<void> {
    for (let i = 0; i < ids.length; i++) {
      this.codeOf(ids[i]!);
      if ((i & 63) === 63 && clock.isDue) yield* clock.pause();
    }
  }

  /** Names the texts of some nodes in a list that is still empty, so that equal names have equal numbers; null: the tree has no identity, or the nodes are few. */
  private sourceOf(ids: Int32Array): string | null {
    if (this.target.kind !== "Node" || this.hasContexts || this.shared.size > 0 || ids.length < MIN_KEPT) return null;
    const identity = identityOf(this.tree);
    if (identity === null) return null;
    const type = this.tree.type[ids[0]!]!;
    const ofType = this.tree.postings[type]!;
    if (ids === ofType || (ids.length === ofType.length && ids.every((node, i) => node === ofType[i])))
      return `${identity} ${type}`;
    return ids.length === this.tree.size ? identity : null;
  }

  /** Takes the numbers that are kept of nodes; false: there are none. */
  private takeKept(ids: Int32Array, source: string, store: DerivedStore): boolean {
    const [bytes] = store.get(KEPT, [source]);
    const codes = bytes ? (bytesToColumns(bytes, { codes: Int32Array })?.columns.codes ?? null) : null;
    if (codes === null || codes.length !== ids.length) return false;
    const firsts: number[] = [];
    for (let i = 0; i < codes.length; i++) {
      if (codes[i] === firsts.length) firsts.push(ids[i]!);
      else if (codes[i]! > firsts.length || codes[i]! < 0) return false;
    }
    for (let i = 0; i < codes.length; i++) this.codes.setCode(ids[i]!, codes[i]!);
    this.shared.identify(source, firsts.length, (number) => nodeText(this.tree, firsts[number]!));
    return true;
  }

  private keep(ids: Int32Array, source: string, store: DerivedStore): void {
    const codes = ids.map((node) => this.codes.codeOf(node));
    let size = 0;
    for (const code of codes) if (code >= size) size = code + 1;
    // Another run may have added others meanwhile.
    if (size !== this.shared.size) return;
    this.shared.identify(source);
    store.put(KEPT, [{ source, bytes: columnsToBytes({}, [codes]) }]);
  }

  /** Nodes of each text, among some whose texts are all known; null if a node may have several texts, or none. */
  nodesByText(ids: Int32Array): NodesByText | null {
    if (this.target.kind !== "Node") return null;
    const { codes, size } = this;
    const make = (): NodesByText => new NodesByText(ids, codes, size);
    return codes.learned.has(ids) ? getOrMake(this.byText, ids, make) : make();
  }

  /** The numbers of a negative code: none where the target is absent, else all its texts. */
  numbersOf(code: number): readonly number[] {
    return code === ABSENT ? [] : this.shared.lists[FIRST_LIST - code]!;
  }

  /** Context of a text; null for none. */
  contextOf(number: number): TextContext | null {
    const node = this.nodes.get(number);
    return node === undefined ? null : getOrMake(this.contexts, number, () => this.contextAt(node));
  }

  private contextAt(node: number): TextContext {
    const { tree } = this;
    const context = contextOf(tree, node)!;
    const texts = (nodes: readonly number[]): string[] =>
      nodes.flatMap((other) => this.texts[this.codeOf(other)] ?? []);
    const { by, isDeclared } = context;
    const { within, facts } = getOrMake(this.containers, context.within, () => {
      const containers = containerContext(tree, context);
      return { within: containers.within && this.listed(containers.within), facts: this.listed(containers.facts) };
    });
    return {
      within,
      facts,
      before: texts(context.before),
      after: texts(context.after),
      by: by && this.listed(by),
      isDeclared,
    };
  }

  /** Contexts are in the list too, so that a scorer can cache them by number. */
  private listed(text: string): string {
    return text === "" ? text : this.texts[this.shared.number(text)]!;
  }

  private learn(node: number): number {
    const { target, tree } = this;
    let code: number;
    switch (target.kind) {
      case "Node":
        code = this.numberAt(node, nodeText(tree, node));
        break;
      case "Text":
        code = tree.text[node]! < 0 ? ABSENT : this.numberAt(node, plainText(tree.ownText(node)));
        break;
      case "Attribute": {
        const value = tree.attribute(node, target.name);
        code = value === undefined ? ABSENT : this.shared.number(plainText(value));
        break;
      }
      case "Field":
        code = this.learnField(node, target.name);
        break;
    }
    this.codes.setCode(node, code);
    return code;
  }

  private learnField(node: number, name: string): number {
    const value = this.tree.attribute(node, name);
    if (value !== undefined) return this.shared.number(plainText(value));
    const numbers = fieldTexts(this.tree, node, name).map((text) => this.shared.number(plainText(text)));
    if (numbers.length === 0) return ABSENT;
    return numbers.length === 1 ? numbers[0]! : FIRST_LIST - (this.shared.lists.push(numbers) - 1);
  }

  /** The number of a text that a node has by itself. */
  private numberAt(node: number, text: string): number {
    if (!this.hasContexts || contextOf(this.tree, node) === null) return this.shared.number(text);
    const number = this.shared.add(text);
    this.nodes.set(number, node);
    return number;
  }
}

/** The string values of the children of a type, in document order. */
export function fieldTexts(tree: Tree, node: number, name: string): string[] {
  const type = tree.typeId(name);
  const texts: string[] = [];
  if (type < 0) return texts;
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (tree.type[child] === type) texts.push(stringValue(tree, child));
  }
  return texts;
}

/** The result of `name()`: the type; "" for the document, which has no name. */
export const nameOf = (tree: Tree, node: number): string => (node === DOCUMENT ? "" : tree.typeOf(node));

/** The texts that a value is on a node; none if it is absent, or a number. */
export function valueTexts(tree: Tree, value: ValueExpression, node: number): readonly string[] {
  switch (value.kind) {
    case "NameValue":
      return [nameOf(tree, node)];
    case "StringValue":
      return [stringValue(tree, node)];
    case "OwnText":
      return tree.text[node]! < 0 ? [] : [tree.ownText(node)];
    case "AttributeValue":
    case "FieldValue": {
      const attribute = tree.attribute(node, value.name);
      if (attribute !== undefined) return [attribute];
      return value.kind === "FieldValue" ? fieldTexts(tree, node, value.name) : [];
    }
    default:
      return [];
  }
}

const cache = new WeakMap<Tree, Map<string, TargetTexts>>();

/** The texts of a target, shared by all runs over the tree with scorers that read contexts, or that do not. */
export function textsOf(tree: Tree, target: Target, readsContext: boolean): TargetTexts {
  const byTarget = getOrMake(cache, tree, () => new Map<string, TargetTexts>());
  const name = "name" in target ? `${target.kind} ${target.name}` : target.kind;
  const key = readsContext ? `${name} with contexts` : name;
  const cached = byTarget.get(key);
  if (cached !== undefined) return cached;
  const hasContexts = readsContext && mayHaveContexts(tree);
  const texts = new TargetTexts(tree, target, hasContexts, knownTexts(tree, hasContexts ? null : name));
  byTarget.set(key, texts);
  return texts;
}
