import * as z from "zod/mini";
import type { Published } from "../journal/journal.js";
import { memoryError } from "../memoryError.js";
import type { Change } from "./change.js";
import type { StoreRecord } from "./records.js";

/** Numbers of tasks, versions and nodes: they fit 32 bits, as those of nodes do in a tree. */
const number = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));
const count = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));
const time = z.string().check(z.refine(isTime));
const hash = z.string().check(z.regex(/^[\w-]{43}$/));
const text = z.string();
const optional = z.optional;

const run = z.readonly(z.tuple([number, number]));
const change = z.strictObject({
  kind: z.enum(["insert", "delete", "replace", "move", "setAttribute", "setText", "rename"]),
  key: number,
  keys: optional(run),
  ranges: optional(z.readonly(z.array(run))),
  replaced: optional(number),
  path: text,
  text,
  name: optional(text),
  before: optional(z.nullable(text)),
  after: optional(z.nullable(text)),
  parent: optional(z.nullable(number)),
});
const changes = z.readonly(z.array(change));

const version = {
  task: number,
  version: number,
  branch: text,
  parents: z.readonly(z.array(number).check(z.maxLength(2))),
};

const event = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("task"),
    task: number,
    name: text,
    title: optional(text),
    description: optional(text),
  }),
  z.strictObject({
    kind: z.literal("describe"),
    task: number,
    name: optional(text),
    title: optional(z.nullable(text)),
    description: optional(z.nullable(text)),
  }),
  z.strictObject({ kind: z.literal("delete"), task: number }),
  z.strictObject({ kind: z.literal("branch"), task: number, branch: text, from: number }),
  z.strictObject({ kind: z.literal("deleteBranch"), task: number, branch: text }),
  z.strictObject({
    kind: z.literal("commit"),
    ...version,
    operation: z.enum(["create", "edit", "tree", "merge", "revert", "restore", "migrate", "import"]),
    of: optional(number),
    manifest: hash,
    schema: z.nullable(hash),
    nodes: count,
    nextKey: number,
    changes: z.union([changes, hash]),
    time: optional(time),
    provenance: optional(
      z.strictObject({ author: optional(text), reason: optional(text), turn: optional(text), time: optional(text) }),
    ),
    idempotencyKey: optional(text),
    chunks: z.readonly(z.array(hash)),
  }),
  z.strictObject({ kind: z.literal("pruned"), ...version, nextKey: number, time }),
  z.strictObject({
    kind: z.literal("settings"),
    retention: optional(
      z.union([
        z.strictObject({ keep: z.literal("all") }),
        z.strictObject({ last: number }),
        z.strictObject({ since: text }),
      ]),
    ),
    quotas: optional(
      z.strictObject({
        maxNodes: bound(),
        maxTasks: bound(),
        maxVersions: bound(),
        maxCommitBytes: bound(),
        maxBytes: bound(),
      }),
    ),
    nextTask: optional(number),
  }),
]);

const record = z.strictObject({ format: z.literal(1), time, events: z.readonly(z.array(event)) });

/** Tests that a text is a time: ISO 8601, and nothing else that a parser of dates accepts. */
export function isTime(text: string): boolean {
  return (
    /^[+-]?\d{4,6}-\d\d(?:-\d\d(?:T[\d:.]{5,16}(?:Z|[+-][\d:]{2,5})?)?)?$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function bound() {
  return optional(z.nullable(z.number().check(z.minimum(0))));
}

/**
 * Decodes and checks the record of an event, since a file may come from anywhere. Throws a `MemoryError` (SXP5002), with the number of the
 * event and the place in its record, for anything but a record of a memory.
 */
export function decodeRecord({ sequence, record: bytes }: Pick<Published, "sequence" | "record">): StoreRecord {
  return decoded(record, bytes, `event ${sequence}`) as StoreRecord;
}

/** A list of changes that lies in a chunk. Throws SXP5002 as `decodeRecord` does. */
export const decodeChanges = (bytes: Uint8Array, hash: string): readonly Change[] =>
  decoded(changes, bytes, `chunk ${hash}`) as readonly Change[];

function decoded(schema: z.ZodMiniType, bytes: Uint8Array, file: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw memoryError("SXP5002", { file, problem: "it is not JSON" }, { cause: error });
  }
  const problem = problemOf(schema, value);
  if (problem === null) return value;
  throw memoryError("SXP5002", { file, problem });
}

/** Why a record can't be written, since it could not be read again: a sentence without its full stop. */
export const recordProblem = (value: StoreRecord): string | null => problemOf(record, value);

function problemOf(schema: z.ZodMiniType, value: unknown): string | null {
  const { success, error } = z.safeParse(schema, value);
  if (success) return null;
  const place = (error.issues[0]?.path ?? []).map(String).join("/");
  const subject = place === "" ? "it" : `its ${JSON.stringify(place)}`;
  return `${subject} is not what a memory writes`;
}
