import {
  type Arithmetic,
  type Binding,
  type Meet,
  type Negative,
  type NodeOf,
  OPERATORS,
  type OrderBy,
  type OrderKey,
  print,
  type Quantified,
  type RootStart,
} from "@semantic-xpath/parser";
import { code, fenced } from "../words/markdown.js";
import { capital } from "../words/words.js";

type StringValue = NodeOf<"StringValue">;
type Explained = OrderBy | OrderKey | Quantified | Binding | Arithmetic | Negative | Meet | StringValue | RootStart;

/** An order, a quantifier, arithmetic or a start in words, with its meaning as an equation, docs/reference/language.md. */
export function valueMeaning(node: Explained): string {
  switch (node.kind) {
    case "OrderBy":
      return `${fenced("text", "list ↦ the list by its keys")}\n\nOrders by ${node.keys.map(keyWords).join(", then by ")}. Absent values come last; ties by weight, then in document order. Positions after it count in this order.`;
    case "OrderKey":
      return `Orders by ${keyWords(node)}. A node has at most one value there.`;
    case "Quantified": {
      const holds = node.quantifier === "some" ? "for at least one" : "for every";
      const nothing = node.quantifier === "some" ? "false" : "true";
      return `${fenced("text", `${print(node)} = 1 or 0`)}\n\nTrue if the condition holds ${holds} choice of the bound nodes; over nothing ${nothing}.`;
    }
    case "Binding":
      return `Binds ${code(print(node.parameter))} to each node of ${code(print(node.evidence))} in turn.`;
    case "Arithmetic":
      return `${fenced("text", print(node))}\n\n${capital(OPERATORS[node.operator].documentation)}. Without a value where a side has none.`;
    case "Negative":
      return `${fenced("text", print(node))}\n\nThe number with the other sign.`;
    case "Meet":
      return `${fenced("text", `a ${node.operator} b`)}\n\n${capital(OPERATORS[node.operator].documentation)}. A relevance on the right has no effect.`;
    case "StringValue":
      return "The text of the node and of all below it, in document order.";
    case "RootStart":
      return "The document: where the paths of the query start.";
  }
}

const keyWords = ({ value, direction }: OrderKey): string =>
  `${code(print(value))}, ${direction === "descending" ? "the greatest first" : "the least first"}`;
