import type {
  Aggregate,
  AxisStep,
  Bracket,
  Combine,
  Comparison,
  Evidence,
  Expr,
  Group,
  Index,
  Path,
  Query,
  Segment,
  Value,
} from "@semantic-xpath/parser";
import type { Tree } from "@semantic-xpath/runtime";
import { nodeText, stringValue } from "../../packages/tree/src/text.js";

/**
 * The dynamic semantics (language.md §4) written down once more, straight from the text, with no thought of speed: the oracle
 * that the engine must agree with bit for bit. Node 0 is the document node; an item is a node, or an attribute of it.
 */
export type ReferenceScorer = (text: string, condition: string) => number;
export interface Item {
  readonly node: number;
  readonly attribute: string | null;
  readonly weight: number;
}
type Arguments = Readonly<Record<string, string | number | boolean>>;
type Sequence = readonly Item[];

export class Reference {
  constructor(
    private readonly tree: Tree,
    private readonly scorer: ReferenceScorer,
    private readonly params: Arguments = {},
  ) {}

  /** §4.3: the whole result, weight 0 left out. */
  run(query: Query): Sequence {
    const result = this.query(query).filter((item) => item.weight > 0 && item.node !== 0);
    return ranked(query) ? byRank(result) : byDocument(result);
  }

  private query(query: Query): Sequence {
    return merge(query.paths.flatMap((path) => this.path(path as Path)));
  }

  private path(path: Path): Sequence {
    const start = path.head === null ? [{ node: 0, attribute: null, weight: 1 }] : this.group(path.head);
    return this.segments(start, path.segments);
  }

  /** Brackets of a group act on the whole result, in its order. */
  private group(group: Group): Sequence {
    const all = this.query(group.query);
    if (group.brackets.length === 0) return all;
    const result = all.filter((item) => item.node !== 0);
    return merge(this.brackets(ranked(group.query) ? byRank(result) : result, group.brackets));
  }

  private segments(start: Sequence, segments: readonly Segment[]): Sequence {
    return segments.reduce<Sequence>((contexts, { separator, step }) => {
      const explicit = step.kind !== "AxisStep" || step.axis !== null;
      const from =
        separator === "//" && explicit ? this.step(contexts, (c) => [c, ...this.axis("descendant", c)], []) : contexts;
      if (step.kind === "AttributeStep") {
        const name = (step.name as { text: string }).text;
        return from
          .filter((c) => c.attribute === null && this.tree.attribute(c.node, name) !== undefined)
          .map((c) => ({ ...c, attribute: name }));
      }
      if (step.kind === "SelfStep") return from.filter((c) => c.attribute === null);
      if (step.kind === "ParentStep") return this.step(from, (c) => this.axis("parent", c), []);
      const { test, brackets, axis } = step as AxisStep;
      const names = test.kind === "NameTest" ? test.names.map((name) => (name as { text: string }).text) : null;
      const passes = (n: number): boolean => n !== 0 && (names === null || names.includes(this.tree.node(n).type));
      return this.step(
        from,
        (c) => this.axis(axis ?? (separator === "//" ? "descendant" : "child"), c).filter(passes),
        brackets,
      );
    }, start);
  }

  /** §4.1: the union over the context nodes of their bracketed candidates, each with context weight × own score. */
  private step(contexts: Sequence, candidates: (node: number) => number[], brackets: readonly Bracket[]): Sequence {
    return merge(
      contexts
        .filter((c) => c.attribute === null)
        .flatMap((context) => {
          const list = candidates(context.node).map((node) => ({ node, attribute: null, weight: 1 }));
          return this.brackets(list, brackets).map((own) => ({ ...own, weight: context.weight * own.weight }));
        }),
    );
  }

  private axis(axis: string, n: number): number[] {
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
      default:
        return all.filter((v) => v !== 0 && v < n && !within(n, v)).reverse();
    }
  }

  private brackets(list: Sequence, brackets: readonly Bracket[]): Sequence {
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
            return sibling === undefined || item.attribute !== null ? [] : [{ ...item, node: sibling }];
          });
        default:
          return this.expression(items, content);
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

  private expression(items: Sequence, expr: Expr): Sequence {
    const at = (i: number): Place => ({
      node: items[i]!.node,
      attribute: items[i]!.attribute,
      place: i + 1,
      last: items.length,
    });
    if (expr.kind === "NodeFunction" && expr.name !== "name")
      return items.filter((_, i) => this.number(expr, at(i)) === i + 1);
    if (expr.kind === "Count") return items.filter((_, i) => this.number(expr, at(i)) === i + 1);
    if (!graded(expr)) return items.filter((_, i) => this.truth(expr, at(i)));
    return byRank(items.map((item, i) => ({ ...item, weight: item.weight * this.score(expr, at(i)) })));
  }

  /** §4.2 */
  private score(expr: Expr, at: Place): number {
    if (!graded(expr)) return this.truth(expr, at) ? 1 : 0;
    const scores = (operands: readonly Expr[]): number[] => operands.map((operand) => this.score(operand, at));
    switch (expr.kind) {
      case "Relevance": {
        const condition =
          expr.condition.kind === "StringLiteral"
            ? expr.condition.value
            : String(this.params[(expr.condition as { name: string }).name]);
        return this.texts(expr.target, at.node).reduce((best, text) => Math.max(best, this.scorer(text, condition)), 0);
      }
      case "Aggregate": {
        const weights = this.evidence(expr.evidence, at.node).map((e) => e.weight);
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

  private texts(target: { readonly kind: string; readonly name?: unknown }, node: number): string[] {
    const own = this.tree.ownText(node);
    if (target.kind === "NodeTarget") return [nodeText(this.tree, node)];
    if (target.kind === "TextTarget") return own === "" ? [] : [own];
    return this.values(target as Value, node);
  }

  private values(value: Value, node: number): string[] {
    if (value.kind === "NodeFunction" && value.name === "name") return [this.tree.node(node).type];
    if (value.kind === "StringValue") return [stringValue(this.tree, node)];
    if (value.kind === "TextTarget") return this.texts(value, node);
    const name = ((value as { name: { text: string } }).name as { text: string }).text;
    const attribute = this.tree.attribute(node, name);
    if (attribute !== undefined) return [attribute];
    if (value.kind === "AttributeReference") return [];
    return this.axis("child", node)
      .filter((c) => this.tree.node(c).type === name)
      .map((c) => stringValue(this.tree, c));
  }

  private evidence(evidence: Evidence, node: number): Sequence {
    return this.segments([{ node, attribute: null, weight: 1 }], evidence.segments);
  }

  private truth(expr: Expr, at: Place): boolean {
    switch (expr.kind) {
      case "And":
        return expr.operands.every((operand) => this.truth(operand, at));
      case "Or":
        return expr.operands.some((operand) => this.truth(operand, at));
      case "Combine":
        return expr.function === "max"
          ? expr.operands.some((o) => this.truth(o, at))
          : expr.operands.every((o) => this.truth(o, at));
      case "Not":
        return !this.truth(expr.operand, at);
      case "Exists":
        return this.evidence(expr.evidence, at.node).length > 0;
      case "Count":
        return this.number(expr, at) !== 0;
      case "NodeFunction":
        return true;
      case "AttributeReference":
      case "FieldReference":
      case "TextTarget":
        return this.values(expr, at.node).length > 0;
      case "Call": {
        const argument =
          expr.argument.kind === "StringLiteral"
            ? expr.argument.value
            : String(this.params[(expr.argument as { name: string }).name]);
        const value = expr.value as Value;
        const isNumber = value.kind === "Count" || (value.kind === "NodeFunction" && value.name !== "name");
        const present = isNumber ? [String(this.number(value, at))] : this.values(value, at.node);
        const texts = present.length === 0 ? [""] : present;
        return texts.some((text) =>
          expr.function === "contains"
            ? text.includes(argument)
            : expr.function === "starts-with"
              ? text.startsWith(argument)
              : text.endsWith(argument),
        );
      }
      case "Comparison":
        return this.comparison(expr, at);
      default:
        throw new Error(expr.kind);
    }
  }

  private comparison({ left, operator, right }: Comparison, at: Place): boolean {
    const value =
      right.kind === "ParameterReference"
        ? this.params[right.name]!
        : (right as { value: string | number | boolean }).value;
    if (
      left.kind === "AttributeReference" ||
      left.kind === "FieldReference" ||
      left.kind === "StringValue" ||
      left.kind === "TextTarget"
    )
      return this.values(left, at.node).some((text) => compareText(text, operator, value));
    if (left.kind === "NodeFunction" && left.name === "name")
      return compare(this.tree.node(at.node).type, operator, String(value));
    if (left.kind === "NodeFunction" || left.kind === "Count")
      return compare(this.number(left, at), operator, Number(value));
    return compare(this.score(left, at), operator, Number(value));
  }

  private number(value: Value, at: Place): number {
    if (value.kind === "Count") return this.evidence(value.evidence, at.node).length;
    return value.kind === "NodeFunction" && value.name === "position" ? at.place : at.last;
  }
}

interface Place {
  readonly node: number;
  readonly attribute: string | null;
  readonly place: number;
  readonly last: number;
}

/** §3: which expressions are a Relevance. */
export function graded(expr: Expr): boolean {
  switch (expr.kind) {
    case "Relevance":
    case "Aggregate":
      return true;
    case "Combine":
      return ["product", "avg", "gmean"].includes(expr.function) || (expr as Combine).operands.some(graded);
    case "And":
    case "Or":
      return expr.operands.some(graded);
    case "Not":
      return graded(expr.operand);
    default:
      return false;
  }
}

/** §4.3: whether a relevance has been applied on the way. */
const ranked = (query: Query): boolean =>
  query.paths.some((path) => {
    const { head, segments } = path as Path;
    const brackets = [
      ...(head?.brackets ?? []),
      ...segments.flatMap(({ step }) => (step.kind === "AxisStep" ? step.brackets : [])),
    ];
    return (
      (head !== null && ranked(head.query)) ||
      brackets.some(({ content }) => !content.kind.match(/Position$|Offset$/) && graded(content as Expr))
    );
  });

const order = (a: Item, b: Item): number =>
  a.node - b.node || ((a.attribute ?? "") < (b.attribute ?? "") ? -1 : a.attribute === b.attribute ? 0 : 1);
const byDocument = (items: Sequence): Item[] => [...items].sort(order);
const byRank = (items: Sequence): Item[] => [...items].sort((a, b) => b.weight - a.weight || order(a, b));

/** A node reached more than once keeps its highest weight; document order. */
function merge(items: Sequence): Item[] {
  return byDocument(items)
    .sort((a, b) => order(a, b) || b.weight - a.weight)
    .filter((item, i, all) => i === 0 || order(all[i - 1]!, item) !== 0);
}

function aggregate(fn: Aggregate["function"] | Combine["function"], values: readonly number[]): number {
  if (fn === "min" || fn === "max") return Math[fn](...values);
  if (fn === "product") return values.reduce((product, value) => product * value);
  if (fn === "avg") return values.reduce((sum, value) => sum + value) / values.length;
  return values.includes(0) ? 0 : Math.exp(values.map(Math.log).reduce((sum, value) => sum + value, 0) / values.length);
}

function compareText(text: string, operator: string, right: string | number | boolean): boolean {
  const number = (value: string): number =>
    /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : Number.NaN;
  if (typeof right === "boolean")
    return (text === "true" || text === "1") === right
      ? operator === "=" && /^(true|false|0|1)$/.test(text)
      : operator === "!=";
  if (typeof right === "number") return compare(number(text), operator, right);
  if (!Number.isNaN(number(text)) && !Number.isNaN(number(right)))
    return compare(number(text), operator, number(right));
  const isDate = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDate(text) && isDate(right)
    ? compare(Date.parse(text), operator, Date.parse(right))
    : compare(text, operator, right);
}

function compare<T extends string | number>(left: T, operator: string, right: T): boolean {
  switch (operator) {
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}
