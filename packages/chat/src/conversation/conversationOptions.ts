import { budgeted, type LanguageModel } from "@semantic-xpath/llm";
import type { Memory } from "@semantic-xpath/memory";
import { lexicalScorer, type Scorer } from "@semantic-xpath/runtime";
import { modelReader as readerOf } from "../model/modelReader.js";
import { modelWriter } from "../model/modelWriter.js";
import type { AnswerWriter, RequestReader } from "../readers.js";
import { prepare, translate } from "../translate/translate.js";
import { CHAT_LIMITS, type ChatLimits } from "./limits.js";
import type { TurnRecord } from "./record.js";
import { Runs } from "./runs.js";
import type { ConversationStore } from "./store.js";
import type { TurnHost } from "./turn.js";

export interface ConversationOptions {
  readonly memory: Memory;
  /** The task that it begins with. Default: the first of the memory. */
  readonly task?: string;
  /** A language model: it reads what the translator does not, and writes the answers. Default: none; then they are put in plain words. */
  readonly model?: LanguageModel | null;
  /** Reads requests without a model. Default: `translate`. */
  readonly translator?: RequestReader;
  /** Reads them with one. Default: that of `model`. */
  readonly modelReader?: RequestReader | null;
  /** Writes answers. Default: that of `model`. */
  readonly writer?: AnswerWriter | null;
  /**
   * The reader whose reading is used. By default the translator's if it is clear, since it costs nothing, answers at once and is deterministic;
   * unclear requests go to the model.
   */
  readonly leads?: "translator" | "model";
  /** Default: `lexicalScorer()`. */
  readonly scorer?: Scorer;
  /** The clock: an instant with its zone's offset, as in `2026-06-01T09:00:00-04:00`. Default: that of the machine. */
  readonly now?: () => string;
  readonly limits?: Partial<ChatLimits>;
  /** The store of the record. By default none. */
  readonly store?: ConversationStore;
  /** Default: a new one. */
  readonly id?: string;
  /** The author of the versions. */
  readonly author?: string;
  /** Gets what was thrown where the fault is not that of a request. */
  readonly onFault?: (error: unknown) => void;
}

const TRANSLATOR: RequestReader = { by: "translator", read: translate, prepare };

/** The host of turns; `turns` have spent a part of the model's budget. */
export function hostOf(options: ConversationOptions, turns: readonly TurnRecord[]): TurnHost {
  const { memory, translator = TRANSLATOR, leads = "translator", author = null } = options;
  const limits = { ...CHAT_LIMITS, ...options.limits };
  const spent = turns.reduce((sum, turn) => sum + turn.spent, 0);
  const capped = options.model ? budgeted(options.model, { maxTokens: Math.max(0, limits.modelTokens - spent) }) : null;
  const modelReader = options.modelReader ?? (capped && readerOf(capped, { fallback: translator }));
  const writer = options.writer ?? (capped && modelWriter(capped));
  const scorer = options.scorer ?? lexicalScorer();
  const runs = new Runs(memory, limits.runs);
  return { memory, scorer, translator, modelReader, writer, leads, limits, author, runs };
}

/** The task that is wanted. Throws SXP5012 where it is not there, or there is none. */
export const firstTask = ({ memory, task }: ConversationOptions): string =>
  memory.task(task ?? memory.tasks()[0]?.name ?? "").name;
