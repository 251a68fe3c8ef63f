import type { Grammar, Piece } from "./machine.js";

/** What both notations and regular expressions are made of, before it becomes plain rules. */
export type Node<T> =
  | { readonly terminal: T }
  | { readonly rule: string }
  | { readonly all: readonly Node<T>[] }
  | { readonly any: readonly Node<T>[] }
  | { readonly repeated: Node<T>; readonly least: number; readonly most: number };

/** Gives groups and repetitions rules of their own. `{m,n}` nests, so that no alternative is read twice. */
export function plainRules<T>(start: string, definitions: ReadonlyMap<string, Node<T>>): Grammar<T> {
  const rules = new Map<string, Piece<T>[][]>();
  let count = 0;
  const fresh = (): string => `${++count}`;
  const alternatives = (node: Node<T>): Piece<T>[][] =>
    "any" in node ? node.any.flatMap(alternatives) : [symbols(node)];
  const symbols = (node: Node<T>): Piece<T>[] => {
    if ("all" in node) return node.all.flatMap(symbols);
    if ("any" in node) {
      const rule = fresh();
      rules.set(rule, alternatives(node));
      return [{ rule }];
    }
    if ("repeated" in node) return repetition(node.repeated, node.least, node.most);
    return [node];
  };
  const repetition = (node: Node<T>, least: number, most: number): Piece<T>[] => {
    const once = symbols(node);
    const needed = Array.from({ length: least }, () => once).flat();
    if (most === Number.POSITIVE_INFINITY) {
      const rule = fresh();
      rules.set(rule, [[...once, { rule }], []]);
      return [...needed, { rule }];
    }
    let rest: Piece<T>[] = [];
    for (let i = least; i < most; i++) {
      const rule = fresh();
      rules.set(rule, [[...once, ...rest], []]);
      rest = [{ rule }];
    }
    return [...needed, ...rest];
  };
  for (const [name, node] of definitions) rules.set(name, alternatives(node));
  return { start, rules };
}

/** A text that is read from left to right; each of these throws where the text is not what it says. */
export class Reader {
  at = 0;
  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }
  peek(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
    sticky.lastIndex = this.at;
    return sticky.exec(this.text)?.[0] ?? null;
  }
  take(pattern: RegExp): string | null {
    const found = this.peek(pattern);
    this.at += found?.length ?? 0;
    return found;
  }
  need(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === null)
      throw new Error(`expected ${pattern} at ${JSON.stringify(this.text.slice(this.at, this.at + 60))}`);
    return found;
  }
}

/** `?`, `*`, `+`, `{m}`, `{m,}` or `{m,n}` behind a node. */
export function readRepetition<T>(reader: Reader, repeated: Node<T>): Node<T> {
  const sign = reader.take(/[?*+]|\{\d+(?:,\d*)?\}/);
  if (sign === null) return repeated;
  if (sign === "?") return { repeated, least: 0, most: 1 };
  if (sign === "*" || sign === "+") return { repeated, least: sign === "*" ? 0 : 1, most: Number.POSITIVE_INFINITY };
  const [least, most] = sign.slice(1, -1).split(",");
  return {
    repeated,
    least: Number(least),
    most: most === undefined ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most),
  };
}
