import {
  diagnose,
  type Element,
  type Move,
  type Placing,
  type Primitive,
  print,
  replacements,
  type UpdateTarget,
} from "@semantic-xpath/parser";
import type { TypeSet } from "../check/checked.js";
import { same } from "../check/wording.js";
import { nearestNames } from "../shapes/nearestNames.js";
import { reportChild, typeNamed } from "./content.js";
import { typesOf, type UpdateContext } from "./context.js";
import { lastStep, leadsToValue } from "./target.js";

/** Checks the places of a primitive: parent types, remaining numbers, and impossible changes of the root. */
export function checkPlaces(context: UpdateContext, primitive: Primitive): void {
  const { target } = primitive;
  switch (primitive.kind) {
    case "Insert":
      checkBeside(context, primitive.placing, target);
      checkPlaced(context, primitive.content, parentsOf(context, primitive.placing, target));
      break;
    case "Delete":
      if (isRoot(target)) reportRoot(context, target, "deleted");
      checkDeleted(context, target);
      break;
    case "Replace":
      checkPlaced(context, primitive.content, isRoot(target) ? "root" : above(context, typesOf(context, target)));
      break;
    case "Rename":
      checkRenamed(context, primitive.name, target);
      break;
    case "Move":
      checkMoved(context, primitive);
      break;
    case "InsertAttribute":
    case "ReplaceValue":
      break;
  }
}

function checkMoved(context: UpdateContext, { target, placing, destination }: Move): void {
  if (isRoot(target)) {
    reportRoot(context, target, "moved");
    return;
  }
  checkBeside(context, placing, destination);
  if (target.kind === "Path" && beginsWith(destination, target)) {
    context.diagnostics.push(diagnose("SXP2027", destination.span, { text: print(target) }));
    return;
  }
  checkPlaced(context, target, parentsOf(context, placing, destination));
}

/** `/Plan` and `/*`: whatever is in the tree, the one node that has no siblings. */
export const isRoot = (target: UpdateTarget): boolean => {
  if (target.kind !== "Path" || target.head !== null || target.segments.length !== 1) return false;
  const { separator, step } = target.segments[0]!;
  return separator === "/" && step.kind === "AxisStep" && (step.axis === null || step.axis === "child");
};

function reportRoot({ diagnostics }: UpdateContext, { span }: UpdateTarget, does: string): void {
  diagnostics.push(diagnose("SXP2026", span, { does }));
}

function checkBeside(context: UpdateContext, placing: Placing, target: UpdateTarget): void {
  if ((placing === "before" || placing === "after") && isRoot(target)) reportRoot(context, target, `given a sibling`);
}

/** Types under which something is put; "root": under none; null: that is not known. */
type Parents = readonly string[] | "root" | null;

function parentsOf(context: UpdateContext, placing: Placing, target: UpdateTarget): Parents {
  const types = typesOf(context, target);
  return placing === "before" || placing === "after" ? above(context, types) : types;
}

/** The types that may contain one of these. */
function above({ schema }: UpdateContext, types: TypeSet): Parents {
  if (types === null || schema === null) return null;
  return Object.keys(schema.types).filter((parent) =>
    types.some((type) => Object.hasOwn(schema.types[parent]!.children, type)),
  );
}

/** Each type that the content may have is looked at: if none of them fits, the first is reported. */
function checkPlaced(context: UpdateContext, content: UpdateTarget | Element, parents: Parents): void {
  const { schema, diagnostics } = context;
  if (schema === null || parents === null) return;
  const types = typesOfContent(context, content);
  if (types === null || types.length === 0) return;
  const { span } = content.kind === "Element" ? content.name : content;
  if (parents === "root") {
    if (types.some((type) => schema.roots.includes(type))) return;
    const parameters = { child: types[0]!, parents: [], allowed: schema.roots, suggestions: [] };
    diagnostics.push(diagnose("SXP2021", span, parameters));
    return;
  }
  const fits = types.some((type) =>
    parents.some((parent) => {
      const children = typeNamed(schema, parent)?.children ?? {};
      return Object.hasOwn(children, type) && children[type]!.max !== 0;
    }),
  );
  const isFieldOf = parents.some((parent) => {
    const attributes = typeNamed(schema, parent)?.attributes ?? {};
    return types.some((type) => Object.hasOwn(attributes, type) && attributes[type]!.element);
  });
  if (!fits && !isFieldOf) reportChild(context, { child: types[0]!, span, parents });
}

function typesOfContent(context: UpdateContext, content: UpdateTarget | Element): TypeSet {
  if (content.kind !== "Element")
    return content.kind === "Path" && leadsToValue(content) ? null : typesOf(context, content);
  if (content.name.kind === "Missing" || typeNamed(context.schema!, content.name.text) === null) return null;
  return [content.name.text];
}

/** Checks that a deleted node or attribute is not required: an attribute, or the only child of a required type. */
function checkDeleted(context: UpdateContext, target: UpdateTarget): void {
  const { schema, diagnostics } = context;
  const types = typesOf(context, target);
  if (schema === null || target.kind !== "Path" || types === null || types.length === 0) return;
  const step = lastStep(target);
  if (step?.kind === "AttributeStep") {
    const { name } = step;
    if (name.kind === "Missing") return;
    const isRequired = types.every((type) => typeNamed(schema, type)?.attributes[name.text]?.required === true);
    if (isRequired)
      diagnostics.push(diagnose("SXP2022", step.span, { type: types[0]!, name: name.text, isRemoved: true }));
    return;
  }
  if (step === null || step.kind === "TextStep") return;
  reportTooFew(context, types, target);
}

/** A type that its parents must have and may have but so often: each that goes is one too few. */
function reportTooFew(context: UpdateContext, types: readonly string[], { span }: UpdateTarget): void {
  const { schema, diagnostics } = context;
  const [type] = types;
  if (type === undefined || types.length > 1) return;
  const parents = above(context, types);
  if (parents === null || parents === "root" || parents.length === 0) return;
  const bounds = parents.map((parent) => schema!.types[parent]!.children[type]!);
  if (!bounds.every(({ min, max }) => min > 0 && max === min)) return;
  diagnostics.push(diagnose("SXP2024", span, { type, parent: parents[0]!, bound: bounds[0]!.min, isMost: false }));
}

function checkRenamed(
  context: UpdateContext,
  name: (Primitive & { kind: "Rename" })["name"],
  target: UpdateTarget,
): void {
  const { schema, diagnostics } = context;
  if (schema === null || name.kind === "Missing") return;
  const { text, span } = name;
  if (typeNamed(schema, text) === null) {
    const suggestions = nearestNames(text, Object.keys(schema.types));
    diagnostics.push(
      diagnose("SXP2001", span, { name: text, suggestions, field: null }, replacements(suggestions, span)),
    );
    return;
  }
  const types = typesOf(context, target);
  if (isRoot(target)) {
    if (schema.roots.includes(text)) return;
    const suggestions = nearestNames(text, schema.roots);
    diagnostics.push(diagnose("SXP2021", span, { child: text, parents: [], allowed: schema.roots, suggestions }));
    return;
  }
  const parents = above(context, types);
  if (parents !== null && parents !== "root") reportChild(context, { child: text, span, parents });
}

/** True if a path surely leads to the node of another, or into it: it has the same beginning and continues by children. */
function beginsWith(path: UpdateTarget, other: UpdateTarget): boolean {
  if (path.kind !== "Path" || other.kind !== "Path") return false;
  if (!same(path.head, other.head) || path.segments.length < other.segments.length) return false;
  if (!other.segments.every((segment, i) => same(segment, path.segments[i]))) return false;
  return path.segments
    .slice(other.segments.length)
    .every(
      ({ step }) =>
        step.kind === "AxisStep" && (step.axis === null || step.axis === "child" || step.axis === "descendant"),
    );
}
