import {
  type AstNode,
  assertNever,
  children,
  diagnose,
  offer,
  type Primitive,
  print,
  replacement,
  replacements,
  type UpdateTarget,
  type Value,
} from "@semantic-xpath/parser";
import { attributeOf } from "../check/attributes.js";
import { nearestNames } from "../shapes/nearestNames.js";
import { reportValue, typeNamed } from "./content.js";
import { typesOf, type UpdateContext } from "./context.js";
import { lastStep } from "./target.js";

/** Checks the new value of an attribute or a node, if the text determines it. */
export function checkValueOf(context: UpdateContext, primitive: Primitive): void {
  if (primitive.kind === "InsertAttribute") checkAttribute(context, primitive);
  if (primitive.kind !== "ReplaceValue" || primitive.target.kind !== "Path") return;
  const { schema, diagnostics } = context;
  const { target, value } = primitive;
  const step = lastStep(target);
  const types = typesOf(context, target);
  if (schema === null || types === null || step === null) return;
  if (step.kind === "AttributeStep") {
    const name = step.name.kind === "Name" ? step.name.text : "";
    checkWritten(context, types, name, value);
    return;
  }
  const type = types.length === 1 ? typeNamed(schema, types[0]!) : null;
  if (type === null) return;
  if (!type.text) diagnostics.push(diagnose("SXP2029", value.span, { type: types[0]! }));
  const contained = Object.keys(type.children);
  if (step.kind === "TextStep" || contained.length === 0) return;
  const text = print(target);
  const { end } = target.span;
  const fix = offer("Only its own text: /text()", { start: end, end }, "/text()");
  diagnostics.push(diagnose("SXP3015", target.span, { text, children: contained }, [fix]));
}

function checkAttribute(context: UpdateContext, primitive: Primitive & { kind: "InsertAttribute" }): void {
  const { schema, diagnostics } = context;
  const { name, target, value } = primitive;
  const types = typesOf(context, target);
  if (schema === null || types === null || types.length === 0 || name.kind === "Missing") return;
  if (types.some((type) => attributeOf(schema, type, name.text) !== null)) {
    checkWritten(context, types, name.text, value);
    return;
  }
  const attributeNames = types.flatMap((type) => Object.keys(typeNamed(schema, type)?.attributes ?? {}));
  const suggestions = nearestNames(name.text, [...new Set(attributeNames)]);
  const { span } = name;
  diagnostics.push(diagnose("SXP2003", span, { name: name.text, types, suggestions }, replacements(suggestions, span)));
}

/** A literal is checked; what is computed is checked when it is known. */
function checkWritten(
  { schema, diagnostics }: UpdateContext,
  types: readonly string[],
  name: string,
  value: Value | { readonly kind: "Missing" },
): void {
  const text = literalText(value);
  const declared = types.map((type) => attributeOf(schema!, type, name)).filter((each) => each !== null);
  if (text === null || declared.length !== 1 || !("span" in value)) return;
  reportValue(diagnostics, { name, value: text, span: inside(value), declared: declared[0]! });
}

/** Between the quotes of a text, so that a fix can replace what is in them. */
const inside = ({ kind, span }: Value): Value["span"] =>
  kind === "StringLiteral" ? { start: span.start + 1, end: span.end - 1 } : span;

function literalText(value: Value | { readonly kind: "Missing" }): string | null {
  switch (value.kind) {
    case "StringLiteral":
      return value.value;
    case "NumberLiteral":
      return value.text;
    case "BooleanLiteral":
      return String(value.value);
    default:
      return null;
  }
}

/** SXP2030: an attribute, a field, `.` or `text()` outside of every bracket, as if the value were one of the target. */
export function reportLooseValues(context: UpdateContext, value: Value, primitive: Primitive): void {
  for (const loose of looseIn(value)) {
    const looseText = print(loose);
    const base = pathOf(primitive.target);
    const write = loose.kind === "StringValue" ? base : `${base}/${looseText}`;
    const fixes = primitive.target.kind === "Path" ? [replacement(write, loose.span)] : [];
    context.diagnostics.push(diagnose("SXP2030", loose.span, { text: looseText, write }, fixes));
  }
}

type Loose = Extract<Value, { kind: "AttributeReference" | "FieldReference" | "StringValue" | "TextTarget" }>;

function looseIn(node: AstNode): readonly Loose[] {
  switch (node.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
      return [node];
    // Paths and brackets have nodes of their own.
    case "Evidence":
      return [];
    default:
      return children(node).flatMap(looseIn);
  }
}

/** The path of the node that a target is about. */
function pathOf(target: UpdateTarget): string {
  switch (target.kind) {
    case "Path": {
      const last = lastStep(target)?.kind;
      const isValue = last === "AttributeStep" || last === "TextStep";
      return print(isValue ? { ...target, segments: target.segments.slice(0, -1) } : target);
    }
    case "ParameterReference":
    case "NodeKey":
    case "Missing":
      return "//Day[1]";
    default:
      return assertNever(target);
  }
}
