import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type SyntaxNode, visitSyntax } from "../support/syntax.js";

/** A small mistake in the place of what is from `start` to `end`, offsets in UTF-16 code units, that is switched on while the program runs. */
export interface Switch {
  readonly start: number;
  readonly end: number;
  /** The expression in its place; null: the statement is left out. */
  readonly text: string | null;
}

/** A switch with its file, from the root of the repository. */
export interface PlacedSwitch extends Switch {
  readonly path: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};
/** Methods that are left out, and those that another one stands in for. */
const LEFT_OUT = new Set(
  "filter sort slice toSorted reverse toReversed trim toLowerCase replace replaceAll flat".split(" "),
);
const OTHERS = new Map(
  Object.entries({ min: "max", max: "min", some: "every", every: "some", floor: "ceil", ceil: "floor" }),
);
/** Syntax of types alone has no value. */
const WITH_VALUE = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression", "TSParameterProperty"]);

/**
 * Switches of a source of TypeScript in document order: other operators, negated conditions, other literals; calls and assignments left out, members of
 * objects left out, arguments in another order, the last of them left out, and methods left out or mixed up.
 */
export function switchesOf(path: string, source: string): readonly Switch[] {
  const switches: Switch[] = [];
  const code = ({ start, end }: SyntaxNode): string => source.slice(start, end);
  const add = ({ start, end }: SyntaxNode, text: string | null): void => {
    switches.push({ start, end, text });
  };
  /** Names that are no expressions, and calls in `a?.b()`, which are parts of one. */
  const fixed = new Set<SyntaxNode>();
  visitSyntax(path, source, (node) => {
    const { type } = node;
    if (type.startsWith("TS") && !WITH_VALUE.has(type)) return false;
    if (type === "ImportDeclaration" || type === "JSXOpeningElement") return false;
    if (type === "ChainExpression") fixChain(node.expression as SyntaxNode, fixed);
    if ("key" in node && node.computed !== true) fixed.add(node.key as SyntaxNode);
    if (fixed.has(node) && type === "Literal") return false;
    if (type === "BinaryExpression" || type === "LogicalExpression") {
      const other = OPERATORS[node.operator as string];
      const [left, right] = [node.left as SyntaxNode, node.right as SyntaxNode];
      if (other !== undefined) add(node, `(${code(left)}) ${other} (${code(right)})`);
    } else if (type === "IfStatement" || type === "ConditionalExpression")
      add(node.test as SyntaxNode, `!(${code(node.test as SyntaxNode)})`);
    else if (type === "UnaryExpression" && node.operator === "!") add(node, code(node.argument as SyntaxNode));
    else if (type === "Literal" && typeof node.value === "boolean") add(node, String(!node.value));
    else if (type === "Literal" && typeof node.value === "number") add(node, `${code(node)} + 1`);
    else if (type === "ExpressionStatement") {
      const expression = node.expression as SyntaxNode;
      const done = expression.type === "AwaitExpression" ? (expression.argument as SyntaxNode) : expression;
      const isSuper = (done.callee as SyntaxNode | undefined)?.type === "Super";
      if (done.type === "AssignmentExpression" || (done.type === "CallExpression" && !isSuper)) add(node, null);
    } else if (type === "CallExpression" && !fixed.has(node)) {
      const [callee, given] = [node.callee as SyntaxNode, node.arguments as readonly SyntaxNode[]];
      const call = (name: string, some: readonly SyntaxNode[]): string => `${name}(${some.map(code).join(", ")})`;
      if (callee.type === "MemberExpression" && callee.computed !== true) {
        const [object, name] = [code(callee.object as SyntaxNode), code(callee.property as SyntaxNode)];
        if (LEFT_OUT.has(name)) add(node, object);
        if (OTHERS.has(name)) add(node, call(`${object}.${OTHERS.get(name)}`, given));
      }
      const [first, second, ...rest] = given;
      if (first?.type === "Identifier" && second?.type === "Identifier")
        add(node, call(code(callee), [second, first, ...rest]));
      else if (second !== undefined) add(node, call(code(callee), given.slice(0, -1)));
    } else if (type === "ObjectExpression") {
      const members = node.properties as readonly SyntaxNode[];
      for (const member of members)
        add(node, `{ ${members.flatMap((one) => (one === member ? [] : [code(one)])).join(", ")} }`);
    }
    return true;
  });
  return switches.sort((a, b) => a.start - b.start || a.end - b.end);
}

function fixChain(chain: SyntaxNode, fixed: Set<SyntaxNode>): void {
  for (let at: SyntaxNode | undefined = chain; at?.type === "CallExpression" || at?.type === "MemberExpression"; ) {
    fixed.add(at);
    at = (at.callee ?? at.object) as SyntaxNode | undefined;
  }
}

/** A source with switches that do not overlap; each is numbered as in `numbers`. */
export function switched(source: string, switches: readonly Switch[], numbers: readonly number[]): string {
  const last = [...switches.keys()].sort((a, b) => switches[b]!.start - switches[a]!.start);
  let text = source;
  for (const i of last) {
    const { start, end, text: other } = switches[i]!;
    const was = source.slice(start, end);
    const isOn = `globalThis.isSwitched?.(${numbers[i]})`;
    const now = other === null ? `if (!${isOn}) ${was}` : `(${isOn} ? (${other}) : (${was}))`;
    text = text.slice(0, start) + now + text.slice(end);
  }
  return text;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Puts switches into their sources as these are read; files stay as they are. */
export const switching = (all: readonly PlacedSwitch[]): Plugin => ({
  name: "switching",
  enforce: "pre",
  transform: (code, id) => {
    const numbers = [...all.keys()].filter((i) => id === `${ROOT}${all[i]!.path}`);
    return numbers.length === 0
      ? null
      : switched(
          code,
          numbers.map((i) => all[i]!),
          numbers,
        );
  },
});
