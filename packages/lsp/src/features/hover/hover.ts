import {
  type AstNode,
  type Declaration,
  endOfTest,
  type GroupKey,
  ID_STEP,
  type ParameterReference,
  PLACES,
  type Placing,
  PRIMITIVES,
  type Primitive,
  print,
  type Segment,
  type Span,
  type UpdateDeclaration,
} from "@semantic-xpath/parser";
import type { Hover, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { keyOf } from "../navigate/keys.js";
import {
  describeAttribute,
  describeAxis,
  describeDeclaration,
  describeFunction,
  describeTypes,
} from "../types/describe.js";
import { type Measure, measure, type NotMeasured, type Preview } from "../types/measure.js";
import { pathOfBinding, pathTo } from "../types/paths.js";
import { bindingOf } from "../types/scopes.js";
import { typesAround, typesOf } from "../types/typesOf.js";
import { code, plain, prose } from "../words/markdown.js";
import { count, valueText } from "../words/words.js";
import { isSuite } from "../workspace/suiteFile.js";
import { dataOf, declaredSchema, nodesAt, textAt, toRange, type View, withHoles } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { bracketMeaning, expressionMeaning, importMeaning, stepMeaning } from "./meaning.js";
import { valueMeaning } from "./valueMeaning.js";

interface Explained {
  readonly span: Span;
  readonly text: string;
  /** A path to run for the live line. */
  readonly path: string | null;
}

/** Explanation of a position, with its matches in the data. Only that last line can take time. */
export async function hover(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  signal?: AbortSignal,
): Promise<Hover | null> {
  if (isSuite(document.uri, document.getText())) return (await workspace.host.hoverSuite?.(document, position)) ?? null;
  const place = workspace.placeAt(document, position);
  const explained = place && explainedAt(place.view, place.offset);
  if (!explained) return null;
  const { view } = place;
  const { span, text, path } = explained;
  const range = toRange(view, span);
  const tree = dataOf(view);
  const live = path === null || tree === null ? null : await measure(tree, declaredSchema(view), path, signal);
  const { hoverMatches } = workspace.settingsOf(document.uri);
  const value = withHoles(view, live === null ? text : withFound(text, measureText(live, hoverMatches)), span);
  return { contents: { kind: "markdown", value }, range };
}

/** Matches come after the first paragraph: an editor shows the first few lines, and the rest on scrolling. */
function withFound(text: string, found: string): string {
  const end = text.indexOf("\n\n");
  return end < 0 ? `${text}\n\n${found}` : `${text.slice(0, end)}\n\n${found}\n\n---${text.slice(end)}`;
}

/** Number of matches, and the first of them: the best if weights distinguish them. */
function measureText(measured: Measure | NotMeasured, previews: number): string {
  if (measured.problem !== null) return prose(measured.problem);
  const { matches, best, least, top, value } = measured;
  if (value !== undefined) return `Gives **${plain(valueText(value))}**, from ${count(matches, "node")} of the data.`;
  if (matches === 0) return "Finds nothing in the data.";
  const weights =
    best === null || least === null ? "" : `, weights ${least.toFixed(2)} to ${best.toFixed(2)} (lexical scorer)`;
  const lines = top.slice(0, previews).map(previewLine);
  return [
    `Finds **${count(matches, "match")}** in the data${weights}.`,
    ...(lines.length > 0 ? ["", ...lines] : []),
  ].join("\n");
}

function previewLine({ path, summary, weight }: Preview): string {
  const weighed = weight === null ? "" : `**${weight.toFixed(2)}**`;
  return `- ${[path === "" ? "" : code(path), weighed, plain(summary)].filter((part) => part !== "").join(" ")}`;
}

function explainedAt(view: View, offset: number): Explained | null {
  const ancestors = [...nodesAt(view, offset)];
  for (let node = ancestors.pop(); node !== undefined; node = ancestors.pop()) {
    const explained = explain(view, node, ancestors, offset);
    if (explained !== null) return explained;
  }
  return null;
}

function parameterMeaning(view: View, node: ParameterReference, ancestors: readonly AstNode[], offset: number): string {
  const binding = bindingOf(node, ancestors);
  if (binding !== null) return boundMeaning(view, node.name, pathOfBinding(view.text, binding, ancestors));
  const declared = textAt(view, offset)?.declaration?.parameters.find(({ name }) => name === node.name);
  return `**$${node.name}** — parameter${declared?.type ? `, a ${declared.type}` : ""}, given when the query runs.`;
}

/** A name that a quantifier has bound, and the types of its nodes. */
function boundMeaning(view: View, name: string, path: string): string {
  const types = typesOf(view.known, path);
  const words = `**$${plain(name)}** — each node of ${code(path)} in turn, bound by a quantifier.`;
  return view.known === null || types === null
    ? words
    : `${words}\n\n${describeTypes(view.known, view.data.value, types)}`;
}

/** Explanation of a node, null if its parent's is better. */
function explain(view: View, node: AstNode, ancestors: readonly AstNode[], offset: number): Explained | null {
  const { text } = view;
  const say = (words: string | null, path: string | null = null): Explained | null =>
    words === null ? null : { span: node.span, text: words, path };
  const parent = ancestors.at(-1);
  // A query that is a value runs as it is.
  const pathText = parent?.kind === "ValueQuery" ? text.slice(parent.span.start, parent.span.end) : null;
  switch (node.kind) {
    case "Segment":
      return explainStep(view, node, ancestors, offset);
    case "AttributeStep":
    case "AttributeReference":
    case "FieldReference": {
      if (node.name.kind !== "Name") return null;
      const key = keyAt(view, node, offset);
      if (key !== null) return say(keyMeaning(node.name.text, key));
      if (view.known === null) return null;
      const types = typesAround(view, [...ancestors, node]);
      const path = node.kind === "AttributeStep" ? pathTo(text, ancestors, node.span) : null;
      return say(describeAttribute(view.known, view.data.value, types, node.name.text), path);
    }
    case "Bracket":
      return say(bracketMeaning(node, ancestors), pathTo(text, ancestors, node.span));
    case "Relevance":
    case "Aggregate":
    case "Combine":
    case "Not":
    case "And":
    case "Or":
    case "Comparison": {
      const at = ancestors.findLastIndex(({ kind }) => kind === "Bracket");
      const bracket = ancestors[at];
      return say(expressionMeaning(node), bracket ? pathTo(text, ancestors.slice(0, at), bracket.span) : pathText);
    }
    case "Call":
    case "TextTarget":
      return say(describeFunction(node.kind === "Call" ? node.function : "text"), pathText);
    case "OrderBy":
    case "OrderKey":
    case "GroupBy":
    case "GroupKey":
    case "Field":
    case "Quantified":
    case "Binding":
    case "Arithmetic":
    case "Negative":
    case "Meet":
    case "StringValue":
    case "RootStart":
      return say(valueMeaning(node), node.kind === "Meet" ? text.slice(node.span.start, node.span.end) : pathText);
    case "ParameterReference":
      return say(parameterMeaning(view, node, ancestors, offset));
    case "Import":
      return say(importMeaning(view, node));
    case "Declaration":
    case "UpdateDeclaration":
      return explainDeclaration(view, node, offset);
    default:
      return say(explainUpdate(view, node, parent));
  }
}

/** The key that a name after groups means. */
function keyAt(view: View, node: AstNode, offset: number): GroupKey | null {
  const text = textAt(view, offset);
  return text === null ? null : keyOf(text, node);
}

const keyMeaning = (name: string, { value }: GroupKey): string =>
  `**@${plain(name)}** — a key of the groups: ${code(print(value))}, null for the members that lack it.`;

/** For a declaration only its head: the rest explains itself. */
function explainDeclaration(view: View, node: Declaration | UpdateDeclaration, offset: number): Explained | null {
  const { span } = node.kind === "Declaration" ? node.query : node.update;
  if (offset > span.start) return null;
  const isRunnable = node.kind === "Declaration" && node.parameters.length === 0;
  const path = isRunnable ? view.text.slice(span.start, span.end) : null;
  return { span: node.name.span, text: describeDeclaration(view, node), path };
}

/** Explanation of a part of an update. */
function explainUpdate({ known, data }: View, node: AstNode, parent: AstNode | undefined): string | null {
  switch (node.kind) {
    case "Insert":
    case "InsertAttribute":
    case "Delete":
    case "Replace":
    case "ReplaceValue":
    case "Rename":
    case "Move":
      return describePrimitive(node);
    case "Element":
      if (node.name.kind !== "Name" || known === null) return null;
      return describeTypes(known, data.value, [node.name.text]);
    case "ElementAttribute":
      if (known === null || parent?.kind !== "Element" || parent.name.kind !== "Name") return null;
      return describeAttribute(known, data.value, [parent.name.text], node.name.text);
    default:
      return null;
  }
}

/** Description of a primitive of an update, by its words. */
function describePrimitive(node: Primitive): string {
  const words = PRIMITIVE_WORDS[node.kind];
  const placing = node.kind === "Insert" || node.kind === "Move" ? node.placing : null;
  const place = placing === null ? "" : ` Here: ${PLACES[PLACING_WORDS[placing]]}.`;
  return `**${words}** — ${PRIMITIVES[words]}.${place} Everything in an update sees the tree as it was before.`;
}

const PLACING_WORDS = {
  into: "into",
  first: "as first into",
  last: "as last into",
  before: "before",
  after: "after",
} as const satisfies Readonly<Record<Placing, keyof typeof PLACES>>;

const PRIMITIVE_WORDS = {
  Insert: "insert node",
  InsertAttribute: "insert node attribute",
  Delete: "delete node",
  Replace: "replace node",
  ReplaceValue: "replace value of node",
  Rename: "rename node",
  Move: "move node",
} as const satisfies Readonly<Record<Primitive["kind"], keyof typeof PRIMITIVES>>;

function explainStep(view: View, segment: Segment, ancestors: readonly AstNode[], offset: number): Explained {
  const parent = ancestors.at(-1);
  const isFirst = parent?.kind === "Path" && parent.head === null && parent.segments[0] === segment;
  const { step } = segment;
  const types = textAt(view, offset)?.types.get(segment) ?? null;
  const lines = [stepMeaning(segment, isFirst)];
  if (step.kind === "AxisStep" && step.axisSpan !== null && step.axis !== null && offset <= step.axisSpan.end) {
    lines.unshift(describeAxis(step.axis));
  }
  if (view.known !== null && types !== null) lines.push(describeTypes(view.known, view.data.value, types));
  if (step.kind === "IdStep") lines.unshift(ID_STEP.documentation);
  const end = endOfTest(step);
  return {
    span: { start: segment.span.start, end },
    text: lines.join("\n\n"),
    path: pathTo(view.text, ancestors, { end }),
  };
}
