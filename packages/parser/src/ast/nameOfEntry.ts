import type { AstNode, Missing, Name } from "./nodes.js";

/** The name of a field or key, given or of the attribute that names itself; null if something is missing. */
export function nameOfEntry({
  name,
  value,
}: {
  readonly name: Name | Missing | null;
  readonly value: AstNode;
}): Name | null {
  if (name !== null) return name.kind === "Name" ? name : null;
  if (value.kind === "AttributeReference") return value.name.kind === "Name" ? value.name : null;
  return value.kind === "FieldReference" ? value.name : null;
}
