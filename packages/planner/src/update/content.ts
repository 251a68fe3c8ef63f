import {
  diagnose,
  type Element,
  type ElementAttribute,
  type ElementText,
  type Enclosed,
  offer,
  quoteList,
  replacements,
  suggest,
} from "@semantic-xpath/parser";
import { attributeOf } from "../check/attributes.js";
import type { AttributeType, NodeType, Schema } from "../schema/schema.js";
import { nounOfType, readsAs } from "../schema/valueType.js";
import { nearestNames } from "../shapes/nearestNames.js";
import type { UpdateContext } from "./context.js";

/** Checks the result of an element constructor against the schema: types, attributes with their values, text, children and their number. */
export function checkContent(context: UpdateContext, element: Element): void {
  const { schema, diagnostics } = context;
  if (schema === null || element.name.kind === "Missing") return;
  const { text: name, span } = element.name;
  const type = typeNamed(schema, name);
  if (type === null) {
    // A field element is an attribute to the schema, and its parent says so.
    const suggestions = nearestNames(name, Object.keys(schema.types));
    diagnostics.push(diagnose("SXP2001", span, { name, suggestions, field: null }, replacements(suggestions, span)));
    return;
  }
  checkAttributes(context, element, type);
  if (!type.text && element.content.some((part) => part.kind !== "Element")) {
    const part = element.content.find(({ kind }) => kind !== "Element")!;
    diagnostics.push(diagnose("SXP2029", part.span, { type: name }));
  }
  checkChildren(context, element, type);
}

export const typeNamed = (schema: Schema, name: string): NodeType | null =>
  Object.hasOwn(schema.types, name) ? schema.types[name]! : null;

const childrenOf = ({ content }: Element): readonly Element[] => content.filter((part) => part.kind === "Element");
const nameOf = ({ name }: Element): string => (name.kind === "Name" ? name.text : "");

function checkAttributes({ schema, diagnostics }: UpdateContext, element: Element, type: NodeType): void {
  const name = nameOf(element);
  const suggestedNames = new Set<string>();
  for (const attribute of element.attributes) {
    const declared = attributeOf(schema!, name, attribute.name.text);
    if (declared !== null) {
      const { text } = attribute.name;
      const value = writtenText(attribute.value);
      if (value !== null) reportValue(diagnostics, { name: text, value, span: valueSpan(attribute), declared });
      continue;
    }
    const suggestions = nearestNames(attribute.name.text, Object.keys(type.attributes));
    const { span } = attribute.name;
    for (const suggestion of suggestions) suggestedNames.add(suggestion);
    const parameters = { name: attribute.name.text, types: [name], suggestions };
    diagnostics.push(diagnose("SXP2003", span, parameters, replacements(suggestions, span)));
  }
  const givenNames = new Set([...element.attributes.map((each) => each.name.text), ...childrenOf(element).map(nameOf)]);
  for (const [required, declared] of Object.entries(type.attributes)) {
    // A misspelt name is reported where it is.
    if (!declared.required || givenNames.has(required) || suggestedNames.has(required)) continue;
    const { end } = (element.attributes.at(-1) ?? element.name).span;
    const fix = offer(`Insert ${required}`, { start: end, end }, ` ${required}="${declared.values?.[0] ?? ""}"`);
    diagnostics.push(diagnose("SXP2022", element.name.span, { type: name, name: required, isRemoved: false }, [fix]));
  }
}

/** Between the quotes. */
const valueSpan = ({ value, span }: ElementAttribute) => value[0]?.span ?? span;

/** The text of an attribute's value or an element's content; null: a part of it is computed. */
function writtenText(parts: readonly (ElementText | Enclosed | Element)[]): string | null {
  let text = "";
  for (const part of parts) {
    if (part.kind !== "ElementText") return null;
    text += part.value;
  }
  return text;
}

interface WrittenValue {
  readonly name: string;
  readonly value: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly declared: AttributeType;
}

/** SXP2023: a text that the declared type does not read, or outside of the allowed values. */
export function reportValue(diagnostics: UpdateContext["diagnostics"], written: WrittenValue): void {
  const { name, value, span, declared } = written;
  const { type, values } = declared;
  if (readsAs(value, type) && (values === undefined || values.includes(value))) return;
  const expected = values === undefined ? nounOfType(type) : `one of ${quoteList(values)}`;
  const suggestions = values === undefined ? [] : suggest(value, values).slice(0, 3);
  const fixes = value === "" || /["'{}&<]/.test(suggestions.join("")) ? [] : replacements(suggestions, span);
  diagnostics.push(diagnose("SXP2023", span, { name, value, expected, suggestions }, fixes));
}

function checkChildren(context: UpdateContext, element: Element, type: NodeType): void {
  const { schema, diagnostics } = context;
  const name = nameOf(element);
  const counts = new Map<string, number>();
  for (const child of childrenOf(element)) {
    const childName = nameOf(child);
    if (child.name.kind === "Missing" || isField(context, child, type)) continue;
    counts.set(childName, (counts.get(childName) ?? 0) + 1);
    checkContent(context, child);
    if (typeNamed(schema!, childName) === null) continue;
    reportChild(context, { child: childName, span: child.name.span, parents: [name] });
    const { max } = Object.hasOwn(type.children, childName) ? type.children[childName]! : { max: undefined };
    if (max !== undefined && max > 0 && counts.get(childName) === max + 1) {
      const parameters = { type: childName, parent: name, bound: max, isMost: true };
      diagnostics.push(diagnose("SXP2024", child.name.span, parameters));
    }
  }
  for (const [required, { min }] of Object.entries(type.children)) {
    if ((counts.get(required) ?? 0) >= min) continue;
    const parameters = { type: required, parent: name, bound: min, isMost: false };
    diagnostics.push(diagnose("SXP2024", element.name.span, parameters));
  }
}

/** A child that the schema has as an attribute: its text is the value. */
function isField({ schema, diagnostics }: UpdateContext, child: Element, parent: NodeType): boolean {
  const name = nameOf(child);
  const declared = Object.hasOwn(parent.attributes, name) ? parent.attributes[name]! : null;
  if (!declared?.element || schema === null || Object.hasOwn(parent.children, name)) return false;
  const value = writtenText(child.content);
  const span = child.content[0]?.span ?? child.name.span;
  if (value !== null) reportValue(diagnostics, { name, value, span, declared });
  return true;
}

/** A type and where its nodes would be: under one of these types; none: as the root. */
interface PlacedChild {
  readonly child: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly parents: readonly string[];
}

/** SXP2021, if none of the parents may contain the child. */
export function reportChild({ schema, diagnostics }: UpdateContext, { child, span, parents }: PlacedChild): void {
  const types = parents.map((parent) => typeNamed(schema!, parent)).filter((type) => type !== null);
  const isAllowed = types.some(({ children }) => Object.hasOwn(children, child) && children[child]!.max !== 0);
  if (isAllowed || types.length === 0) return;
  const allowed = [...new Set(types.flatMap(({ children }) => Object.keys(children)))].sort();
  const suggestions = nearestNames(child, allowed);
  diagnostics.push(
    diagnose("SXP2021", span, { child, parents, allowed, suggestions }, replacements(suggestions, span)),
  );
}
