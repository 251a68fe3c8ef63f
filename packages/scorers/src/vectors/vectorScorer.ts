import { runError } from "@semantic-xpath/tree";
import { ByteLru } from "../byteLru.js";
import { type Calibration, calibrate } from "../calibration.js";
import type { ScoreOptions, Scorer, TextList } from "../scorer.js";
import { Turns } from "../turns.js";
import { VectorStore } from "./vectorStore.js";

/** Bytes of texts and vectors that are kept: some 100 000 vectors of 384 numbers. */
const KEPT = 256 * 2 ** 20;
const MAX_CONDITIONS = 256;
/** Texts between two looks at whether the store is full. */
const MAX_CHUNK = 16384;
/** Size of what is held at once before it goes through the model, in tokens or characters. */
const HELD = 2 ** 20;

/** A scorer that holds a model. */
export interface EmbeddingScorer extends Scorer {
  scoreListed: NonNullable<Scorer["scoreListed"]>;
  /** The cosines before calibration, in [-1, 1] but for rounding: what `fitCalibration` is given. */
  cosines(texts: readonly string[], condition: string, options?: ScoreOptions): Promise<Float32Array>;
  /** Frees the model. Scoring rejects from then on. */
  dispose(): Promise<void>;
}

/** Source of the vectors of texts: a transformer, a table of words, or a server. `Piece`: what it reads as one. */
interface VectorModel<Piece> {
  /** The pieces of a text after a prefix, at most `most` of them: one, or windows where it is longer than the model takes. */
  read(text: string, prefix: string, most: number): { readonly windows: readonly Piece[]; readonly isCut: boolean };
  /** Tokens or characters of a piece. */
  sizeOf(piece: Piece): number;
  /** Gives the vector of each piece, of length 1 (or 0), in any order. */
  embed(
    pieces: readonly Piece[],
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
  /** Windows of a text, at most. */
  readonly limit: number;
  /** Bound of the store, in bytes. */
  readonly kept?: number | undefined;
  /** Notes on every score, and on those of texts that were cut; null for none. */
  readonly note: string | null;
  readonly cutNote: string | null;
}

/**
 * Scores by the cosine of vectors, calibrated. Vectors of texts and conditions are kept, so a further condition costs one embedding and a
 * pass over the vectors. Of a text in several windows each has its vector, and the best counts; a condition in several windows is their mean.
 */
export function vectorScorer<Piece>(model: VectorModel<Piece>, settings: VectorSettings): EmbeddingScorer {
  const { id, cost, calibration, query, passage, limit } = settings;
  const store = new VectorStore(settings.kept ?? KEPT);
  const conditions = new ByteLru<Float32Array>(MAX_CONDITIONS);
  const turns = new Turns();
  let isCut = false;

  /** Gives the vectors of each text, in any order. */
  const embed = async (
    texts: readonly string[],
    prefix: string,
    { condition, signal }: { readonly condition: string; readonly signal: AbortSignal | undefined },
    onText: (text: string, vectors: readonly Float32Array[]) => void,
  ): Promise<void> => {
    for (let from = 0; from < texts.length; ) {
      const owners: Owner[] = [];
      const pieces: Piece[] = [];
      for (let held = 0; from < texts.length && held < HELD; from++) {
        const read = model.read(texts[from]!, prefix, limit);
        isCut ||= read.isCut;
        const owner: Owner = { text: texts[from]!, vectors: [], open: read.windows.length };
        for (const piece of read.windows) {
          owners.push(owner);
          pieces.push(piece);
          held += model.sizeOf(piece);
        }
      }
      await model.embed(pieces, signal, (index, vector) => {
        if (!vector.every(Number.isFinite)) throw runError("SXP4002", { scorer: id, score: "NaN", condition });
        const owner = owners[index]!;
        owner.vectors.push(vector);
        if (--owner.open === 0) onText(owner.text, owner.vectors);
      });
    }
  };
  const vectorOf = async (condition: string, signal: AbortSignal | undefined): Promise<Float32Array> => {
    let vector = conditions.get(condition);
    if (vector === undefined)
      await embed([condition], query, { condition, signal }, (_, windows) => {
        vector = meanOf(windows);
        conditions.set(condition, vector, 1);
      });
    return vector!;
  };
  const cosinesOf = async (list: TextList, numbers: Int32Array, condition: string, { signal }: ScoreOptions = {}) => {
    signal?.throwIfAborted();
    const cosines = new Float32Array(numbers.length);
    if (numbers.length === 0) return cosines;
    const vector = await vectorOf(condition, signal);
    for (let i = 0; i < numbers.length; i += MAX_CHUNK) {
      const chunk = numbers.subarray(i, i + MAX_CHUNK);
      store.makeRoom();
      // Work done before an abort is kept.
      await embed(store.missing(list, chunk), passage, { condition, signal }, (text, made) => store.add(text, made));
      cosines.set(store.best(vector, list, chunk), i);
    }
    return cosines;
  };
  const listed = (...asked: Parameters<typeof cosinesOf>) => turns.take(() => cosinesOf(...asked));
  const cosines: EmbeddingScorer["cosines"] = (texts, condition, options) =>
    listed({ texts }, Int32Array.from(texts.keys()), condition, options);
  const scoresOf = (found: Float32Array) => found.map((cosine) => calibrate(calibration, cosine));
  return {
    ...{ id, cost, cosines },
    score: async (...asked) => scoresOf(await cosines(...asked)),
    scoreListed: async (...asked) => scoresOf(await listed(...asked)),
    notes() {
      const notes = [settings.note, isCut ? settings.cutNote : null].filter((note) => note !== null);
      return notes.length === 0 ? null : notes.join("; ");
    },
    dispose() {
      store.clear();
      conditions.clear();
      return model.dispose();
    },
  };
}

/** A text whose pieces are on their way. */
interface Owner {
  readonly text: string;
  readonly vectors: Float32Array[];
  open: number;
}

/** The mean direction. The order of sums is that of the pieces where a model gives them in order; it is the same in every batch of one model. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return normalised(sum, 0, sum.length);
}

/** `width` numbers from `offset` on, divided by their Euclidean norm; zeros stay as they are. */
export function normalised(data: ArrayLike<number>, offset: number, width: number): Float32Array {
  let squares = 0;
  for (let i = 0; i < width; i++) squares += data[offset + i]! ** 2;
  const norm = Math.sqrt(squares);
  const vector = new Float32Array(width);
  for (let i = 0; i < width; i++) vector[i] = norm === 0 ? 0 : data[offset + i]! / norm;
  return vector;
}
