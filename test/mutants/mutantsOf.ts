import { type SyntaxNode, visitSyntax } from "../support/syntax.js";

/** A small change of a source that tests should notice: `text` in the place of what is from `start` to `end`, offsets in UTF-16 code units. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
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

/** Mutants of a source of TypeScript in document order: other operators, negated conditions, other literals, and calls left out. */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, text: string): void => {
    mutants.push({ start, end, text });
  };
  const code = ({ start, end }: SyntaxNode): string => source.slice(start, end);
  visitSyntax(path, source, (node) => {
    const { type, start, end } = node;
    if (type.startsWith("TS") && type !== "TSAsExpression" && type !== "TSNonNullExpression") return false;
    if (type === "ImportDeclaration") return false;
    if (type === "BinaryExpression" || type === "LogicalExpression") {
      const [left, right] = [node.left as SyntaxNode, node.right as SyntaxNode];
      const other = OPERATORS[node.operator as string];
      const at = source.indexOf(node.operator as string, left.end);
      if (other !== undefined && at >= 0 && at < right.start) add(at, at + (node.operator as string).length, other);
    } else if (type === "IfStatement" || type === "ConditionalExpression") {
      const test = node.test as SyntaxNode;
      add(test.start, test.end, `!(${code(test)})`);
    } else if (type === "UnaryExpression" && node.operator === "!") add(start, end, code(node.argument as SyntaxNode));
    else if (type === "Literal" && typeof node.value === "boolean") add(start, end, String(!node.value));
    else if (type === "Literal" && typeof node.value === "number") add(start, end, `(${code(node)} + 1)`);
    else if (type === "ExpressionStatement" && (node.expression as SyntaxNode).type === "CallExpression")
      add(start, end, ";");
    return true;
  });
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}
