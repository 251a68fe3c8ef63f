import type { AxisStep, BracketContent, Fix, Name, Relevance, Span } from "@semantic-xpath/parser";
import { nodesOnAxis } from "../../schema/nodesOnAxis.js";
import type { SchemaTypes } from "../../schema/schemaTypes.js";
import { stringLiteral } from "../fixes.js";
import type { NamePlace } from "../inferStepTypes.js";

/** A step that is meant to reach an attribute: what to say about it and how to write it. */
export interface FieldAsStep {
  readonly what: "field" | "attribute";
  readonly types: readonly string[];
  /** A query that asks the attribute in a bracket. */
  readonly write: string;
  /** Rewrites the text where that is mechanical. */
  readonly fix: Fix | null;
}

/**
 * A step named like an attribute of the nodes that it starts from or, behind `//`, of nodes below them; null where it is none. Most
 * often that is a field, which is an element in the data and an attribute to the query. `/Task/description[. =~ "x"]` becomes
 * `/Task[description =~ "x"]`, and `//description[. =~ "x"]` becomes `//Task[description =~ "x"]`.
 */
export function fieldAsStep(types: SchemaTypes, name: Name, place: NamePlace): FieldAsStep | null {
  const { from, previous, axis, segment, step, test, isLast } = place;
  if (from === null || (axis !== "child" && axis !== "descendant")) return null;
  const has = (type: string): boolean => Object.hasOwn(types.schema.types[type]!.attributes, name.text);
  const here = from.names.filter(has);
  const below = axis === "child" ? [] : nodesOnAxis(types, from, "descendant").names.filter(has);
  const owners = [...new Set([...here, ...below])].sort();
  if (owners.length === 0) return null;
  const isField = owners.some((type) => types.schema.types[type]!.attributes[name.text]!.element);
  const written = isField ? name.text : `@${name.text}`;
  const asked = askedOf(step);
  const separator = below.length > 0 ? "//" : (previous?.separator ?? "");
  const write = `${separator}${owners[0]!}[${written} ${asked === null ? '=~ "…"' : asked.rest}]`;
  const told = { what: isField ? "field" : "attribute", types: owners, write } as const;
  const isPlain = isLast && step.axis === null && !test.parenthesized && asked !== null;
  if (!isPlain) return { ...told, fix: null };
  // The bracket of this step becomes one of the step before, or of a step to the only type that has the attribute.
  const path: Span = { start: segment.separatorSpan.start, end: step.brackets[0]!.span.start };
  const edit =
    below.length === 0 && previous?.step.kind === "AxisStep"
      ? { span: path, newText: "" }
      : here.length === 0 && below.length === 1
        ? { span: test.span, newText: owners[0]! }
        : null;
  if (edit === null) return { ...told, fix: null };
  return {
    ...told,
    fix: { title: `Write ${write}`, edits: [edit, { span: asked.target, newText: written }] },
  };
}

/** What the only bracket of a step asks of the step's own text. */
function askedOf({ brackets }: AxisStep): { readonly target: Span; readonly rest: string } | null {
  const [bracket] = brackets;
  if (bracket === undefined || brackets.length > 1) return null;
  const { content } = bracket;
  const relevance = relevanceIn(content);
  if (relevance === null) return null;
  const { target, condition } = relevance;
  const asked =
    condition.kind === "StringLiteral"
      ? stringLiteral(condition.value)
      : condition.kind === "Missing"
        ? '"…"'
        : `$${condition.name}`;
  return { target: target.span, rest: `=~ ${asked}${thresholdText(content)}` };
}

/** `. =~ "x"`, alone or compared, of the node or its own text. */
function relevanceIn(content: BracketContent): Relevance | null {
  const relevance = content.kind === "Comparison" ? content.left : content;
  if (relevance.kind !== "Relevance") return null;
  const { kind } = relevance.target;
  return kind === "NodeTarget" || kind === "TextTarget" ? relevance : null;
}

function thresholdText(content: BracketContent): string {
  if (content.kind !== "Comparison") return "";
  const { operator, right } = content;
  return right.kind === "NumberLiteral" ? ` ${operator} ${right.text}` : "";
}
