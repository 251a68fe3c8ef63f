import {
  type AttributeReference,
  diagnose,
  type FieldReference,
  type IdStep,
  replacements,
} from "@semantic-xpath/parser";
import { isText } from "@semantic-xpath/values";
import type { Schema } from "../../schema/schema.js";
import { nounOfType, parsedType } from "../../schema/valueType.js";
import { nearestNames } from "../../shapes/nearestNames.js";
import { attributeOf } from "../attributes.js";
import type { Check, CheckContext, Place } from "../checked.js";
import { referencesOf } from "../references.js";

/** `id(@minutes)`: an attribute that the schema declares as something else than a reference. A string may hold ids anyway. */
export const notReference: Check = { codes: ["SXP2018", "SXP3013"], on: { IdStep: checkArgument } };

function checkArgument(context: CheckContext, { argument }: IdStep, { step }: Place): void {
  if (argument.kind !== "AttributeReference" && argument.kind !== "FieldReference") return;
  const from = step?.from ?? null;
  if (from === null || context.schema === null || argument.name.kind === "Missing") return;
  const { schema } = context.schema;
  const name = argument.name.text;
  const declared = from.names.flatMap((type) => attributeOf(schema, type, name)?.type ?? []);
  const types = declared.map(parsedType);
  if (declared.length === 0 || types.some(({ kind }) => kind === "ref")) return;
  const references = referencesOf(schema, from.names);
  const sign = argument.kind === "AttributeReference" ? "@" : "";
  if (types.some((type) => isText(type) && type.kind !== "id")) {
    if (argument.kind === "AttributeReference" || isAttributeOnly(schema, from.names, argument))
      context.diagnostics.push(diagnose("SXP3013", argument.span, { text: `${sign}${name}` }));
    return;
  }
  const near = nearestNames(name, references);
  const suggestions = (near.length > 0 ? near : references.slice(0, 3)).map((each) => `${sign}${each}`);
  const parameters = { text: `${sign}${name}`, is: nounOfType(declared[0]!), suggestions };
  const fixes = replacements(suggestions, argument.span).map((fix) => ({ ...fix, isSafe: false }));
  context.diagnostics.push(diagnose("SXP2018", argument.span, parameters, fixes));
}

const isAttributeOnly = (
  schema: Schema,
  types: readonly string[],
  { name }: AttributeReference | FieldReference,
): boolean => name.kind === "Name" && types.every((type) => attributeOf(schema, type, name.text) !== null);
