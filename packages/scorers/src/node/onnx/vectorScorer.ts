import { runError } from "@semantic-xpath/tree";
import { ByteLru } from "../../byteLru.js";
import { type Calibration, calibrate } from "../../calibration.js";
import { FACTS_NOTE, type FactsOptions, factsIn, listWithFacts } from "../../facts.js";
import type { ScoreOptions, Scorer, TextList } from "../../scorer.js";
import { Turns } from "../turns.js";
import type { Tokens, Windowed } from "./tokeniser.js";
import { VectorStore } from "./vectorStore.js";
import { cutNote, type Windows } from "./windows.js";

/** Bytes of texts and vectors that are kept: some 100 000 vectors of 384 numbers. */
const KEPT = 256 * 2 ** 20;
const KEPT_CONDITIONS = 256;
/** Texts between two looks at whether the store is full. */
const CHUNK = 16384;
/** Tokens that are held at once before they go through the model. */
const TOKENS_AT_ONCE = 2 ** 20;

/** A scorer that holds a model. */
export interface EmbeddingScorer extends Scorer {
  /** The cosines before calibration, in [-1, 1] but for rounding: what `fitCalibration` is given. */
  cosines(texts: readonly string[], condition: string, options?: ScoreOptions): Promise<Float32Array>;
  /** Frees the model. Scoring rejects from then on. */
  dispose(): Promise<void>;
}

/** Source of the vectors of texts: a transformer or a table of words. */
interface VectorModel {
  /** The tokens of a text after a prefix, in windows. */
  read(text: string, prefix: string, limit: number): Windowed;
  /** Gives the vector of each window, of length 1 (or 0), in any order. */
  embed(
    windows: readonly Tokens[],
    signal: AbortSignal | undefined,
    onVector: (index: number, vector: Float32Array) => void,
  ): Promise<void>;
  dispose(): Promise<void>;
}

interface VectorSettings {
  readonly id: string;
  readonly cost: Scorer["cost"];
  /** Put before a condition, before a text. */
  readonly query: string;
  readonly passage: string;
  readonly calibration: Calibration;
  readonly windows: Windows;
  /** Windows of a text, and tokens of a window, at most. */
  readonly limit: number;
  readonly longest: number;
  /** Bound of the store, in bytes. */
  readonly kept?: number | undefined;
  /** Note on every score; null for none. */
  readonly note: string | null;
  readonly facts: FactsOptions;
}

/**
 * Scores by the cosine of vectors, calibrated. Vectors of texts and conditions are kept, so a further condition costs one embedding and a
 * pass over the vectors. Of a text in several windows each has its vector under `best`; a condition in several windows is their mean.
 */
export function vectorScorer(model: VectorModel, settings: VectorSettings): EmbeddingScorer {
  const { id, cost, calibration } = settings;
  const store = new VectorStore(settings.kept ?? KEPT);
  const turns = new Turns();
  const embedder = textEmbedder(model, settings);
  const cosinesOf = async (list: TextList, numbers: Int32Array, condition: string, { signal }: ScoreOptions = {}) => {
    signal?.throwIfAborted();
    const vector = await embedder.condition(condition, signal);
    const cosines = new Float32Array(numbers.length);
    for (let i = 0; i < numbers.length; i += CHUNK) {
      const chunk = numbers.subarray(i, i + CHUNK);
      store.makeRoom();
      // Work done before an abort is kept.
      await embedder.passages(store.missing(list, chunk), condition, signal, (text, made) => store.add(text, made));
      cosines.set(store.best(vector, list, chunk), i);
    }
    return cosines;
  };
  const isRead = (settings.facts.context ?? "off") !== "off";
  const read = isRead ? listWithFacts(settings.facts) : (list: TextList) => list;
  const listed = (list: TextList, numbers: Int32Array, condition: string, options?: ScoreOptions) =>
    turns.take(() => cosinesOf(read(list, numbers), numbers, condition, options));
  const cosines: EmbeddingScorer["cosines"] = (texts, condition, options) => {
    const contextOf = (number: number) => options?.contexts?.[number] ?? null;
    return listed({ texts, contextOf }, Int32Array.from(texts.keys()), condition, options);
  };
  const scoresOf = (found: Float32Array) => found.map((cosine) => calibrate(calibration, cosine));
  return {
    id: isRead ? `${id} context=${settings.facts.context}` : id,
    cost,
    ...(isRead && { readsContext: true }),
    cosines,
    score: async (...asked) => scoresOf(await cosines(...asked)),
    scoreListed: async (...asked) => scoresOf(await listed(...asked)),
    notes() {
      const notes = [settings.note, embedder.factsNote(), embedder.cutNote()].filter((note) => note !== null);
      return notes.length === 0 ? null : notes.join("; ");
    },
    dispose() {
      store.clear();
      embedder.clear();
      return model.dispose();
    },
  };
}

/** Vectors of texts by way of their windows; those of conditions are kept. */
function textEmbedder(model: VectorModel, settings: VectorSettings) {
  const { id, query, passage, windows: windowsOption, limit, longest } = settings;
  const isRead = (settings.facts.context ?? "off") !== "off";
  const conditions = new ByteLru<Float32Array>(KEPT_CONDITIONS);
  let isCut = false;
  let hasFacts = false;
  /** Gives the vectors of each text, in any order. */
  const embed = async (
    texts: readonly string[],
    { prefix, windows, condition, signal, parts }: Embedding,
    onText: OnText,
  ): Promise<void> => {
    for (let from = 0; from < texts.length; ) {
      const owners: Owner[] = [];
      const tokens: Tokens[] = [];
      for (let held = 0; from < texts.length && held < TOKENS_AT_ONCE; from++) {
        const { facts, text } = parts(texts[from]!);
        // As a part of the prefix, each window of a long text begins with them.
        const read = model.read(text, prefix + facts, windows === "first" ? 1 : limit);
        hasFacts ||= facts !== "";
        isCut ||= read.isCut;
        const owner: Owner = { text: texts[from]!, vectors: [], open: read.windows.length };
        for (const window of read.windows) {
          owners.push(owner);
          tokens.push(window);
          held += window.ids.length;
        }
      }
      await model.embed(tokens, signal, (index, vector) => {
        if (!vector.every(Number.isFinite)) throw runError("SXP4002", { scorer: id, score: "NaN", condition });
        const owner = owners[index]!;
        owner.vectors.push(vector);
        if (--owner.open === 0) onText(owner.text, windows === "mean" ? [meanOf(owner.vectors)] : owner.vectors);
      });
    }
  };
  return {
    async condition(condition: string, signal: AbortSignal | undefined): Promise<Float32Array> {
      let vector = conditions.get(condition);
      if (vector === undefined) {
        await embed([condition], { prefix: query, windows: "mean", condition, signal, parts: alone }, (_, [made]) => {
          conditions.set(condition, made!, 1);
          vector = made;
        });
      }
      return vector!;
    },
    passages: (texts: readonly string[], condition: string, signal: AbortSignal | undefined, onText: OnText) =>
      embed(
        texts,
        { prefix: passage, windows: windowsOption, condition, signal, parts: isRead ? factsIn : alone },
        onText,
      ),
    factsNote: () => (hasFacts ? FACTS_NOTE : null),
    cutNote: () => (isCut ? cutNote(longest, limit) : null),
    clear: () => conditions.clear(),
  };
}

type OnText = (text: string, vectors: readonly Float32Array[]) => void;

interface Embedding {
  readonly prefix: string;
  readonly windows: Windows;
  readonly condition: string;
  readonly signal: AbortSignal | undefined;
  readonly parts: typeof factsIn;
}

const alone: typeof factsIn = (text) => ({ facts: "", text });

/** A text whose windows are on their way. */
interface Owner {
  readonly text: string;
  readonly vectors: Float32Array[];
  open: number;
}

/** The mean direction. The order of sums is that of the windows where a model gives them in order; it is the same in every batch of one model. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return normalised(sum, 0, sum.length);
}

/** `width` numbers from `offset` on, divided by their Euclidean norm; zeros stay as they are. */
export function normalised(data: Float32Array | Float64Array, offset: number, width: number): Float32Array {
  let squares = 0;
  for (let i = 0; i < width; i++) squares += data[offset + i]! ** 2;
  const norm = Math.sqrt(squares);
  const vector = new Float32Array(width);
  for (let i = 0; i < width; i++) vector[i] = norm === 0 ? 0 : data[offset + i]! / norm;
  return vector;
}
