import {
  type Bracket,
  type BracketContent,
  diagnose,
  type Fix,
  type Name,
  type NameTest,
  type Relevance,
  replacements,
  type Span,
} from "@semantic-xpath/parser";
import { stringLiteral } from "@semantic-xpath/values";
import { nodesOnAxis } from "../../schema/nodesOnAxis.js";
import type { SchemaTypes } from "../../schema/schemaTypes.js";
import { isAlias, nearestNames } from "../../shapes/nearestNames.js";
import type { Check, StepPlace } from "../checked.js";

/**
 * A node type that the schema does not have. An attribute taken for a node is said to be one; else a type with that alias comes first,
 * then the nearest names that can be here.
 */
export const unknownType: Check = {
  codes: ["SXP2001"],
  on: {
    NameTest: ({ schema, diagnostics }, test, { step }) => {
      if (schema === null || step === null) return;
      for (const name of test.names) {
        if (name.kind === "Missing" || schema.ids.has(name.text)) continue;
        const place = { ...step, test };
        const field = isAttributeHere(schema, name.text, place) ? null : fieldAsStep(schema, name, place);
        const suggestions = field === null ? suggestionsFor(schema, name.text, place) : [];
        const fixes = [...replacements(suggestions, name.span)];
        if (field?.fix) fixes.push(field.fix);
        diagnostics.push(diagnose("SXP2001", name.span, { name: name.text, suggestions, field }, fixes));
      }
    },
  },
};

interface NamePlace extends StepPlace {
  readonly test: NameTest;
}

function suggestionsFor(types: SchemaTypes, name: string, place: NamePlace): readonly string[] {
  if (isAttributeHere(types, name, place)) return [`@${name}`];
  const renamed = types.names.filter((type) => isAlias(name, types.schema.types[type]!));
  if (renamed.length > 0) return renamed;
  const nearby = place.onAxis === null ? [] : nearestNames(name, place.onAxis.names);
  return nearby.length > 0 ? nearby : nearestNames(name, types.names);
}

/** A last step with the name of an attribute: what is meant is `/@name`. */
function isAttributeHere(
  types: SchemaTypes,
  name: string,
  { from, segment: { step }, test, isLast }: NamePlace,
): boolean {
  if (from === null || !isLast || test.parenthesized) return false;
  if (step.kind !== "AxisStep" || step.axis !== null || step.brackets.length > 0) return false;
  return from.names.some((type) => Object.hasOwn(types.schema.types[type]!.attributes, name));
}

/** A step that should reach an attribute: its kind, and the correct spelling. */
interface FieldAsStep {
  readonly what: "field" | "attribute";
  readonly types: readonly string[];
  /** A query that tests the attribute in a bracket. */
  readonly write: string;
  /** Rewrites the text if that is mechanical. */
  readonly fix: Fix | null;
}

/**
 * A step named like an attribute of the nodes that it starts from or, after `//`, of nodes below them; else null. Most
 * often that is a field, which is an element in the data and an attribute to the query. `/Task/description[. =~ "x"]` becomes
 * `/Task[description =~ "x"]`, and `//description[. =~ "x"]` becomes `//Task[description =~ "x"]`.
 */
function fieldAsStep(types: SchemaTypes, name: Name, place: NamePlace): FieldAsStep | null {
  const { from, previous, axis, segment, test, isLast } = place;
  const { step } = segment;
  if (from === null || step.kind !== "AxisStep" || (axis !== "child" && axis !== "descendant")) return null;
  const has = (type: string): boolean => Object.hasOwn(types.schema.types[type]!.attributes, name.text);
  const inContext = from.names.filter(has);
  const below = axis === "child" ? [] : nodesOnAxis(types, from, "descendant").names.filter(has);
  const owners = [...new Set([...inContext, ...below])].sort();
  if (owners.length === 0) return null;
  const isField = owners.some((type) => types.schema.types[type]!.attributes[name.text]!.element);
  const fieldText = isField ? name.text : `@${name.text}`;
  const tested = textTestOf(step.brackets);
  const separator = below.length > 0 ? "//" : (previous?.separator ?? "");
  const write = `${separator}${owners[0]!}[${fieldText} ${tested === null ? '=~ "…"' : tested.rest}]`;
  const parameters = { what: isField ? "field" : "attribute", types: owners, write } as const;
  const isPlain = isLast && step.axis === null && !test.parenthesized && tested !== null;
  if (!isPlain) return { ...parameters, fix: null };
  // The bracket of this step becomes one of the step before, or of a step to the only type that has the attribute.
  const path: Span = { start: segment.separatorSpan.start, end: step.brackets[0]!.span.start };
  const edit =
    below.length === 0 && previous?.step.kind === "AxisStep"
      ? { span: path, newText: "" }
      : inContext.length === 0 && below.length === 1
        ? { span: test.span, newText: owners[0]! }
        : null;
  if (edit === null) return { ...parameters, fix: null };
  return {
    ...parameters,
    fix: { title: `Write ${write}`, edits: [edit, { span: tested.target, newText: fieldText }], isSafe: true },
  };
}

/** Requirement of the only bracket of a step on the step's own text. */
function textTestOf(brackets: readonly Bracket[]): { readonly target: Span; readonly rest: string } | null {
  const [bracket] = brackets;
  if (bracket === undefined || brackets.length > 1) return null;
  const { content } = bracket;
  const relevance = relevanceIn(content);
  if (relevance === null) return null;
  const { target, condition } = relevance;
  const tested =
    condition.kind === "StringLiteral"
      ? stringLiteral(condition.value)
      : condition.kind === "Missing"
        ? '"…"'
        : `$${condition.name}`;
  return { target: target.span, rest: `=~ ${tested}${thresholdText(content)}` };
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
