import {
  type Arithmetic,
  type Binding,
  type Field,
  type GroupBy,
  type GroupKey,
  type Meet,
  type Negative,
  type NodeOf,
  nameOfEntry,
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
type Explained =
  | OrderBy
  | OrderKey
  | GroupBy
  | GroupKey
  | Field
  | Quantified
  | Binding
  | Arithmetic
  | Negative
  | Meet
  | StringValue
  | RootStart;

/** An order, a quantifier, arithmetic or a start in words, with its meaning as an equation, docs/reference/language.md. */
export function valueMeaning(node: Explained): string {
  switch (node.kind) {
    case "OrderBy":
      return `${fenced("text", "list ↦ the list by its keys")}\n\nOrders by ${node.keys.map(keyWords).join(", then by ")}. Absent values come last; ties by weight, then in document order. Positions after it count in this order.`;
    case "OrderKey":
      return `Orders by ${keyWords(node)}. A node has at most one value there.`;
    case "GroupBy":
      return `${fenced("text", "list ↦ a group for each distinct key, as they first appear")}\n\nGroups by ${node.keys.map(groupKeyWords).join(" and ")}. Keys are attributes of a group, its members are its children. What lacks a key is in the last groups.`;
    case "GroupKey":
      return `${capital(groupKeyWords(node))}, equal for all members of a group.`;
    case "Field":
      return `The field ${code(nameOfEntry(node)?.text ?? "")} of each record: ${code(print(node.value))}.`;
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

function groupKeyWords(key: GroupKey): string {
  const name = key.name?.kind === "Name" ? `, as ${code(`@${key.name.text}`)}` : "";
  return `${code(print(key.value))}${name}`;
}

const keyWords = ({ value, direction }: OrderKey): string =>
  `${code(print(value))}, ${direction === "descending" ? "the greatest first" : "the least first"}`;
