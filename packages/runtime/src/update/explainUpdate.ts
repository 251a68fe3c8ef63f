import { type AstNode, byStart, type Missing, type Primitive, print } from "@semantic-xpath/parser";
import { contentOf, type ExplainedPlan, valuesOf } from "@semantic-xpath/planner";
import type { CompiledUpdate } from "./compiledUpdate.js";

/** Role of a part of a primitive. */
export type PartRole = "target" | "destination" | "content" | "value";

/** An update as data: its primitives, each with the plans of its queries. */
export interface ExplainedUpdate {
  readonly kind: "Update";
  readonly text: string;
  readonly primitives: readonly {
    readonly text: string;
    readonly kind: Primitive["kind"];
    /** Keys and parameters have no plan. */
    readonly parts: readonly { readonly role: PartRole; readonly text: string; readonly plan: ExplainedPlan | null }[];
  }[];
}

/** The parts of a primitive that are looked up or computed, in the order of the text. */
function rolesOf(primitive: Primitive): readonly (readonly [PartRole, AstNode])[] {
  const content = contentOf(primitive);
  const parts: (readonly [PartRole, AstNode])[] = [["target", primitive.target]];
  if (content !== null && content.kind !== "Element") parts.push(["content", content]);
  if (primitive.kind === "Move") parts.push(["destination", primitive.destination]);
  for (const value of valuesOf(primitive)) parts.push(["value", value]);
  return parts.sort(([, a], [, b]) => byStart(a, b));
}

const primitivesOf = ({ ast }: CompiledUpdate): readonly Primitive[] =>
  ast.primitives.filter((primitive): primitive is Exclude<typeof primitive, Missing> => primitive.kind !== "Missing");

export const explainUpdateJson = (update: CompiledUpdate): ExplainedUpdate => ({
  kind: "Update",
  text: update.text,
  primitives: primitivesOf(update).map((primitive) => ({
    text: print(primitive),
    kind: primitive.kind,
    parts: rolesOf(primitive).map(([role, part]) => ({
      role,
      text: print(part),
      plan: update.parts.get(part)?.explain("json") ?? null,
    })),
  })),
});

/** Each primitive with the plans of what it looks up, on the tree as it is before the first. */
export function explainUpdateText(update: CompiledUpdate): string {
  const blocks = primitivesOf(update).map((primitive, i) => {
    const parts = rolesOf(primitive).map(([role, part]) => {
      const plan = update.parts.get(part)?.explain("text");
      const lines = plan === undefined ? [] : plan.split("\n").map((line) => (line === "" ? "" : `    ${line}`));
      return [`  ${role} ${print(part)}`, ...lines].join("\n");
    });
    return [`${i + 1}. ${print(primitive)}`, ...parts].join("\n");
  });
  return blocks.join("\n\n");
}

/** Look-ups of an update, and the primitives that use them. */
export function explainUpdateMermaid(update: CompiledUpdate): string {
  const lines = ["flowchart LR", '  tree[("tree as it is")]'];
  primitivesOf(update).forEach((primitive, i) => {
    lines.push(`  p${i}["${labelOf(print(primitive))}"]`);
    rolesOf(primitive).forEach(([role, part], k) => {
      lines.push(`  tree --> p${i}q${k}(["${labelOf(print(part))}"])`, `  p${i}q${k} -- ${role} --> p${i}`);
    });
  });
  return lines.join("\n");
}

const labelOf = (text: string): string =>
  text.replace(/[&"<>\n]/g, (character) => (character === "\n" ? " " : `#${character.charCodeAt(0)};`));
