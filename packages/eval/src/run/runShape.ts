import * as z from "zod/mini";
import type { WriterRecording } from "../methods/queryWriter.js";
import { type EvalRun, RESULT_VERSION } from "./results.js";

const text = z.string();
const textOrNull = z.nullable(text);
const counts = z.record(text, z.number());
const metrics = z.record(text, z.nullable(z.number()));

const result = z.looseObject({
  id: text,
  method: text,
  kind: text,
  domain: text,
  cluster: text,
  input: text,
  outcome: text,
  metrics,
  why: textOrNull,
  answer: z.nullable(z.looseObject({ references: z.array(text), count: z.number() })),
  code: textOrNull,
});

const run = z.looseObject({
  version: z.literal(RESULT_VERSION),
  suite: z.looseObject({ name: text, digest: text, cases: z.number(), must: z.array(text) }),
  methods: z.array(z.looseObject({ name: text, id: text, skipped: counts, built: metrics })),
  results: z.array(result),
  times: z.record(text, z.looseObject({ milliseconds: z.number(), reused: z.number(), building: z.number() })),
});

const recording = z.object({
  version: z.literal(1),
  model: text,
  answers: z.array(z.object({ request: text, earlier: z.optional(z.array(text)), text })),
});

/** A run as `sxp eval --json` wrote it; null for any other text. */
export const readEvalRun = (json: string): EvalRun | null => readAs(run, json) as EvalRun | null;

/** Recorded answers of a model; null for any other text. */
export const readWriterRecording = (json: string): WriterRecording | null =>
  readAs(recording, json) as WriterRecording | null;

function readAs<S extends z.ZodMiniType>(shape: S, json: string): z.output<S> | null {
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
