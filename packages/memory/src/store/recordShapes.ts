import * as z from "zod/mini";
import type { Published } from "../journal/journal.js";
import { memoryError } from "../memoryError.js";
import type { Change } from "./change.js";
import { OPERATIONS, type StoreEvent, type StoreRecord } from "./records.js";

const optional = z.exactOptional;
const text = z.string();
const words = optional(text);
const otherWords = optional(z.nullable(text));
const hash = text.check(z.regex(/^[\w-]{43}$/));
/** Numbers of tasks, versions and nodes fit 32 bits, as those of nodes do in a tree. */
const upTo31Bits = z.int().check(z.maximum(2 ** 31 - 1));
const number = upTo31Bits.check(z.minimum(1));
/** A time in ISO 8601, and nothing else that a parser of dates accepts. */
const time = text.check(
  z.refine(
    (written) =>
      /^[+-]?\d{4,6}-\d\d(?:-\d\d(?:T[\d:.]{5,16}(?:Z|[+-][\d:]{2,5})?)?)?$/.test(written) &&
      !Number.isNaN(Date.parse(written)),
  ),
);
const provenance = optional(z.strictObject({ author: words, reason: words, turn: words, time: words }));
/** Members that versions have in exports, too. */
export const FACTS = {
  parents: z.readonly(z.array(number).check(z.maxLength(2))),
  of: optional(number),
  provenance,
  time,
};
export const OPERATION = z.enum(OPERATIONS);

const run = z.readonly(z.tuple([number, number]));
const change = z.strictObject({
  kind: z.enum(["insert", "delete", "replace", "move", "setAttribute", "setText", "rename"]),
  key: number,
  keys: optional(run),
  ranges: optional(z.readonly(z.array(run))),
  replaced: optional(number),
  path: text,
  text,
  name: words,
  before: otherWords,
  after: otherWords,
  parent: optional(z.nullable(number)),
});
const changes = z.readonly(z.array(change));

const task = { kind: z.literal("task"), task: number, name: text, title: words, description: words };
const described = { name: words, title: otherWords, description: otherWords };
const version = { task: number, version: number, branch: text, parents: FACTS.parents, nextKey: number };
const commit = {
  kind: z.literal("commit"),
  ...version,
  operation: OPERATION,
  /** The version that was reverted, restored or merged. */
  of: FACTS.of,
  manifest: hash,
  /** A blob; null: none. */
  schema: z.nullable(hash),
  nodes: upTo31Bits.check(z.minimum(0)),
  /** The changes, or the hash of a blob that holds them. */
  changes: z.union([changes, hash]),
  /** When it was committed elsewhere, of what was brought in. */
  time: optional(time),
  provenance,
  idempotencyKey: words,
  /** Digest of the call that the key was for. */
  call: optional(hash),
  /** Hashes of the chunks that came with the version. */
  chunks: z.readonly(z.array(hash)),
};
/** A pruned version: its number and its place in history stay, its content is gone. */
const pruned = z.strictObject({ kind: z.literal("pruned"), ...version, time, pruned: optional(time) });
const settings = z.strictObject({
  kind: z.literal("settings"),
  retention: optional(
    z.union([
      z.strictObject({ keep: z.literal("all") }),
      z.strictObject({ last: number }),
      z.strictObject({ since: text }),
    ]),
  ),
  /** null: no bound. */
  quotas: optional(
    z.partialRecord(
      z.enum(["maxNodes", "maxTasks", "maxVersions", "maxCommitBytes", "maxBytes"]),
      z.nullable(z.number().check(z.minimum(0))),
    ),
  ),
  /** Numbers of tasks below this one have been used. */
  nextTask: optional(number),
  /** Marks of events that pruning removed wholly. */
  removed: optional(z.readonly(z.array(text))),
});

const otherEvents = [
  z.strictObject(task),
  z.strictObject({ kind: z.literal("describe"), task: number, ...described }),
  z.strictObject({ kind: z.literal("delete"), task: number }),
  z.strictObject({ kind: z.literal("branch"), task: number, branch: text, from: number }),
  z.strictObject({ kind: z.literal("deleteBranch"), task: number, branch: text }),
  pruned,
  settings,
] as const;
const events = [z.strictObject(commit), ...otherEvents] as const;
const event = z.discriminatedUnion("kind", events);

const record = z.strictObject({ format: z.literal(1), time, events: z.readonly(z.array(event)) });

/** Shapes of a record, of its events by kind, and of a change of a commit: what is documented of the file. */
export const RECORD_SHAPES = { record, events, change } as const;
/** Shapes of the parts that callers give, in a record before it is written. */
const draft = z.object({
  events: z.array(
    z.discriminatedUnion("kind", [
      z.object({
        kind: commit.kind,
        branch: text,
        nextKey: number,
        time: commit.time,
        provenance,
        idempotencyKey: words,
      }),
      ...otherEvents,
    ]),
  ),
});

/**
 * Decodes and checks the record of an event, since a file may come from anywhere. Throws a `MemoryError` (SXP5002), with the number of the
 * event and the place in its record, for anything but a record of a memory.
 */
export const decodeRecord = ({ sequence, record: bytes }: Pick<Published, "sequence" | "record">): StoreRecord =>
  decoded(record, bytes, `event ${sequence}`);

/** A list of changes that lies in a chunk. Throws SXP5002 as `decodeRecord` does. */
export const decodeChanges = (bytes: Uint8Array, name: string): readonly Change[] =>
  decoded(changes, bytes, `chunk ${name}`);

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decoded<T>(schema: z.ZodMiniType<T>, bytes: Uint8Array, file: string): T {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw memoryError("SXP5002", { file, problem: "it is not JSON" }, { cause: error });
  }
  const problem = problemOf(schema, value);
  if (problem === null) return value as T;
  throw memoryError("SXP5002", { file, problem });
}

/** Why a record can't be written, since it could not be read again: a sentence without its full stop. */
export const recordProblem = (value: StoreRecord): string | null =>
  value.events.every(isPlain) ? null : problemOf(draft, value);

/** True for a version of which the caller gave nothing but its edits and its branch. */
const isPlain = (each: StoreEvent): boolean =>
  each.kind === "commit" &&
  typeof each.branch === "string" &&
  each.nextKey < 2 ** 31 &&
  !("time" in each || "provenance" in each || "idempotencyKey" in each);

function problemOf(schema: z.ZodMiniType, value: unknown): string | null {
  const { success, error } = z.safeParse(schema, value);
  if (success) return null;
  const place = (error.issues[0]?.path ?? []).map(String).join("/");
  return `${place === "" ? "it" : `its ${JSON.stringify(place)}`} is not what a memory writes`;
}
