import type {
  Axis,
  AxisStep,
  Bracket,
  Call,
  CombineFunction,
  Comparison,
  Evidence,
  Expr,
  Group,
  IdStep,
  Index,
  Meet,
  OrderBy,
  Path,
  Quantified,
  Query,
  Segment,
  Value,
  ValueQuery,
} from "@semantic-xpath/parser";
import type { ValueType } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/runtime";
import { callRow } from "@semantic-xpath/values";
import { nodeText, plainText, stringValue } from "../../packages/tree/src/text.js";
import {
  type Atom,
  arithmetic,
  column,
  compare,
  compareAtoms,
  Declared,
  distinct,
  extreme,
  SCALARS,
  single,
  textOf,
  total,
  zeroOf,
} from "./atoms.js";

/**
 * The dynamic semantics (language.md §4 and §6) written down once more, straight from the text, with no thought of speed: the oracle
 * that the engine must agree with bit for bit. Node 0 is the document node; an item is a node, an attribute of it, or its own text.
 */
export type ReferenceScorer = (text: string, condition: string) => number;
export interface Item {
  readonly node: number;
  /** `@name`, `text()`, or null: the node itself. */
  readonly part: string | null;
  readonly weight: number;
}
type Arguments = Readonly<Record<string, Atom>>;
type Sequence = readonly Item[];

/** Where an expression is evaluated: an item, its place in its list, and what quantifiers around it have bound. */
interface Place {
  readonly node: number;
  /** As of an item. */
  readonly part: string | null;
  readonly place: number;
  readonly last: number;
  readonly bound: Readonly<Record<string, Item>>;
}

const DOCUMENT: Item = { node: 0, part: null, weight: 1 };
const NOTHING_BOUND = {};

export class Reference {
  constructor(
    private readonly tree: Tree,
    private readonly scorer: ReferenceScorer,
    private readonly params: Arguments = {},
    /** Of attributes whose type a schema declares. */
    private readonly declared: Readonly<Record<string, ValueType>> = {},
    /** Of references, by attribute and by the type of node that has it: the types that a schema lets them lead to. */
    private readonly references: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {},
  ) {}

  /** §4.3: the whole result, weight 0 left out. */
  run(query: Query): Sequence {
    const result = this.query(query, NOTHING_BOUND).filter((item) => item.weight > 0 && item.node !== 0);
    return this.inOrder(query, result, NOTHING_BOUND);
  }

  /** §6: a value as a result, and the nodes and attributes that it was made of. */
  value({ value }: ValueQuery): { readonly value: readonly Atom[]; readonly contributors: Sequence } {
    const at = { node: 0, part: null, place: 1, last: 1, bound: NOTHING_BOUND };
    const contributors = evidenceIn(value).flatMap((evidence) => this.evidence(evidence, at));
    const result = value.kind === "Comparison" ? [this.comparison(value, at)] : this.values(value, at);
    return {
      value: result.map((atom) => (typeof atom === "object" ? textOf(atom) : atom)),
      contributors: merge(contributors.filter(({ node }) => node !== 0).map((item) => ({ ...item, weight: 1 }))),
    };
  }

  private query(query: Query, bound: Place["bound"]): Sequence {
    return merge(query.paths.flatMap((path) => this.set(path as Path | Meet, bound)));
  }

  /** `except` and `intersect`: membership, whatever the weight, and the weights of the left. */
  private set(set: Path | Meet, bound: Place["bound"]): Sequence {
    if (set.kind === "Path") return this.path(set, bound);
    const right = this.path(set.right as Path, bound);
    return this.set(set.left as Path | Meet, bound).filter(
      (item) => right.some((other) => order(item, other) === 0) === (set.operator === "intersect"),
    );
  }

  private path(path: Path, bound: Place["bound"]): Sequence {
    const start = path.head === null ? [DOCUMENT] : this.group(path.head, bound);
    return this.segments(start, path.segments, bound);
  }

  /** Brackets of a group act on the whole result, in its order. */
  private group(group: Group, bound: Place["bound"]): Sequence {
    const all = this.query(group.query, bound);
    if (group.brackets.length === 0) return all;
    const result = all.filter((item) => item.node !== 0);
    return merge(this.brackets(this.inOrder(group.query, result, bound), group.brackets, bound));
  }

  /** By the keys that reordered last, else by rank: without a relevance all weights are 1, and rank is document order. */
  private inOrder(query: Query, items: Sequence, bound: Place["bound"]): Sequence {
    const last = lastKeys(query);
    return last === null ? byRank(items) : this.byKeys(items, last.keys, bound, last.areOfNodes);
  }

  /** Absent keys last, ascending and descending; ties by weight, then in document order. */
  private byKeys(items: Sequence, { keys }: OrderBy, bound: Place["bound"], areOfNodes = false): Sequence {
    const columns = keys.map(({ value, direction }) => ({
      sign: direction === "descending" ? -1 : 1,
      keys: column(
        items.map((item) => {
          const part = areOfNodes ? null : item.part;
          return single(this.values(value as Value, { node: item.node, part, place: 0, last: 0, bound }));
        }),
      ),
    }));
    const placed = byRank(items).map((item) => ({ item, at: items.indexOf(item) }));
    placed.sort((a, b) => {
      for (const { sign, keys: of } of columns) {
        const [left, right] = [of[a.at]!, of[b.at]!];
        if (left === right) continue;
        if (left === null || right === null) return left === null ? 1 : -1;
        return left < right ? -sign : sign;
      }
      return 0;
    });
    return placed.map(({ item }) => item);
  }

  private segments(start: Sequence, segments: readonly Segment[], bound: Place["bound"]): Sequence {
    return segments.reduce<Sequence>((contexts, { separator, step }) => {
      const explicit = step.kind !== "AxisStep" || step.axis !== null;
      const from =
        separator === "//" && explicit
          ? this.step(contexts, (c) => [c, ...this.axis("descendant", c)], [], bound)
          : contexts;
      if (step.kind === "AttributeStep") {
        const name = (step.name as { text: string }).text;
        return from
          .filter((c) => c.part === null && this.tree.attribute(c.node, name) !== undefined)
          .map((c) => ({ ...c, part: `@${name}` }));
      }
      if (step.kind === "TextStep")
        return from
          .filter((c) => c.part === null && this.tree.ownText(c.node) !== "")
          .map((c) => ({ ...c, part: "text()" }));
      if (step.kind === "SelfStep") return from.filter((c) => c.part === null);
      if (step.kind === "IdStep") return this.step(from, (c) => this.referred(step, c, bound), step.brackets, bound);
      if (step.kind === "ParentStep") {
        const owners = from.filter((c) => c.part !== null).map((c) => ({ ...c, part: null }));
        return merge([...owners, ...this.step(from, (c) => this.axis("parent", c), [], bound)]);
      }
      const { test, brackets, axis } = step as AxisStep;
      const names = test.kind === "NameTest" ? test.names.map((name) => (name as { text: string }).text) : null;
      const passes = (n: number): boolean => n !== 0 && (names === null || names.includes(this.tree.node(n).type));
      return this.step(
        from,
        (c) => this.axis(axis ?? (separator === "//" ? "descendant" : "child"), c).filter(passes),
        brackets,
        bound,
      );
    }, start);
  }

  /** §4.1: the union over the context nodes of their bracketed candidates, each with context weight × own score. */
  private step(
    contexts: Sequence,
    candidates: (node: number) => number[],
    brackets: readonly Bracket[],
    bound: Place["bound"],
  ): Sequence {
    return merge(
      contexts
        .filter((c) => c.part === null)
        .flatMap((context) => {
          const list = candidates(context.node).map((node) => ({ node, part: null, weight: 1 }));
          return this.brackets(list, brackets, bound).map((own) => ({ ...own, weight: context.weight * own.weight }));
        }),
    );
  }

  /** The nodes that the values name, in document order, each once; those of a declared reference only of its types. */
  private referred({ argument }: IdStep, n: number, bound: Place["bound"]): number[] {
    const texts = this.values(argument as Value, { node: n, part: null, place: 0, last: 0, bound }).map(textOf);
    const named = new Set(texts.flatMap((text) => this.named(text)));
    const isDeclared = argument.kind === "AttributeReference" || argument.kind === "FieldReference";
    const isRead = isDeclared && this.tree.attribute(n, (argument.name as { text: string }).text) !== undefined;
    const types = isRead ? this.leadsTo(n, (argument.name as { text: string }).text) : null;
    return Array.from(this.tree.type.keys()).filter(
      (v) => named.has(v) && (types === null || types.includes(this.tree.node(v).type)),
    );
  }

  /** The node of which the text is the id, else those of its words; of several with one id the first. */
  private named(text: string): number[] {
    const nodeOf = (id: string): number | undefined =>
      Array.from(this.tree.type.keys()).find(
        (v) => v !== 0 && id !== "" && ["id", "xml:id"].some((name) => this.tree.attribute(v, name) === id),
      );
    const whole = nodeOf(text);
    return whole === undefined ? text.split(/[ \t\r\n]+/).flatMap((word) => nodeOf(word) ?? []) : [whole];
  }

  private leadsTo(n: number, name: string): readonly string[] | null {
    return this.references[name]?.[this.tree.node(n).type] ?? null;
  }

  private axis(axis: Axis, n: number): number[] {
    const { parent, end, type } = this.tree;
    const all = Array.from(type.keys());
    const within = (a: number, b: number): boolean => a > b && a < end[b]!;
    switch (axis) {
      case "self":
        return [n];
      case "child":
        return all.filter((v) => parent[v] === n);
      case "descendant":
        return all.filter((v) => within(v, n));
      case "descendant-or-self":
        return [n, ...this.axis("descendant", n)];
      case "parent":
        return parent[n]! < 0 ? [] : [parent[n]!];
      case "ancestor":
        return all.filter((v) => within(n, v)).reverse();
      case "ancestor-or-self":
        return [n, ...this.axis("ancestor", n)];
      case "following-sibling":
        return all.filter((v) => n !== 0 && parent[v] === parent[n] && v > n);
      case "preceding-sibling":
        return all.filter((v) => n !== 0 && parent[v] === parent[n] && v < n).reverse();
      case "following":
        return all.filter((v) => v >= end[n]!);
      case "preceding":
        return all.filter((v) => v !== 0 && v < n && !within(n, v)).reverse();
    }
  }

  private brackets(list: Sequence, brackets: readonly Bracket[], bound: Place["bound"]): Sequence {
    return brackets.reduce<Sequence>((items, { content }) => {
      switch (content.kind) {
        case "IndexPosition": {
          const i = this.index(content.index);
          return items.filter((_, at) => at === (i > 0 ? i - 1 : items.length + i));
        }
        case "RangePosition":
          return this.range(items, content.from, content.to);
        case "SiblingOffset":
          return items.flatMap((item) => {
            const siblings = this.axis("child", this.tree.parent[item.node]!);
            const sibling = siblings[siblings.indexOf(item.node) + content.offset];
            return sibling === undefined || item.part !== null ? [] : [{ ...item, node: sibling }];
          });
        case "OrderBy":
          return this.byKeys(items, content, bound);
        case "GroupBy":
          throw new Error("groups have an evaluator of their own");
        default:
          return this.expression(items, content, bound);
      }
    }, list);
  }

  private index(index: Index): number {
    return Number(index.kind === "ParameterReference" ? this.params[index.name] : (index as { value: number }).value);
  }

  private range(items: Sequence, from: Index | null, to: Index | null): Sequence {
    const count = items.length;
    const first = from === null ? 1 : this.index(from) < 0 ? count + this.index(from) + 1 : this.index(from);
    const last = to === null ? count : this.index(to) < 0 ? count + this.index(to) + 1 : this.index(to);
    return items.filter((_, at) => at + 1 >= first && at + 1 <= last);
  }

  private expression(items: Sequence, expr: Expr, bound: Place["bound"]): Sequence {
    const at = (i: number): Place => ({
      node: items[i]!.node,
      part: items[i]!.part,
      place: i + 1,
      last: items.length,
      bound,
    });
    if (isNumber(expr))
      return items.filter((_, i) => this.values(expr as Value, at(i)).some((n) => compareAtoms(n, "=", i + 1)));
    if (!graded(expr)) return items.filter((_, i) => this.truth(expr, at(i)));
    return byRank(items.map((item, i) => ({ ...item, weight: item.weight * this.score(expr, at(i)) })));
  }

  /** §4.2 */
  private score(expr: Expr, at: Place): number {
    if (!graded(expr)) return this.truth(expr, at) ? 1 : 0;
    const scores = (operands: readonly Expr[]): number[] => operands.map((operand) => this.score(operand, at));
    switch (expr.kind) {
      case "Relevance": {
        const condition = textOf(this.values(expr.condition as Value, at)[0]!);
        const { target } = expr;
        const texts =
          target.kind === "NodeTarget"
            ? [at.part === null ? nodeText(this.tree, at.node) : plainText(textOf(this.item(at)))]
            : this.values(target as Value, at).map((atom) => plainText(textOf(atom)));
        return texts.reduce((best, text) => Math.max(best, this.scorer(text, condition)), 0);
      }
      case "Aggregate": {
        const weights = this.evidence(expr.evidence, at).map((e) => e.weight);
        return weights.length === 0 ? 0 : aggregate(expr.function, weights);
      }
      case "Combine":
        return aggregate(expr.function, scores(expr.operands));
      case "And":
        return aggregate("min", scores(expr.operands));
      case "Or":
        return aggregate("max", scores(expr.operands));
      case "Not":
        return 1 - this.score(expr.operand, at);
      default:
        throw new Error(expr.kind);
    }
  }

  private truth(expr: Expr, at: Place): boolean {
    switch (expr.kind) {
      case "And":
        return expr.operands.every((operand) => this.truth(operand, at));
      case "Or":
        return expr.operands.some((operand) => this.truth(operand, at));
      case "Combine":
        return COMBINED[expr.function].ofConditions === "some"
          ? expr.operands.some((o) => this.truth(o, at))
          : expr.operands.every((o) => this.truth(o, at));
      case "Not":
        return !this.truth(expr.operand, at);
      case "Quantified":
        return this.quantified(expr, at);
      case "Comparison":
        return this.comparison(expr, at);
      default:
        return this.effective(expr as Value, at);
    }
  }

  /** A value where a condition is: a Boolean as it is, a number if it is not 0, else whether it is there. */
  private effective(value: Value, at: Place): boolean {
    const [first, ...more] = this.values(value, at);
    if (more.length > 0 || first === undefined) return first !== undefined;
    return value.kind === "Call" || value.kind === "Arithmetic" || value.kind === "Negative" ? Boolean(first) : true;
  }

  /** Nested loops over the bindings, from left to right. */
  private quantified({ quantifier, bindings, condition }: Quantified, at: Place): boolean {
    const holds = (from: number, here: Place): boolean => {
      const binding = bindings[from];
      if (binding === undefined) return this.truth(condition, here);
      const { name } = binding.parameter as { name: string };
      const choices = this.evidence(binding.evidence, here).map((item) => ({
        ...here,
        bound: { ...here.bound, [name]: item },
      }));
      return quantifier === "some"
        ? choices.some((choice) => holds(from + 1, choice))
        : choices.every((choice) => holds(from + 1, choice));
    };
    return holds(0, at);
  }

  /** True if it is for some pair of values; a name is a text, whatever is beside it; a relevance or a condition is one number. */
  private comparison({ left, operator, right }: Comparison, at: Place): boolean {
    const rights = this.values(right as Value, at);
    if (!isValue(left)) return compare(this.score(left, at), operator, Number(rights[0]));
    const isName = [left, right].some((side) => side.kind === "Call" && side.function === "name");
    return this.values(left, at).some((a) =>
      rights.some((b) => (isName ? compare(textOf(a), operator, textOf(b)) : compareAtoms(a, operator, b))),
    );
  }

  /** From the node, from the document node, or from what a quantifier has bound. */
  private evidence({ start, segments }: Evidence, at: Place): Sequence {
    const from =
      start === null
        ? { ...DOCUMENT, node: at.node, part: at.part }
        : start.kind === "RootStart"
          ? DOCUMENT
          : start.kind === "Group"
            ? null
            : at.bound[start.name]!;
    if (from === null) throw new Error("sets as values have an evaluator of their own");
    return this.segments([{ ...from, weight: 1 }], segments, at.bound);
  }

  private item({ node, part }: Pick<Item, "node" | "part">): Atom {
    return this.valueOf({ node, part, weight: 1 });
  }

  /** The value of an attribute, the own text, or the text of a node and of all below it. */
  private valueOf({ node, part }: Item): Atom {
    if (part === null) return stringValue(this.tree, node);
    return part === "text()" ? this.tree.ownText(node) : this.attribute(node, part.slice(1))!;
  }

  private attribute(node: number, name: string): Atom | undefined {
    const text = this.tree.attribute(node, name);
    if (text === undefined) return undefined;
    const type = this.declared[name];
    return type === undefined ? text : new Declared(text, type);
  }

  /** The declared type of what a path to attributes leads to. */
  private typeOf(value: Value): ValueType | undefined {
    const step = value.kind === "Evidence" ? value.segments.at(-1)!.step : null;
    return step?.kind === "AttributeStep" ? this.declared[(step.name as { text: string }).text] : undefined;
  }

  private values(value: Value, at: Place): readonly Atom[] {
    switch (value.kind) {
      case "StringLiteral":
      case "NumberLiteral":
      case "BooleanLiteral":
        return [value.value];
      case "ParameterReference": {
        const item = at.bound[value.name];
        return [item === undefined ? this.params[value.name]! : this.valueOf(item)];
      }
      case "AttributeReference":
      case "FieldReference":
        return this.field((value.name as { text: string }).text, value.kind === "FieldReference", at.node);
      case "StringValue":
        return [this.item(at)];
      case "TextTarget":
        return [this.tree.ownText(at.node)].filter((text) => text !== "");
      case "Evidence":
        return this.evidence(value, at).map((item) => this.valueOf(item));
      case "Arithmetic": {
        const [left, right] = [value.left, value.right].map((side) => single(present(this.values(side as Value, at))));
        return [arithmetic(value.operator, left!, right!)].filter((atom) => atom !== null);
      }
      case "Negative": {
        const operand = single(present(this.values(value.operand as Value, at)));
        return [arithmetic("*", operand, -1)].filter((atom) => atom !== null);
      }
      case "Concatenation":
        return [value.operands.map((operand) => this.values(operand as Value, at).map(textOf)[0] ?? "").join("")];
      case "Call":
        return this.call(value, at);
    }
  }

  private field(name: string, isBare: boolean, node: number): Atom[] {
    const attribute = this.attribute(node, name);
    if (attribute !== undefined) return [attribute];
    const children = isBare ? this.axis("child", node).filter((c) => this.tree.node(c).type === name) : [];
    return children.map((c) => stringValue(this.tree, c));
  }

  private call({ function: name, arguments: given }: Call, at: Place): readonly Atom[] {
    if (name === "position") return [at.place];
    if (name === "last") return [at.last];
    // The document node has no name.
    if (name === "name" && at.node === 0) return [""];
    if (name === "name") return [at.part === null ? this.tree.node(at.node).type : at.part.replace(/^@|^text.*/, "")];
    if (name === "true" || name === "false") return [name === "true"];
    if (name === "current-date" || name === "current-dateTime") throw new Error("the clock is no part of the law");
    const [first = [this.item(at)], ...others] = given.map((each) => this.values(each as Value, at));
    switch (name) {
      case "exists":
        return [first.length > 0];
      case "empty":
        return [first.length === 0];
      case "count":
        return [first.length];
      case "sum":
        return [present(first).length === 0 ? zeroOf(this.typeOf(given[0] as Value)) : total(name, present(first))];
      case "avg":
        return present(first).length === 0 ? [] : [total(name, present(first))];
      case "min":
      case "max":
        return extreme(name, first);
      case "distinct-values":
        return distinct(first);
      case "string-join":
        return [first.map(textOf).join(textOf(single(others[0] ?? []) ?? ""))];
      case "boolean":
        return [single(first) !== null && (isOfData(given[0] as Value, at) || truthOf(first[0]!))];
      default: {
        const rest = others.map(single);
        const tried = isAnyOf(name) && first.length > 0 ? first : [single(first)];
        const results = tried.map((one) => SCALARS[name](one, ...rest)).filter((atom) => atom !== null);
        return typeof results[0] === "boolean" ? [results.includes(true)] : results;
      }
    }
  }
}

/** A blank text is absent where a number is needed. */
const present = (atoms: readonly Atom[]): readonly Atom[] =>
  atoms.filter((atom) => typeof atom !== "string" || atom.trim() !== "");

/** Tests that each of several values of the first argument is tried. */
function isAnyOf(name: Call["function"]): boolean {
  const row = callRow(name);
  return row.kind === "scalar" && row.parameters[0]?.isAny === true;
}

/** A node, attribute or text of the data; a bound one too. */
const isOfData = (value: Value, at: Place): boolean =>
  ["AttributeReference", "FieldReference", "StringValue", "TextTarget", "Evidence"].includes(value.kind) ||
  (value.kind === "ParameterReference" && at.bound[value.name] !== undefined);

const truthOf = (atom: Atom): boolean =>
  typeof atom === "number" ? atom !== 0 && !Number.isNaN(atom) : typeof atom === "boolean" ? atom : textOf(atom) !== "";

const isValue = (expr: Comparison["left"]): expr is Value =>
  !["Quantified", "Or", "And", "Not", "Comparison", "Relevance", "Aggregate", "Combine", "Missing"].includes(expr.kind);

/** §6: a bracket with it alone is a position. */
const isNumber = (expr: Expr): boolean =>
  expr.kind === "Arithmetic" ||
  expr.kind === "Negative" ||
  (expr.kind === "Call" && ["number", "amount"].includes(callRow(expr.function).gives));

/** The paths of a value, those of brackets left out. */
function evidenceIn(value: ValueQuery["value"]): readonly Evidence[] {
  switch (value.kind) {
    case "Evidence":
      return [value];
    case "Comparison":
    case "Arithmetic":
      return [value.left, value.right].flatMap((side) => evidenceIn(side as Value));
    case "Negative":
      return evidenceIn(value.operand as Value);
    case "Call":
      return value.arguments.flatMap((each) => evidenceIn(each as Value));
    default:
      return [];
  }
}

/** §6: the keys that order a whole result: of the brackets that reordered its last step or group last. */
function lastKeys({ paths }: Query): { readonly keys: OrderBy; readonly areOfNodes: boolean } | null {
  const [path] = paths;
  if (paths.length > 1 || path?.kind !== "Path") return null;
  const isPart = ({ separator, step }: Segment): boolean =>
    separator === "/" && (step.kind === "AttributeStep" || step.kind === "TextStep");
  const steps = path.segments.filter((segment) => !isPart(segment));
  const last = steps.at(-1)?.step;
  if (last === undefined && path.head === null) return null;
  const brackets =
    last === undefined ? path.head!.brackets : last.kind === "AxisStep" || last.kind === "IdStep" ? last.brackets : [];
  const reordering = brackets
    .map(({ content }) => content)
    .filter(reorders)
    .at(-1);
  const areOfNodes = path.segments.length > 0;
  if (reordering === undefined) {
    const inner = last === undefined ? lastKeys(path.head!.query) : null;
    return inner && { ...inner, areOfNodes: areOfNodes || inner.areOfNodes };
  }
  return reordering.kind === "OrderBy" ? { keys: reordering, areOfNodes } : null;
}

const reorders = (content: Bracket["content"]): boolean =>
  content.kind === "OrderBy" ||
  content.kind === "SiblingOffset" ||
  (content.kind !== "IndexPosition" &&
    content.kind !== "RangePosition" &&
    content.kind !== "GroupBy" &&
    graded(content));

/** §3: which expressions are a Relevance. */
export function graded(expr: Expr): boolean {
  switch (expr.kind) {
    case "Relevance":
    case "Aggregate":
      return true;
    case "Combine":
      return COMBINED[expr.function].ofConditions === null || expr.operands.some(graded);
    case "And":
    case "Or":
      return expr.operands.some(graded);
    case "Not":
      return graded(expr.operand);
    default:
      return false;
  }
}

const order = (a: Item, b: Item): number =>
  a.node - b.node || ((a.part ?? "") < (b.part ?? "") ? -1 : a.part === b.part ? 0 : 1);
const byDocument = (items: Sequence): Item[] => [...items].sort(order);
const byRank = (items: Sequence): Item[] => [...items].sort((a, b) => b.weight - a.weight || order(a, b));

/** A node reached more than once keeps its highest weight; document order. */
function merge(items: Sequence): Item[] {
  return byDocument(items)
    .sort((a, b) => order(a, b) || b.weight - a.weight)
    .filter((item, i, all) => i === 0 || order(all[i - 1]!, item) !== 0);
}

function aggregate(fn: CombineFunction, values: readonly number[]): number {
  return COMBINED[fn].of(values);
}

interface Combined {
  readonly of: (values: readonly number[]) => number;
  /** What it is of conditions alone; null: graded. */
  readonly ofConditions: "every" | "some" | null;
}

const COMBINED: Readonly<Record<CombineFunction, Combined>> = {
  min: { of: (values) => Math.min(...values), ofConditions: "every" },
  max: { of: (values) => Math.max(...values), ofConditions: "some" },
  avg: { of: (values) => values.reduce((sum, value) => sum + value) / values.length, ofConditions: null },
  product: { of: (values) => values.reduce((product, value) => product * value), ofConditions: null },
  gmean: {
    of: (values) =>
      values.includes(0) ? 0 : Math.exp(values.map(Math.log).reduce((sum, value) => sum + value, 0) / values.length),
    ofConditions: null,
  },
};
