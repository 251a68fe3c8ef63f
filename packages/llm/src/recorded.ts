import * as z from "zod/mini";
import type { CallOptions, LanguageModel, ModelAnswer, ModelRequest, ModelSupport } from "./languageModel.js";
import { modelError } from "./modelError.js";

/** Calls of a model as JSON: what `recordingModel` writes and `recordedModel` replays. */
export interface Cassette {
  readonly version: 1;
  /** The id of the model that was recorded. */
  readonly model: string;
  readonly supports: ModelSupport;
  readonly calls: readonly { readonly request: ModelRequest; readonly answer: ModelAnswer }[];
  readonly embeddings: readonly { readonly text: string; readonly vector: readonly number[] }[];
}

/**
 * Replays recorded calls: the same messages and settings get the same answer, regardless of the purpose. A repeated call gets the answers in the
 * order of the recording, then the last one for ever. Any other call is SXP5110, which names the difference to the nearest recorded one.
 *
 * @example const model = recordedModel(await readFile("cassette.json", "utf8"));
 * @throws ModelError (SXP5111) if the source is not a cassette.
 */
export function recordedModel(source: Cassette | string): LanguageModel {
  const cassette = readCassette(source);
  const answers = new Map<string, ModelAnswer[]>();
  for (const { request, answer } of cassette.calls) {
    const key = requestKey(request);
    const same = answers.get(key);
    if (same === undefined) answers.set(key, [answer]);
    else same.push(answer);
  }
  const vectors = new Map(cassette.embeddings.map(({ text, vector }) => [text, vector]));
  const replayed = new Map<string, number>();
  return {
    id: `recorded(${cassette.model})`,
    supports: cassette.supports,
    async generate(request: ModelRequest, options: CallOptions = {}): Promise<ModelAnswer> {
      options.signal?.throwIfAborted();
      const key = requestKey(request);
      const same = answers.get(key);
      if (same === undefined) {
        throw modelError("SXP5110", { purpose: request.purpose, nearest: nearestOf(request, cassette.calls) });
      }
      const time = replayed.get(key) ?? 0;
      replayed.set(key, time + 1);
      const answer = same[Math.min(time, same.length - 1)]!;
      if (answer.text !== "") options.onText?.(answer.text);
      return answer;
    },
    ...(vectors.size > 0 && {
      async embed(texts: readonly string[], options: CallOptions = {}): Promise<readonly Float32Array[]> {
        options.signal?.throwIfAborted();
        return texts.map((text) => {
          const vector = vectors.get(text);
          if (vector === undefined)
            throw modelError("SXP5110", { purpose: "embed", nearest: `in its text: ${cut(text)}` });
          return Float32Array.from(vector);
        });
      },
    }),
  };
}

/** A model whose calls are recorded. */
export interface RecordingModel extends LanguageModel {
  /** All calls so far that were answered. */
  cassette(): Cassette;
}

/** Records every call that is answered; failures pass and are not recorded. */
export function recordingModel(model: LanguageModel): RecordingModel {
  const calls: { request: ModelRequest; answer: ModelAnswer }[] = [];
  const embeddings = new Map<string, readonly number[]>();
  const { embed } = model;
  return {
    id: model.id,
    supports: model.supports,
    async generate(request, options) {
      const answer = await model.generate(request, options);
      calls.push({ request, answer });
      return answer;
    },
    ...(embed !== undefined && {
      async embed(texts: readonly string[], options?: CallOptions) {
        const vectors = await embed.call(model, texts, options);
        texts.forEach((text, place) => {
          embeddings.set(text, [...vectors[place]!]);
        });
        return vectors;
      },
    }),
    cassette: () => ({
      version: 1,
      model: model.id,
      supports: model.supports,
      calls: [...calls],
      embeddings: Array.from(embeddings, ([text, vector]) => ({ text, vector })),
    }),
  };
}

/** Identity of a call: everything that is sent, in any order of members. The purpose is not sent. */
function requestKey(request: ModelRequest): string {
  const { messages, schema = null, grammar = null, maxTokens = null, temperature = 0, logprobs = false } = request;
  const conversation = messages.map(({ role, content }) => [role, content]);
  return JSON.stringify(sorted([conversation, schema, grammar, maxTokens, temperature, logprobs]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** In what the recorded call that shares most with this one differs from it; null: nothing is recorded. */
function nearestOf(request: ModelRequest, calls: Cassette["calls"]): string | null {
  let nearest: { readonly shared: number; readonly request: ModelRequest } | null = null;
  const key = requestKey(request);
  for (const call of calls) {
    const shared = sharedLength(key, requestKey(call.request));
    if (nearest === null || shared > nearest.shared) nearest = { shared, request: call.request };
  }
  return nearest === null ? null : differenceOf(nearest.request, request);
}

const MAX_COMPARED = 100_000;

/** Units that two texts begin and end with alike. */
function sharedLength(left: string, right: string): number {
  const most = Math.min(left.length, right.length, MAX_COMPARED);
  let start = 0;
  while (start < most && left[start] === right[start]) start++;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  return start + end;
}

function differenceOf(recorded: ModelRequest, given: ModelRequest): string {
  const count = Math.max(recorded.messages.length, given.messages.length);
  for (let i = 0; i < count; i++) {
    const [there, here] = [recorded.messages[i], given.messages[i]];
    if (there === undefined || here === undefined)
      return `in the number of messages: ${recorded.messages.length} there, ${given.messages.length} here.`;
    if (there.role !== here.role) return `in message ${i + 1}: of ${there.role} there, of ${here.role} here.`;
    if (there.content === here.content) continue;
    let at = 0;
    while (there.content[at] === here.content[at]) at++;
    const from = Math.max(0, at - 10);
    return `in message ${i + 1}: ${cut(there.content.slice(from))} there, ${cut(here.content.slice(from))} here.`;
  }
  const SETTINGS = ["schema", "grammar", "maxTokens", "temperature", "logprobs"] as const;
  const other = SETTINGS.find((name) => requestKey({ ...recorded, [name]: given[name] }) !== requestKey(recorded));
  return `in "${other ?? "messages"}".`;
}

const cut = (text: string): string => JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 39)}…`);

function readCassette(source: Cassette | string): Cassette {
  let value: unknown = source;
  try {
    if (typeof source === "string") value = JSON.parse(source);
  } catch (error) {
    throw modelError("SXP5111", { problem: error instanceof Error ? error.message : "it is no JSON" });
  }
  const problem = problemOf(value);
  if (problem !== null) throw modelError("SXP5111", { problem });
  return value as Cassette;
}

function problemOf(value: unknown): string | null {
  const { error } = cassette.safeParse(value);
  if (error === undefined) return null;
  const { path } = error.issues[0]!;
  if (path.length === 0) return "it is no object";
  if (path[0] === "version")
    return `its version is ${JSON.stringify((value as Cassette).version) ?? "missing"}, and 1 is known`;
  return `"${z.core.toDotPath(path)}" is missing or of another kind`;
}

const members = z.looseObject({});
const cassette = z.object({
  version: z.literal(1),
  model: z.string(),
  supports: members,
  calls: z.array(
    z.object({
      request: z.object({ messages: z.array(z.object({ content: z.string() })) }),
      answer: z.object({ text: z.string(), usage: members }),
    }),
  ),
  embeddings: z.array(z.object({ text: z.string(), vector: z.array(z.number()) })),
});
