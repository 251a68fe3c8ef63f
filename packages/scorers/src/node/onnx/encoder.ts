import { groupBy } from "@semantic-xpath/values";
import { findModelFile } from "./modelFile.js";
import { type ModelFolder, modelError } from "./modelFolder.js";
import { loadOnnxRuntime, type OnnxSession, type OnnxTensor, type OnnxValue, openSession } from "./onnxRuntime.js";
import { feedMaker, floatsOf } from "./tensors.js";
import { Tokeniser, type Tokens } from "./tokeniser.js";

export interface EncoderOptions {
  /** The model file, relative to the folder. Default `onnx/model.onnx`, else the most usual one there is. */
  readonly file?: string;
  /** Threads inside an operator. Default 1. */
  readonly threads?: number;
}

/** The output that is read: one row a text, of the shape [tokens, width] or [width]. */
export interface ChosenOutput {
  readonly name: string;
  readonly rank: 2 | 3;
}

/** A row of the output: in `data` from `offset` on, `width` numbers for each token, or for the text where the rank is 2. */
export interface OutputRow {
  readonly data: Float32Array;
  readonly offset: number;
  readonly width: number;
  readonly rank: 2 | 3;
}

/** Tokens in a batch, padding included, and texts. Larger batches are not faster on a processor, as measured, and block everything else meanwhile. */
const [BATCH_TOKENS, BATCH_ROWS] = [1024, 64];

interface EncoderSettings {
  readonly model: string;
  readonly file: string;
  readonly longest: number;
  readonly padId: number;
  readonly vocabulary: number;
  readonly choose: (outputs: readonly OnnxValue[]) => ChosenOutput;
  readonly options: EncoderOptions;
}

/** Runs rows of one padded length through the model. */
type RunBatch = (
  rows: readonly Tokens[],
  padded: number,
) => Promise<{ readonly data: Float32Array; readonly width: number }>;

interface Loaded {
  readonly session: OnnxSession;
  readonly rank: 2 | 3;
  readonly run: RunBatch;
  readonly limits: BatchLimits;
  /** Rows that a batch has at least; a single one is doubled where one row is computed another way than many. */
  readonly fewest: number;
}

/**
 * A model, loaded at first use and released at most once: token sequences in, one row of output each. The result for a sequence has
 * the same bits whatever else is asked with it: it is padded to a length of its own, and whether this build of onnxruntime computes
 * rows of a batch alike on this processor is tried out at loading; where it does not, sequences go one by one.
 */
class Encoder {
  private loading: Promise<Loaded> | undefined;
  private disposed = false;

  constructor(private readonly settings: EncoderSettings) {}

  /**
   * Calls `onRow` with the output of each sequence, in any order. Rejects with the signal's reason between batches. Rejects with SXP4001 if
   * the model can't be loaded (the next call tries again), is not an encoder, or was disposed.
   */
  async run(
    sequences: readonly Tokens[],
    signal: AbortSignal | undefined,
    onRow: (index: number, row: OutputRow) => void,
  ): Promise<void> {
    const { run, limits, fewest, rank } = await this.loaded();
    const lengths = sequences.map(({ ids }) => ids.length);
    for (const { padded, members } of planBatches(lengths, limits)) {
      signal?.throwIfAborted();
      const rows = members.map((index) => sequences[index]!);
      while (rows.length < fewest) rows.push(rows[0]!);
      const { data, width } = await run(rows, padded);
      const size = data.length / rows.length;
      members.forEach((index, place) => {
        onRow(index, { data, offset: place * size, width, rank });
      });
    }
    signal?.throwIfAborted();
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    await (await this.loading?.catch(() => undefined))?.session.release();
  }

  private async loaded(): Promise<Loaded> {
    if (this.disposed) throw modelError(this.settings.model, "it was disposed.");
    this.loading ??= load(this.settings);
    try {
      return await this.loading;
    } catch (failure) {
      this.loading = undefined;
      throw failure;
    }
  }
}

async function load({ model, file, longest, padId, vocabulary, choose, options }: EncoderSettings): Promise<Loaded> {
  const { threads = 1 } = options;
  const runtime = await loadOnnxRuntime(model);
  const session = await openSession(runtime, model, file, threads);
  try {
    const output = choose(session.outputMetadata);
    const feeds = feedMaker(runtime, model, session.inputMetadata, padId);
    const run: RunBatch = async (rows, padded) => {
      const results = await session.run(feeds(rows, padded), [output.name]).catch((failure: unknown) => {
        throw modelError(model, `onnxruntime could not run the model: ${(failure as Error).message}`, failure);
      });
      return checkedOutput(model, output, results[output.name]!, [rows.length, padded]);
    };
    const fewest = await fewestRows(run, Math.min(24, longest), vocabulary);
    const limits = { tokens: BATCH_TOKENS, rows: fewest === undefined ? 1 : BATCH_ROWS, longest };
    return { session, rank: output.rank, run, limits, fewest: fewest ?? 1 };
  } catch (failure) {
    await session.release();
    throw failure;
  }
}

function checkedOutput(
  model: string,
  { name, rank }: ChosenOutput,
  tensor: OnnxTensor,
  [rows, padded]: readonly [number, number],
) {
  const { dims } = tensor;
  const width = dims.at(-1) ?? 0;
  const expected = rank === 3 ? [rows, padded, width] : [rows, width];
  if (width < 1 || dims.length !== rank || dims.some((size, i) => size !== expected[i])) {
    throw modelError(model, `the output "${name}" has the shape [${dims}] where [${expected}] was expected.`);
  }
  return { data: floatsOf(model, tensor), width };
}

/**
 * Tries whether a row has the same bits alone, doubled, and amid others: 1 or 2 is how many rows a batch needs for that,
 * undefined says that it never holds. (Matrix products of one row may take another path than those of several.)
 */
async function fewestRows(run: RunBatch, padded: number, vocabulary: number): Promise<1 | 2 | undefined> {
  const [row, ...others] = Array.from({ length: 7 }, (_, i) => probe(i, padded, vocabulary)) as [Tokens, ...Tokens[]];
  const bits = async (batch: readonly Tokens[], place: number) => {
    const { data } = await run(batch, padded);
    const size = data.length / batch.length;
    return data.slice(place * size, (place + 1) * size);
  };
  const expected = await bits(others.toSpliced(4, 0, row), 4);
  const same = async (batch: readonly Tokens[], place: number) =>
    (await bits(batch, place)).every((value, i) => Object.is(value, expected[i]));
  if (!(await same([row, row], 1)) || !(await same([row, row], 0))) return undefined;
  return (await same([row], 0)) ? 1 : 2;
}

/** Sequences of small token numbers, of different lengths. */
function probe(seed: number, padded: number, vocabulary: number): Tokens {
  const length = Math.max(1, padded - ((seed * 3) % 11));
  const ids = Array.from({ length }, (_, i) => (i * 7 + seed * 5) % Math.max(2, Math.min(vocabulary, 60)));
  return { ids, types: ids.map(() => 0) };
}

/** Sequences of one padded length that go through the model together, as places in the list that was given. */
interface Batch {
  readonly padded: number;
  readonly members: readonly number[];
}

interface BatchLimits {
  /** Tokens in a batch, padding included. */
  readonly tokens: number;
  readonly rows: number;
  /** The longest sequence that the model takes. */
  readonly longest: number;
}

/**
 * The length that a sequence is padded to. It depends on this sequence alone, never on its neighbours, so that a text meets the
 * same arithmetic in every batch. Steps of an eighth at most above 64: 6 % of padding on average.
 */
export function paddedLength(length: number, longest: number): number {
  let step = 8;
  while (step * 16 <= length) step *= 2;
  return Math.min(longest, Math.ceil(length / step) * step);
}

/** Puts sequences of equal padded length together, shortest first, each batch within the limits. */
export function planBatches(lengths: readonly number[], limits: BatchLimits): Batch[] {
  const byLength = groupBy(lengths.keys(), (i) => paddedLength(lengths[i]!, limits.longest));
  return [...byLength]
    .sort(([a], [b]) => a - b)
    .flatMap(([padded, group]) => {
      const rows = Math.max(1, Math.min(limits.rows, Math.floor(limits.tokens / padded)));
      return Array.from({ length: Math.ceil(group.length / rows) }, (_, i) => ({
        padded,
        members: group.slice(i * rows, (i + 1) * rows),
      }));
    });
}

/** The tokeniser of a folder, and its encoder, whose weights are loaded at first use. Throws SXP4001 if the folder can't be used. */
export async function openEncoder(
  folder: ModelFolder,
  { options, ...settings }: Pick<EncoderSettings, "longest" | "choose" | "options">,
): Promise<{ readonly tokeniser: Tokeniser; readonly encoder: Encoder }> {
  const { pad_token_id, vocab_size } = folder.config;
  const tokeniser = await Tokeniser.open(folder, pad_token_id);
  const file = findModelFile(folder, options.file);
  const { padId } = tokeniser;
  const vocabulary = Number(vocab_size) || 2;
  return { tokeniser, encoder: new Encoder({ ...settings, model: folder.name, file, padId, vocabulary, options }) };
}
