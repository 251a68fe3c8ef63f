import { type AstNode, type RecordStep, type Span, walk } from "@semantic-xpath/parser";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import type { WhyNotValue } from "../answers.js";
import { Syntax } from "../change/syntax.js";
import { whyNotOf } from "../whyNot/whyNot.js";
import { runText } from "./runText.js";

/** Reasons by which a path leads elsewhere, without a bracket that decided. */
const ELSEWHERE: ReadonlySet<string> = new Set(["axis", "type", "document"]);

/**
 * Why a node below a result is not in a field of its record: what the field's path dropped it for. Null if the query gives no records, the node is below no
 * result, or no path of a field comes to it. The first field that has a reason.
 */
export async function whyNotValueOf(observation: Observation, node: number): Promise<WhyNotValue | null> {
  const { run, tree, frame, result, query } = observation;
  if (query.plan.record === null) return null;
  const { groups } = run;
  const holds = (id: number) => node >= id && node < tree.end[id]!;
  const memberOf = (id: number) => (groups.isGroup(id) ? groups.nodesOf(Int32Array.of(id)).find(holds) : id);
  const place = frame.ids.findIndex((id) => holds(memberOf(id) ?? tree.size + 1) && id !== node);
  const record = place < 0 ? null : recordOf(observation);
  if (record === null) return null;
  const id = frame.ids[place]!;
  const syntax = Syntax.of(observation);
  for (const { name, first, span: written } of record.fields) {
    const text = syntax.source(written);
    // Members of a group are its children: a path from one of them begins at itself.
    if (groups.isGroup(id) && (first.axis !== null || /\[-?\d|:|position\(\)|last\(\)/.test(text))) continue;
    const lead = groups.isGroup(id)
      ? `${nodePath(tree, memberOf(id)!)}/${first.separator === "/" ? "self" : "descendant-or-self"}::`
      : `(${record.before})[${place + 1}]`;
    const path = groups.isGroup(id) ? text.slice(first.separator.length) : text;
    const ran = await runText(observation, `${lead}${path}`);
    const whyNot = typeof ran === "string" ? null : whyNotOf(ran, node);
    if (whyNot === null || ELSEWHERE.has(whyNot.reason)) continue;
    const moved = written.end - lead.length - path.length;
    const span = { start: whyNot.span.start + moved, end: whyNot.span.end + moved };
    const match = result.matches[place]!;
    const owner = match.group === null ? match.path : `the ${groups.label(id)}`;
    return { field: name, of: owner, value: match.record?.[name] ?? null, whyNot: { ...whyNot, span } };
  }
  return null;
}

/** The first step of a field's path. */
interface First {
  readonly separator: "/" | "//";
  readonly axis: string | null;
}

/** The text before a record, and its fields with paths from the entry. */
function recordOf(observation: Observation) {
  const syntax = Syntax.of(observation);
  const query = syntax.queryAround(observation.query.plan.result.span);
  let record: RecordStep | null = null;
  const fields: { readonly name: string; readonly first: First; readonly span: Span }[] = [];
  walk(query, (node: AstNode, ancestors) => {
    if (node.kind === "RecordStep") record ??= node;
    if (node.kind !== "Evidence" || node.start !== null) return;
    const field = ancestors.find((around) => around.kind === "Field");
    const isInner = ancestors.some(({ kind }) => kind === "Bracket" || kind === "Evidence");
    const last = node.segments.findLast(({ step }) => step.kind !== "RecordStep" && step.kind !== "ComputedStep");
    if (field === undefined || field.name === null || isInner || last === undefined) return;
    const { separator, step } = node.segments[0]!;
    const first = { separator, axis: step.kind === "AxisStep" ? step.axis : "self" };
    fields.push({ name: field.name.text, first, span: { start: node.span.start, end: last.span.end } });
  });
  const step = record as RecordStep | null;
  return step === null
    ? null
    : { before: syntax.source({ start: query.span.start, end: step.span.start - 1 }), fields };
}
