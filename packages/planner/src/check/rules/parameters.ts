import { type AstNode, diagnose } from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import { valueTypeOf } from "../attributes.js";
import type { Check, CheckContext, Nodes } from "../checked.js";
import { renameFixes } from "../wording.js";

/** A parameter that is not declared, or whose declared type does not suit its place. */
export const parameters: Check = {
  codes: ["SXP2007"],
  on: {
    ParameterReference: (context, { name, span }, { parent, nodes }) => {
      const declared = context.parameters;
      if (declared === null || name === "") return;
      if (parent.kind === "Comparison" && parent.left.kind === "Missing") return;
      const report = (problem: string, suggestions: readonly string[]): void => {
        const found = { name, problem, suggestions };
        context.diagnostics.push(diagnose("SXP2007", span, found, renameFixes(span, suggestions)));
      };
      const needs = neededType(context, parent, nodes);
      const suits = (type: string | null): boolean => needs === null || type === null || type === needs;
      const parameter = declared.find((each) => each.name === name);
      if (parameter === undefined) {
        const names = declared.filter((each) => each.name !== "" && suits(each.type)).map((each) => each.name);
        report(
          "is not declared",
          nearestNames(name, names).map((word) => `$${word}`),
        );
      } else if (!suits(parameter.type)) {
        report(`is a ${parameter.type}, but a ${needs} is needed here`, []);
      }
    },
  },
};

/** The type that an argument must have in its place; null: any will do. */
function neededType({ schema }: CheckContext, parent: AstNode, nodes: Nodes): "string" | "number" | null {
  if (parent.kind === "IndexPosition" || parent.kind === "RangePosition") return "number";
  if (parent.kind !== "Comparison") return "string";
  const { left } = parent;
  if (left.kind === "NodeFunction" && left.name === "name") return "string";
  if (left.kind === "StringValue" || left.kind === "TextTarget") return null;
  if (left.kind !== "AttributeReference" && left.kind !== "FieldReference") return "number";
  return nodes !== null && valueTypeOf(nodes.names, left, schema?.schema ?? null) === "date" ? "string" : null;
}
