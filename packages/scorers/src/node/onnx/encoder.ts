import { atLeast } from "../../checkedScore.js";
import { type ModelFile, openModelFile } from "./modelFile.js";
import { type ModelFolder, modelError } from "./modelFolder.js";
import { loadOnnxRuntime, type OnnxRuntime, type OnnxSession, type OnnxValue, openSession } from "./onnxRuntime.js";
import { type FeedMaker, feedMaker, floatsOf } from "./tensors.js";
import { Tokeniser, type Tokens } from "./tokeniser.js";

export interface EncoderOptions {
  /** The model file, relative to the folder. Default `onnx/model.onnx`, else the most usual one there is. */
  readonly file?: string;
  /** Threads inside an operator. Default 1. */
  readonly threads?: number;
  /** Texts in a batch, at most. Default 64. */
  readonly batchSize?: number;
  /** Tokens in a batch, padding included. Default 1024: more is no faster on a processor, and nothing else runs meanwhile. */
  readonly batchTokens?: number;
}

/** The output that is read: one row a text, of the shape [tokens, width] or [width]. */
export interface ChosenOutput {
  readonly name: string;
  readonly rank: 2 | 3;
}

/** A row of the output: in `data` from `offset` on, `width` numbers for each token, or for the text where the rank is 2. */
interface OutputRow {
  readonly data: Float32Array;
  readonly offset: number;
  readonly width: number;
}

const BATCH_TOKENS = 1024;
const BATCH_ROWS = 64;

/** Throws a RangeError for an option that is no whole number from 1. */
export function checkEncoderOptions({ threads, batchSize, batchTokens }: EncoderOptions): void {
  for (const [name, value] of Object.entries({ threads, batchSize, batchTokens })) {
    if (value !== undefined) atLeast(1, value, name);
  }
}

interface EncoderSettings {
  readonly model: string;
  readonly file: ModelFile;
  readonly longest: number;
  readonly padId: number;
  readonly vocabulary: number;
  readonly choose: (outputs: readonly OnnxValue[]) => ChosenOutput;
  readonly options: EncoderOptions;
}

interface Loaded {
  readonly settings: EncoderSettings;
  readonly session: OnnxSession;
  readonly feeds: FeedMaker;
  readonly output: ChosenOutput;
}

/**
 * A loaded model: token sequences in, one row of output each. The result for a sequence has the same bits whatever else is asked
 * with it: it is padded to a length of its own, and whether this build of onnxruntime computes rows of a batch alike on this
 * processor is tried out at loading; where it does not, sequences go one by one.
 */
export class Encoder {
  private constructor(
    private readonly loaded: Loaded,
    private readonly limits: BatchLimits,
    /** Rows that a batch has at least; a single one is doubled where one row is computed another way than many. */
    private readonly fewest: 1 | 2,
  ) {}

  get output(): ChosenOutput {
    return this.loaded.output;
  }

  /** Rejects with SXP4001 if the model can't be loaded, or is no encoder. */
  static async open(settings: EncoderSettings): Promise<Encoder> {
    const { model, file, options } = settings;
    const runtime = await loadOnnxRuntime(model);
    const session = await openSession(runtime, model, file.path, options.threads ?? 1);
    try {
      return await Encoder.around(settings, runtime, session);
    } catch (failure) {
      await session.release();
      throw failure;
    }
  }

  private static async around(settings: EncoderSettings, runtime: OnnxRuntime, session: OnnxSession): Promise<Encoder> {
    const { model, file, longest, padId, options } = settings;
    const { batchSize = BATCH_ROWS, batchTokens = BATCH_TOKENS } = options;
    const output = settings.choose(session.outputMetadata);
    const feeds = feedMaker(runtime, model, session.inputMetadata, padId);
    const limits = { tokens: batchTokens, rows: batchSize, longest };
    const loaded = { settings, session, feeds, output };
    const one = new Encoder(loaded, { ...limits, rows: 1 }, 1);
    if (file.mixesRows) return one;
    const fewest = await one.fewestRows();
    return fewest === undefined ? one : new Encoder(loaded, limits, fewest);
  }

  /** Calls `onRow` with the output of each sequence, in any order. Rejects with the signal's reason between batches. */
  async run(
    sequences: readonly Tokens[],
    signal: AbortSignal | undefined,
    onRow: (index: number, row: OutputRow) => void,
  ): Promise<void> {
    const lengths = sequences.map(({ ids }) => ids.length);
    for (const { padded, members } of planBatches(lengths, this.limits)) {
      signal?.throwIfAborted();
      const rows = members.map((index) => sequences[index]!);
      while (rows.length < this.fewest) rows.push(rows[0]!);
      const { data, width } = await this.batch(rows, padded);
      const size = data.length / rows.length;
      members.forEach((index, place) => {
        onRow(index, { data, offset: place * size, width });
      });
    }
    signal?.throwIfAborted();
  }

  async dispose(): Promise<void> {
    await this.loaded.session.release();
  }

  private async batch(rows: readonly Tokens[], padded: number): Promise<{ data: Float32Array; width: number }> {
    const { session, feeds, output, settings } = this.loaded;
    const { model } = settings;
    const { name, rank } = output;
    const results = await session.run(feeds(rows, padded), [name]).catch((failure: unknown) => {
      throw modelError(model, `onnxruntime could not run the model: ${(failure as Error).message}`, failure);
    });
    const tensor = results[name]!;
    const { dims } = tensor;
    const width = dims.at(-1) ?? 0;
    const expected = rank === 3 ? [rows.length, padded, width] : [rows.length, width];
    if (width < 1 || dims.length !== rank || dims.some((size, i) => size !== expected[i])) {
      throw modelError(model, `the output "${name}" has the shape [${dims}] where [${expected}] was expected.`);
    }
    return { data: floatsOf(model, tensor), width };
  }

  /**
   * Tries whether a row has the same bits alone, doubled, and amid others: 1 or 2 is how many rows a batch needs for that,
   * undefined says that it never holds. (Matrix products of one row may take another path than those of several.)
   */
  private async fewestRows(): Promise<1 | 2 | undefined> {
    const padded = paddedProbe(this.loaded.settings.longest);
    const rows = Array.from({ length: 7 }, (_, i) => probe(i, padded, this.loaded.settings.vocabulary));
    const [alone, doubled, amid] = [
      rows.slice(0, 1),
      [rows[0]!, rows[0]!],
      [...rows.slice(1, 5), ...rows.slice(0, 1), ...rows.slice(5)],
    ];
    const bits = async (batch: readonly Tokens[], place: number) => {
      const { data } = await this.batch(batch, padded);
      const size = data.length / batch.length;
      return data.slice(place * size, (place + 1) * size);
    };
    const expected = await bits(amid, 4);
    const same = (values: Float32Array) => values.every((value, i) => Object.is(value, expected[i]));
    if (!same(await bits(doubled, 1)) || !same(await bits(doubled, 0))) return undefined;
    return same(await bits(alone, 0)) ? 1 : 2;
  }
}

const paddedProbe = (longest: number): number => Math.min(24, longest);

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
  const byLength = new Map<number, number[]>();
  lengths.forEach((length, i) => {
    const padded = paddedLength(length, limits.longest);
    const group = byLength.get(padded);
    if (group === undefined) byLength.set(padded, [i]);
    else group.push(i);
  });
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

/** An encoder that is loaded at first use, once, and released at most once. A failed load is tried again. */
export class LazyEncoder {
  private loading: Promise<Encoder> | undefined;
  private disposed = false;

  constructor(private readonly settings: EncoderSettings) {}

  /** Rejects with SXP4001 after `dispose`. */
  async get(): Promise<Encoder> {
    if (this.disposed) throw modelError(this.settings.model, "it was disposed.");
    this.loading ??= Encoder.open(this.settings);
    try {
      return await this.loading;
    } catch (failure) {
      this.loading = undefined;
      throw failure;
    }
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    await (await this.loading?.catch(() => undefined))?.dispose();
  }
}

/** The tokeniser of a folder, and its encoder, whose weights are loaded at first use. Throws SXP4001 if the folder can't be used. */
export async function openEncoder(
  folder: ModelFolder,
  config: Readonly<Record<string, unknown>>,
  { options, ...settings }: Pick<EncoderSettings, "longest" | "choose" | "options">,
): Promise<{ readonly tokeniser: Tokeniser; readonly encoder: LazyEncoder }> {
  const tokeniser = await Tokeniser.open(folder, config.pad_token_id);
  const file = openModelFile(folder, options.file);
  const { padId } = tokeniser;
  const vocabulary = Number(config.vocab_size) || 2;
  return {
    tokeniser,
    encoder: new LazyEncoder({ ...settings, model: folder.name, file, padId, vocabulary, options }),
  };
}
