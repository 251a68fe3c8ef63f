import type { AstNode, Segment, Span } from "@semantic-xpath/parser";
import type { Hover } from "vscode-languageserver";
import { type Measure, measure, type Preview } from "../types/measure.js";
import { pathTo } from "../types/prefixes.js";
import { typesOf } from "../types/typesOf.js";
import { commentBefore, signatureOf } from "../words/declarations.js";
import { describeAttribute, describeAxis, describeFunction, describeTypes } from "../words/describe.js";
import { count } from "../words/words.js";
import type { Place } from "../workspace/locate.js";
import { contextTypes, nodesAt, queryAt, toRange, type View } from "../workspace/view.js";
import { importMeaning } from "./importMeaning.js";
import { bracketMeaning, expressionMeaning, stepMeaning } from "./meaning.js";

interface Told {
  readonly span: Span;
  readonly text: string;
  /** A path to run for the live line. */
  readonly path: string | null;
}

/** What stands at a place, in words, with what it finds in the data. Only that last line can take time. */
export async function hover({ view, offset }: Place, previews: number, signal?: AbortSignal): Promise<Hover | null> {
  const told = tellAt(view, offset);
  if (told === null) return null;
  const range = toRange(view, told.span);
  const tree = view.data.value;
  const live =
    told.path === null || tree === null
      ? null
      : await measure(tree, view.schema.value?.schema ?? null, told.path, signal);
  const value = live === null ? told.text : withFound(told.text, found(live, previews));
  return { contents: { kind: "markdown", value }, range };
}

/** What is found stands behind the first paragraph: an editor shows the first few lines, and the rest when one scrolls. */
function withFound(text: string, found: string): string {
  const end = text.indexOf("\n\n");
  return end < 0 ? `${text}\n\n${found}` : `${text.slice(0, end)}\n\n${found}\n\n---${text.slice(end)}`;
}

/** How much is found, and the first of it: the best where weights tell them apart. */
function found({ matches, best, least, top }: Measure, previews: number): string {
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
  const weighed = weight === null ? "" : ` **${weight.toFixed(2)}**`;
  return `- \`${path}\`${weighed}${summary === "" ? "" : ` ${plainText(summary)}`}`;
}

/** Words of the data as words: nothing in them is Markdown, a link or an element. */
const plainText = (text: string): string => text.replace(/[\\`*_{}[\]()#+!|<>~&-]/g, "\\$&");

function tellAt(view: View, offset: number): Told | null {
  const nodes = nodesAt(view, offset);
  for (let depth = nodes.length - 1; depth >= 0; depth--) {
    const told = tell(view, nodes[depth]!, nodes.slice(0, depth), offset);
    if (told !== null) return told;
  }
  return null;
}

/** What is said about a node, null where its parent knows better. */
function tell(view: View, node: AstNode, ancestors: readonly AstNode[], offset: number): Told | null {
  const { known, text } = view;
  const tree = view.data.value;
  const plain = (words: string): Told => ({ span: node.span, text: words, path: null });
  switch (node.kind) {
    case "Segment":
      return tellStep(view, node, ancestors, offset);
    case "AttributeStep":
    case "AttributeReference":
    case "FieldReference": {
      if (node.name.kind !== "Name" || known === null) return null;
      const segment = ancestors.findLast((one): one is Segment => one.kind === "Segment");
      const before = segment === undefined ? "" : pathTo(text, ancestors, { start: 0, end: segment.span.start });
      const types = node.kind === "AttributeStep" ? typesOf(known, before) : contextTypes(view, ancestors);
      const path = node.kind === "AttributeStep" ? pathTo(text, ancestors, node.span) : null;
      return { ...plain(describeAttribute(known, tree, types, node.name.text)), path };
    }
    case "Bracket": {
      const words = bracketMeaning(node, ancestors);
      return words === null ? null : { ...plain(words), path: pathTo(text, ancestors, node.span) };
    }
    case "Relevance":
    case "Aggregate":
    case "Combine":
    case "Not":
    case "And":
    case "Or":
    case "Comparison": {
      const bracket = ancestors.findLast(({ kind }) => kind === "Bracket");
      const path =
        bracket === undefined ? null : pathTo(text, ancestors.slice(0, ancestors.indexOf(bracket)), bracket.span);
      return { ...plain(expressionMeaning(node)), path };
    }
    case "Count":
    case "Exists":
    case "Call":
    case "NodeFunction": {
      const name =
        node.kind === "Count"
          ? "count"
          : node.kind === "Exists"
            ? "exists"
            : node.kind === "Call"
              ? node.function
              : node.name;
      const described = describeFunction(name);
      return described === null ? null : plain(described);
    }
    case "ParameterReference": {
      const declared = queryAt(view, offset)?.declaration?.parameters.find(({ name }) => name === node.name);
      return plain(
        `**$${node.name}** — parameter${declared?.type ? `, a ${declared.type}` : ""}, given when the query runs.`,
      );
    }
    case "Import":
      return plain(importMeaning(view, node));
    case "Declaration": {
      if (offset > node.query.span.start) return null;
      const comment = commentBefore(view, node);
      const path = node.parameters.length === 0 ? text.slice(node.query.span.start, node.query.span.end) : null;
      return {
        span: node.name.span,
        text: `\`\`\`sxp\n${signatureOf(node)}\n\`\`\`${comment === "" ? "" : `\n\n${comment}`}`,
        path,
      };
    }
    default:
      return null;
  }
}

function tellStep(view: View, segment: Segment, ancestors: readonly AstNode[], offset: number): Told | null {
  const parent = ancestors.at(-1);
  const isFirst = parent?.kind === "Path" && parent.head === null && parent.segments[0] === segment;
  const { step } = segment;
  const types = queryAt(view, offset)?.types.get(segment) ?? null;
  const lines = [stepMeaning(segment, isFirst)];
  if (step.kind === "AxisStep" && step.axisSpan !== null && step.axis !== null && offset <= step.axisSpan.end) {
    lines.unshift(describeAxis(step.axis));
  }
  if (view.known !== null && types !== null) lines.push(describeTypes(view.known, view.data.value, types));
  const end = step.kind === "AxisStep" ? step.test.span.end : segment.span.end;
  return {
    span: { start: segment.span.start, end },
    text: lines.join("\n\n"),
    path: pathTo(view.text, ancestors, { start: 0, end }),
  };
}
