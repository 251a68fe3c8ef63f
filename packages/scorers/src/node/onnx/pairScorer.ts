import { scoreDistinct } from "../../combined.js";
import type { ScoreOptions, Scorer } from "../../scorer.js";
import { Turns } from "../../turns.js";
import type { EncoderOptions, OutputRow } from "./encoder.js";
import { openEncoder } from "./encoder.js";
import { type ModelFolder, modelError } from "./modelFolder.js";
import type { OnnxValue } from "./onnxRuntime.js";
import { logitsOutput } from "./tensors.js";
import type { Tokens } from "./tokeniser.js";
import { cutNote, type WindowOptions, windowLimit } from "./windows.js";

/** A scorer that reads text and condition together. */
export interface PairScorer extends Scorer {
  /** Frees the model. Scoring rejects from then on. */
  dispose(): Promise<void>;
}

interface PairSettings {
  readonly folder: ModelFolder;
  /** Beside the options that all such scorers have. */
  readonly id: (limit: number) => string;
  readonly longest: number;
  readonly options: EncoderOptions & WindowOptions;
  /** The two texts of a pair in the order of the model, and which of them is the text that gives way. */
  pair(text: string, condition: string): { readonly texts: readonly [string, string]; readonly gives: 0 | 1 };
  /** The raw value of a window, from its logits. */
  value(row: OutputRow, condition: string): number;
}

/** Raw values of pairs, before they become scores. */
interface PairValues {
  readonly id: string;
  values(texts: readonly string[], condition: string, options?: ScoreOptions): Promise<Float32Array>;
  notes(): string | null;
  dispose(): Promise<void>;
}

/**
 * Cross-encoders: every pair is a pass through the model, or one for each window of its text. The condition is whole in each window; one that
 * leaves no room for a text is refused. Values are those of the best window.
 */
export async function pairValues(settings: PairSettings): Promise<PairValues> {
  const { folder, longest, options, pair, value } = settings;
  const limit = windowLimit(options);
  const choose = (outputs: readonly OnnxValue[]) => logitsOutput(folder.name, outputs);
  const { tokeniser, encoder } = await openEncoder(folder, { longest, choose, options });
  const id = settings.id(limit);
  const turns = new Turns();
  let isCut = false;

  const read = (text: string, condition: string): readonly Tokens[] => {
    const { texts, gives } = pair(text, condition);
    const windowed = tokeniser.encodePair(texts, longest, { gives, limit });
    if (windowed === undefined) {
      const subject = `the condition "${condition.slice(0, 40)}…"`;
      throw modelError(
        folder.name,
        `${subject} fills all ${longest} tokens that the model takes. Write a shorter one.`,
      );
    }
    isCut ||= windowed.isCut;
    return windowed.windows;
  };
  const valuesOf = async (texts: readonly string[], condition: string, { signal }: ScoreOptions = {}) => {
    signal?.throwIfAborted();
    return scoreDistinct(texts, async (distinct, scores) => {
      for (let from = 0; from < distinct.length; from += MAX_CHUNK) {
        const chunk = distinct.slice(from, from + MAX_CHUNK);
        const parts = chunk.map((text) => read(text, condition));
        const values = parts.map((windows) => new Float64Array(windows.length));
        const places = parts.flatMap((windows, i) => windows.map((_, j) => [i, j] as const));
        await encoder.run(parts.flat(), signal, (index, row) => {
          const [i, j] = places[index]!;
          values[i]![j] = value(row, condition);
        });
        chunk.forEach((text, i) => {
          scores.set(text, Math.max(...values[i]!));
        });
      }
    });
  };
  return {
    id,
    values: (...asked) => turns.take(() => valuesOf(...asked)),
    notes: () => (isCut ? cutNote(longest, limit) : null),
    dispose: () => encoder.dispose(),
  };
}

/** Texts whose tokens are held at once. */
const MAX_CHUNK = 4096;
