import { faultSentence, faultsOfValue } from "@semantic-xpath/planner";
import * as z from "zod/mini";
import { pythonJson } from "../xmemory/interchange/pythonJson.js";
import type { Consolidation } from "./consolidate.js";
import type { Entry } from "./entries.js";

/**
 * LightMem's points as JSONL (implementation at commit 8fc9a9179f91): `{ id, vector, payload }` a line. Its storage of pickled points is not
 * an interchange format. `voice`, `event` and `session`, which LightMem loses, are further members of the payload.
 */
const EntryPoint = z.looseObject({
  id: z.string(),
  vector: z.array(z.number()),
  payload: z.looseObject({
    memory: z.string(),
    time_stamp: z.string(),
    speaker_name: z.optional(z.string()),
    voice: z.optional(z.enum(["factual", "relational"])),
    event: z.optional(z.string()),
    session: z.optional(z.string()),
  }),
});

const SummaryPoint = z.looseObject({
  id: z.string(),
  vector: z.array(z.number()),
  payload: z.looseObject({
    summary: z.string(),
    time_range: z.looseObject({ start: z.string(), end: z.string() }),
    covered_entry_ids: z.array(z.string()),
    seed_entry_ids: z.array(z.string()),
  }),
});

export type EntryPointRecord = z.infer<typeof EntryPoint>;
export type SummaryPointRecord = z.infer<typeof SummaryPoint>;

/** A vector of an entry or a summary by its id; empty where there is none. */
export type VectorOf = (id: string) => readonly number[];

/** A line of JSONL that is not a point of LightMem. */
export class LightMemLineError extends Error {
  /** @param line counted from 1 */
  constructor(
    readonly line: number,
    problem: string,
  ) {
    super(`line ${line}: ${problem}`);
    this.name = "LightMemLineError";
  }
}

/** Entries as points, in the order given. Times are in UTC with milliseconds and without a zone, as LightMem writes them. */
export function writeEntries(entries: readonly Entry[], vectorOf: VectorOf, consolidated: ReadonlySet<string>): string {
  return entries
    .map(({ id, text, voice, event, session, speaker, time }) =>
      line({
        id,
        vector: vectorOf(id),
        payload: {
          memory: text,
          time_stamp: stamp(time),
          float_time_stamp: time / 1000,
          weekday: new Date(time).toLocaleDateString("en", { weekday: "short", timeZone: "UTC" }),
          speaker_id: speaker || "unknown",
          speaker_name: speaker || "Unknown",
          consolidated: consolidated.has(id),
          topic_summary: "",
          category: "",
          subcategory: "",
          memory_class: "",
          original_memory: "",
          compressed_memory: "",
          voice,
          event,
          session,
        },
      }),
    )
    .join("");
}

/** Consolidations as points of LightMem's second collection. */
export function writeSummaries(
  consolidations: readonly Consolidation[],
  vectorOf: VectorOf,
  createdAt: number,
): string {
  return consolidations
    .map(({ id, text, start, end, covers, seeds }) =>
      line({
        id,
        vector: vectorOf(id),
        payload: {
          summary: text,
          time_range: { start: stamp(start), end: stamp(end), start_float: start / 1000, end_float: end / 1000 },
          covered_entry_ids: covers,
          seed_entry_ids: seeds,
          created_at: stamp(createdAt),
          entry_count: covers.length,
          seed_count: seeds.length,
        },
      }),
    )
    .join("");
}

/**
 * Entries from points. A point of LightMem has no voice, event or session: it is factual, its event is its time and speaker, its session its day.
 * @throws LightMemLineError
 */
export function readEntries(jsonl: string): {
  readonly entries: readonly Entry[];
  readonly vectors: ReadonlyMap<string, readonly number[]>;
} {
  const points = readPoints(jsonl, EntryPoint);
  const entries = points.map(({ id, payload }, index): Entry => {
    const time = Date.parse(`${payload.time_stamp}Z`);
    if (Number.isNaN(time)) throw new LightMemLineError(index + 1, `time_stamp: "${payload.time_stamp}" is no time`);
    const speaker = payload.speaker_name === "Unknown" ? "" : (payload.speaker_name ?? "");
    return {
      id,
      text: payload.memory,
      voice: payload.voice ?? "factual",
      event: payload.event ?? `${payload.time_stamp} ${speaker}`.trim(),
      session: payload.session ?? payload.time_stamp.slice(0, 10),
      speaker,
      time,
    };
  });
  return { entries, vectors: new Map(points.map(({ id, vector }) => [id, vector])) };
}

/** Summaries from points of the second collection. @throws LightMemLineError */
export function readSummaries(jsonl: string): SummaryPointRecord[] {
  return readPoints(jsonl, SummaryPoint);
}

function readPoints<T>(jsonl: string, shape: z.ZodMiniType<T>): T[] {
  return jsonl.split("\n").flatMap((text, index) => {
    if (text.trim() === "") return [];
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new LightMemLineError(index + 1, "not JSON");
    }
    const [fault] = faultsOfValue(value, shape, "record");
    if (fault !== undefined) throw new LightMemLineError(index + 1, `"${fault.where}" ${faultSentence(fault)}`);
    return [z.parse(shape, value)];
  });
}

const line = (point: unknown): string => `${pythonJson(point)}\n`;
const stamp = (time: number): string => new Date(time).toISOString().slice(0, -1);
