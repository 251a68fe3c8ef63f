import {
  type FieldPlan,
  type PathValues,
  parsedType,
  type RecordPlan,
  type ValueExpression,
} from "@semantic-xpath/planner";
import { NONE } from "@semantic-xpath/tree";
import type { ValueType } from "@semantic-xpath/values";
import { type Batch, insideOf, nodesBatch } from "./batch.js";
import { evaluateCondition } from "./conditions.js";
import type { Task } from "./effects.js";
import { evaluateEvidence } from "./evidence.js";
import { entryKey, type Frame, OWN_TEXT } from "./frame.js";
import type { Run } from "./run.js";
import { evaluateScore } from "./scores.js";
import { type Column, fromOf, severalValues, toOf, valueAt } from "./values/column.js";
import { evaluateValue, frameValues } from "./values/evaluate.js";
import { asWritten, kindOfColumn, type SingleValue } from "./values/written.js";

/** Value of a field of a record: a value, null for none, a list of values, or a list of records. */
export type RecordValue = SingleValue | null | readonly SingleValue[] | readonly RecordObject[];

/** A record: its fields in the order of the query. Numbers and Booleans, by the types of their columns, are such; all else is text. */
export interface RecordObject {
  readonly [field: string]: RecordValue;
}

/** The records of a run, by `entryKey` of their entries. */
export type Records = ReadonlyMap<number, RecordObject>;

/** Computes the record of each entry of a frame; `places` are those of the entries in the whole result, which has `last`. */
export function* evaluateRecords(
  run: Run,
  record: RecordPlan,
  frame: Frame,
  places: Pick<Batch, "places" | "lasts">,
): Task<Records> {
  const objects = yield* recordsOf(run, record, { ...nodesBatch(frame.ids), ...places });
  const records = new Map<number, RecordObject>();
  for (const [i, object] of objects.entries())
    records.set(entryKey(run.tree, frame.ids[i]!, frame.attributes?.[i] ?? NONE), object);
  return records;
}

function* recordsOf(run: Run, { fields }: RecordPlan, batch: Batch): Task<readonly RecordObject[]> {
  const objects = Array.from(batch.ids, (): Record<string, RecordValue> => Object.create(null));
  for (const field of fields) {
    const values = yield* fieldValues(run, field, batch);
    // A field may have the name of anything.
    for (const [i, object] of objects.entries())
      Object.defineProperty(object, field.name, {
        value: values[i]!,
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return objects;
}

/** The values of one field for each entry of a batch. */
export function* fieldValues(run: Run, { value, shape }: FieldPlan, batch: Batch): Task<readonly RecordValue[]> {
  const count = batch.ids.length;
  if (count === 0) return [];
  switch (shape) {
    case "condition": {
      // The planner makes no other shape of these kinds.
      const mask = yield* evaluateCondition(run, value as Parameters<typeof evaluateCondition>[1], batch);
      return Array.from(mask, (truth) => truth === 1);
    }
    case "score":
      return Array.from(yield* evaluateScore(run, value as Parameters<typeof evaluateScore>[1], batch));
    case "records": {
      const { evidence, record } = value as Extract<FieldPlan["value"], { kind: "RecordList" }>;
      const { ids, offsets } = yield* evaluateEvidence(run, evidence, batch);
      const inside = yield* recordsOf(run, record, insideOf(batch, ids, offsets));
      return Array.from({ length: count }, (_, i) => inside.slice(offsets![i]!, offsets![i + 1]!));
    }
    case "list":
    case "value": {
      const list = yield* writtenValues(run, value as ValueExpression, batch);
      if (shape === "list") return list.map(({ values }) => values);
      return list.map(({ values, column, row }) => {
        if (values.length > 1) throw severalValues(value.span, column, row);
        return values[0] ?? null;
      });
    }
  }
}

interface RowText {
  readonly values: readonly SingleValue[];
  readonly column: Column;
  readonly row: number;
}

/** The values of an expression for each entry, each as a record has it. */
function* writtenValues(run: Run, value: ValueExpression, batch: Batch): Task<readonly RowText[]> {
  const { tree } = run;
  const frame =
    value.kind === "PathValues" && value.evidence.attribute?.kind !== "Computed"
      ? yield* evaluateEvidence(run, value.evidence, batch)
      : null;
  const column =
    frame === null ? yield* evaluateValue(run, value, batch) : frameValues(run, frame, (value as PathValues).type);
  const kindOf = kindsOf(run, value, column, frame);
  return Array.from(batch.ids, (node, row): RowText => {
    const values: SingleValue[] = [];
    for (let k = fromOf(column, row); k < toOf(column, row); k++)
      values.push(asWritten(valueAt(tree, column, k), kindOf(node, k)));
    return { values, column, row };
  });
}

/** The type of the k-th value, of an entry; each is read by its own column. */
function kindsOf(
  run: Run,
  value: ValueExpression,
  column: Column,
  frame: Frame | null,
): (node: number, k: number) => ValueType["kind"] | null {
  if (column.kind === "numbers") return () => null;
  const { tree, groups } = run;
  const declared = "type" in value && value.type !== null ? parsedType(value.type).kind : null;
  if (declared !== null) return () => declared;
  switch (value.kind) {
    case "AttributeValue": {
      const attribute = tree.attributeId(value.name);
      return (node) => kindOfPart(run, node, attribute);
    }
    case "OwnText":
      return (node) => kindOfPart(run, node, OWN_TEXT);
    case "FieldValue": {
      const attribute = tree.attributeId(value.name);
      const child = tree.typeId(value.name);
      return (node) =>
        tree.attributeValue(node, attribute) >= 0
          ? kindOfPart(run, node, attribute)
          : child > 0
            ? (run.columns.text(value.name).type?.kind ?? null)
            : null;
    }
    case "PathValues":
      if (frame === null || frame.attributes === null || groups.areGroups(frame.ids)) return () => kindOfColumn(column);
      return (_, k) => kindOfPart(run, frame.ids[k]!, frame.attributes![k]!);
    default:
      return () => kindOfColumn(column);
  }
}

function kindOfPart({ tree, groups, columns }: Run, node: number, attribute: number): ValueType["kind"] | null {
  if (attribute === NONE || groups.isGroup(node)) return null;
  const type = tree.type[node]!;
  if (type === 0) return null;
  const name = tree.typeNames[type]!;
  const facts = attribute === OWN_TEXT ? columns.text(name) : columns.attribute(name, tree.attributeNames[attribute]!);
  return facts.type?.kind ?? null;
}
