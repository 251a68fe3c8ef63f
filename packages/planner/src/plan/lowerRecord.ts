import { type Evidence, type Field, nameOfEntry, type Query, type RecordStep } from "@semantic-xpath/parser";
import { FROM_DOCUMENT, type Items, itemsAfterStep, itemsAtStart, specialOf } from "../check/items.js";
import { isOneValue, isTest, isValue } from "../check/values.js";
import type { FieldPlan, RecordList, RecordPlan } from "./expressions.js";
import { lowerCondition, lowerGrade } from "./lowerExpression.js";
import { inContext, type Lowering, scopeOf } from "./lowering.js";
import { lowerValue } from "./lowerValue.js";

/** A record at the end of a query, and the query that gives what it is made of; null: there is none. */
export function recordOf(
  query: Query,
): { readonly query: Query; readonly record: RecordStep; readonly items: Items } | null {
  const [path] = query.paths;
  const last = path?.kind === "Path" ? path.segments.at(-1)?.step : undefined;
  if (path?.kind !== "Path" || last?.kind !== "RecordStep") return null;
  const segments = path.segments.slice(0, -1);
  const items = segments.reduce(itemsAfterStep, itemsAtStart(path.start ?? path.head, FROM_DOCUMENT));
  return { query: { ...query, paths: [{ ...path, segments }] }, record: last, items };
}

/** `Record ::= "{" Field ( "," Field )* "}"` */
export function lowerRecord(lowering: Lowering, { span, fields }: RecordStep, items: Items): RecordPlan {
  const id = lowering.nextId++;
  const lowered = inContext(lowering, specialOf(items), () => fields.map((field) => lowerField(lowering, field)));
  return { kind: "Record", id, span, fields: lowered };
}

function lowerField(lowering: Lowering, field: Field): FieldPlan {
  const { value, span } = field;
  const id = lowering.nextId++;
  const name = nameOfEntry(field)!.text;
  const common = { kind: "Field", id, span, name } as const;
  const list = value.kind === "Evidence" ? lowerRecordList(lowering, value) : null;
  if (list !== null) return { ...common, value: list, shape: "records" };
  if (!isValue(value) || isTest(value)) {
    const isGraded = lowering.checked.kinds.get(value) === "Relevance";
    return isGraded
      ? { ...common, value: lowerGrade(lowering, value), shape: "score" }
      : { ...common, value: lowerCondition(lowering, value), shape: "condition" };
  }
  return { ...common, value: lowerValue(lowering, value), shape: isOneValue(value) ? "value" : "list" };
}

/** `Evidence "/" Record` */
function lowerRecordList(lowering: Lowering, evidence: Evidence): RecordList | null {
  const last = evidence.segments.at(-1)?.step;
  if (last?.kind !== "RecordStep") return null;
  const { span } = evidence;
  const id = lowering.nextId++;
  const segments = evidence.segments.slice(0, -1);
  const items = segments.reduce(itemsAfterStep, itemsAtStart(evidence.start, scopeOf(lowering)));
  const path = lowering.lowerEvidence(lowering, { ...evidence, segments });
  return { kind: "RecordList", id, span, evidence: path, record: lowerRecord(lowering, last, items) };
}
