import {
  type Aggregate,
  type And,
  type AstNode,
  AXES,
  type AxisStep,
  type Bracket,
  type Combine,
  type Comparison,
  type IdStep,
  type Import,
  type IndexPosition,
  type Not,
  OPERATORS,
  type Or,
  print,
  type RangePosition,
  type Relevance,
  type Segment,
  type SiblingOffset,
} from "@semantic-xpath/parser";
import { innermost, isGraded } from "../nodes.js";
import { describeFunction } from "../types/describe.js";
import { code, fenced, prose } from "../words/markdown.js";
import { capital, count, orList } from "../words/words.js";
import { declaredSchema, type View } from "../workspace/view.js";

/** A step in words: `descendants named POI of each node before it`. */
export function stepMeaning({ separator, step }: Segment, isFirst: boolean): string {
  const from = isFirst ? "the document" : "each node so far";
  switch (step.kind) {
    case "AxisStep": {
      const axis = step.axis ?? (separator === "//" ? "descendant" : "child");
      const start = step.axis !== null && separator === "//" ? `${from} and everything below` : from;
      return `${capital(AXES[axis].phrase.replace("$", start) + testWords(step)).replace(/,$/, "")}.`;
    }
    case "IdStep":
      return `The nodes whose ids ${idSource(step)} of ${from} names.`;
    case "ParentStep":
      return `The parent of ${from}.`;
    case "SelfStep":
      return separator === "//" ? `${capital(from)} and everything below.` : `${capital(from)}.`;
    case "AttributeStep":
      return `The attribute${step.name.kind === "Name" ? ` ${code(step.name.text)}` : ""} of ${from}${separator === "//" ? " and of everything below" : ""}.`;
    case "TextStep":
      return `The own text of ${from}${separator === "//" ? " and of everything below" : ""}.`;
    case "ComputedStep":
      return `The value, computed for ${from}.`;
    case "RecordStep":
      return `A record of ${isFirst ? from : "each result so far"}: ${count(step.fields.length, "field")}.`;
    case "Missing":
      return "A step is missing here.";
  }
}

/** Source of the ids: "the attribute `ref`". */
function idSource({ argument }: IdStep): string {
  switch (argument.kind) {
    case "AttributeReference":
      return argument.name.kind === "Name" ? `the attribute ${code(argument.name.text)}` : "an attribute";
    case "FieldReference":
      return code(argument.name.text);
    case "StringValue":
      return "the text";
    case "TextTarget":
      return "the own text";
    default:
      return argument.kind === "Missing" ? "a text" : `${code(print(argument))}, for each`;
  }
}

function testWords({ test }: AxisStep): string {
  if (test.kind !== "NameTest") return test.kind === "WildcardTest" ? " of any type" : "";
  const names = test.names.flatMap((name) => (name.kind === "Name" ? [name.text] : []));
  return ` that are ${orList(names)}`;
}

/** Effect of a bracket on the list; `place` names the list and its order. */
export function bracketMeaning(bracket: Bracket, ancestors: readonly AstNode[]): string | null {
  const { content } = bracket;
  switch (content.kind) {
    case "IndexPosition":
    case "RangePosition":
      return positionMeaning(content, bracket, ancestors);
    case "SiblingOffset":
      return offsetMeaning(content);
    default:
      return null;
  }
}

function positionMeaning(
  position: IndexPosition | RangePosition,
  bracket: Bracket,
  ancestors: readonly AstNode[],
): string {
  const owner = innermost(ancestors, "AxisStep", "IdStep", "Group");
  const places = positionWords(position);
  if (owner?.kind === "Group") return `Keeps ${places} of the whole result${rankedBefore(owner.brackets, bracket)}.`;
  const segment = innermost(ancestors, "Segment");
  if (owner === undefined || segment === undefined) return `Keeps ${places}.`;
  const isDeep = segment.separator === "//" && owner.kind === "AxisStep" && owner.axis === null;
  const list = isDeep ? "of all descendants of each node before it" : "for each node before it";
  const note = isDeep
    ? "\n\nOne list for all levels, unlike in XPath, where `//x[n]` is the n-th of every parent. For the n-th of the whole result write `(//x)[n]`."
    : "";
  return `Keeps ${places} ${list}${rankedBefore(owner.brackets, bracket)}.${note}`;
}

function positionWords(position: IndexPosition | RangePosition): string {
  if (position.kind === "IndexPosition") {
    const { index } = position;
    if (index.kind !== "IndexLiteral") return index.kind === "Missing" ? "a place" : `number \`$${index.name}\``;
    return index.value < 0 ? `number ${-index.value} from the end` : `number ${index.value}`;
  }
  const from = position.from === null ? "the start" : code(print(position.from));
  const to = position.to === null ? "the end" : code(print(position.to));
  return `the places from ${from} to ${to}, both included,`;
}

/** A relevance before the position orders the list by weight. */
function rankedBefore(brackets: readonly Bracket[], bracket: Bracket): string {
  const before = brackets.slice(0, brackets.indexOf(bracket));
  const last = before.findLast(({ content }) => content.kind === "OrderBy" || isGraded(content));
  if (last === undefined) return ", in document order";
  return last.content.kind === "OrderBy"
    ? ", by the keys of the order before it"
    : ", by rank: a relevance before it has ordered the list";
}

function offsetMeaning({ offset }: SiblingOffset): string {
  const distance = Math.abs(offset);
  const ordinal = distance === 1 ? "next" : `${distance}.`;
  const way = offset < 0 ? "sibling before it, counted backwards" : "sibling after it";
  return `Goes from each node to the ${ordinal} ${way}, of any type. The weight goes along; nodes without one are dropped.`;
}

/** An expression as its equation, docs/reference/language.md §4.2. */
export function expressionMeaning(node: Relevance | Aggregate | Combine | Not | And | Or | Comparison): string | null {
  switch (node.kind) {
    case "Relevance": {
      const target = print(node.target);
      return `${equation(`weight := weight · relevance(${target}, ${print(node.condition) || "…"})`)}\n\nA score from 0 to 1 from the scorer. It keeps every node and orders the list by weight, ties in document order.`;
    }
    case "Aggregate":
    case "Combine":
      return describeFunction(node.kind === "Aggregate" ? node.name : node.function);
    case "Not":
      return node.form === "not" ? describeFunction("not") : equation("1-r = 1 − r");
    case "And":
    case "Or": {
      const [word, same] = node.kind === "And" ? (["and", "min"] as const) : (["or", "max"] as const);
      return `${equation(`a ${word} b = ${same}(a, b)`)}\n\n${capital(OPERATORS[word].documentation)}. True or false if all operands are, else a score.`;
    }
    case "Comparison":
      return isGraded(node.left)
        ? `${equation(`1 if the score ${node.operator} ${print(node.right)}, else 0`)}\n\nA threshold: it keeps or drops nodes and changes no weight.`
        : `${isValues(node) ? `${equation(`a ${node.operator} b: ${OPERATORS[node.operator].documentation}`)}\n\nTrue if it holds for some value of each side; false if a side has none.\n\n` : ""}True where ${code(print(node))} is.`;
  }
}

/** A comparison between places, where a side may have several values. */
const isValues = ({ left, right }: Comparison): boolean => [left, right].some(({ kind }) => kind === "Evidence");

/** Content of an import. */
export function importMeaning(view: View, node: Import): string {
  const source = view[node.what];
  if (source.path !== node) return "Only the first import of its kind counts.";
  switch (source.state) {
    case "none":
      return "This leads to no file.";
    case "loading":
      return "Being read.";
    case "missing":
      return "There is no such file.";
    case "broken":
      return source.problem === null ? "It is too large to be looked into here." : prose(source.problem);
    case "ready": {
      if (node.what === "data") return dataWords(view);
      const { types = {}, documentation } = declaredSchema(view) ?? {};
      const names = Object.keys(types).map(code);
      return `Schema with ${count(names.length, "type")}: ${names.join(", ")}.${documentation === undefined ? "" : `\n\n${prose(documentation)}`}`;
    }
  }
}

function dataWords({ collection, data }: View): string {
  if (collection === null) return `Data with ${count(data.value?.size ?? 0, "node")}.`;
  const broken = data.problem === null ? "" : `\n\n${prose(data.problem)}`;
  return `Data: ${count(collection.trees.length, "tree")} with ${count(collection.size, "node")}.${broken}`;
}

const equation = (text: string): string => fenced("text", text);
