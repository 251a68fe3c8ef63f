import { type ModelFolder, modelError } from "./modelFolder.js";
import { windowsOf } from "./windows.js";

/** Token numbers of a text or pair, special ones included, and which of the two each belongs to. */
export interface Tokens {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/** A text as the model reads it: in one piece, or in windows where it is longer than the model takes. */
export interface Windowed {
  /** At least one. */
  readonly windows: readonly Tokens[];
  /** True if the text continues after the last window. */
  readonly isCut: boolean;
}

/** The used part of @huggingface/tokenizers. */
interface HuggingFaceTokenizer {
  readonly post_processor: PostProcessor | null;
  encode(
    text: string,
    options: { readonly add_special_tokens: boolean },
  ): { readonly ids: readonly (number | undefined)[] };
  token_to_id(token: string): number | undefined;
}

interface PostProcessor {
  post_process(
    tokens: string[],
    pair: string[] | null,
    special: boolean,
  ): { readonly tokens: readonly string[]; readonly token_type_ids?: readonly number[] };
}

/** A place in a template: a special token, or the text (0) or its pair (1). */
type Place = { readonly id: number; readonly type: number } | { readonly text: 0 | 1; readonly type: number };

const TEXTS = ["\u0000first\u0000", "\u0000second\u0000"] as const;

/** Tokenises as the model's own tokenizer.json says; what is too long for it goes into windows, each with the special tokens. */
export class Tokeniser {
  private readonly single: readonly Place[];
  private readonly double: readonly Place[];

  private constructor(
    private readonly model: string,
    private readonly tokenizer: HuggingFaceTokenizer,
    /** The number of the padding token; masked, so it matters only that it is in the vocabulary. */
    readonly padId: number,
    zeroTypes: boolean,
  ) {
    this.single = this.template(false, zeroTypes);
    this.double = this.template(true, zeroTypes);
  }

  /** Throws SXP4001 if tokenizer.json is missing, or of a kind that is not supported. `inside`: the folder in the model folder that has it. */
  static async open(folder: ModelFolder, padId: unknown, inside = ""): Promise<Tokeniser> {
    const file = folder.needJson(`${inside}tokenizer.json`);
    const config = folder.json(`${inside}tokenizer_config.json`) ?? {};
    const { Tokenizer } = (await import("@huggingface/tokenizers")) as {
      Tokenizer: new (file: object, config: object) => HuggingFaceTokenizer;
    };
    try {
      const tokenizer = new Tokenizer(file, config);
      const pad = tokenText(config.pad_token);
      const id = (pad === undefined ? undefined : tokenizer.token_to_id(pad)) ?? (Number.isInteger(padId) ? padId : 0);
      return new Tokeniser(folder.name, tokenizer, id as number, usesOneType(file.post_processor));
    } catch (failure) {
      throw modelError(folder.name, `"tokenizer.json" can't be used: ${(failure as Error).message}.`, failure);
    }
  }

  /** The tokens of a text in windows of 1 to `most`, at most `limit` of them. Each begins with `prefix`. */
  encode(text: string, most: number, { prefix = "", limit = 1 } = {}): Windowed {
    const room = Math.max(0, most - specials(this.single));
    const windowed = windowsOf((needed) => this.body(prefix + text, needed), {
      room,
      limit,
      // A text that fits contains the prefix; a second window needs it again.
      lead: () => (prefix === "" ? [] : this.ids(prefix)),
    });
    const windows = windowed.windows.map((body) => fill(this.single, [body, []]));
    return { isCut: windowed.isCut, windows: windows.map((tokens) => (tokens.ids.length > 0 ? tokens : this.blank())) };
  }

  /**
   * The tokens of a pair in windows of at most `most`: the one that `gives` way (0, the first, or 1) is cut into windows, the other is
   * whole in each. Undefined where the other leaves no room.
   */
  encodePair(
    texts: readonly [string, string],
    most: number,
    { gives = 0, limit = 1 }: { readonly gives?: 0 | 1; readonly limit?: number } = {},
  ): Windowed | undefined {
    const other = this.body(texts[1 - gives]!, Number.POSITIVE_INFINITY);
    const room = most - specials(this.double) - other.length;
    if (room < 1) return undefined;
    const { windows, isCut } = windowsOf((needed) => this.body(texts[gives], needed), { room, limit, lead: () => [] });
    const filled = windows.map((body) => fill(this.double, gives === 0 ? [body, other] : [other, body]));
    return { windows: filled, isCut };
  }

  /** The tokens of a text without special ones, unknown words left out: what models without a transformer add up. */
  *words(text: string): Generator<number> {
    for (const id of this.tokenizer.encode(text, { add_special_tokens: false }).ids) if (id !== undefined) yield id;
  }

  private blank = (): Tokens => ({ ids: [this.padId], types: [0] });

  /**
   * At least the first `most` tokens of a text, without special ones. Of a long text only a beginning is tokenised: it ends
   * before white space, so only tokens of its last word can differ from those of the whole, and there are enough without them.
   */
  private body(text: string, most: number): readonly number[] {
    for (let length = Math.max(64, most * 8); length < text.length; length *= 4) {
      const space = lastSpace(text, length);
      const beginning = text.slice(0, space);
      const ids = this.ids(beginning);
      if (ids.length - 4 * (beginning.length - lastSpace(beginning, beginning.length)) > most) return ids;
    }
    return this.ids(text);
  }

  private ids(text: string): readonly number[] {
    const { ids } = this.tokenizer.encode(text, { add_special_tokens: false });
    if (ids.includes(undefined)) throw modelError(this.model, "the tokeniser has no token for unknown words.");
    return ids as readonly number[];
  }

  /** The special tokens around texts, found by handing the post-processor two marks instead of tokens. */
  private template(pair: boolean, zeroTypes: boolean): Place[] {
    const processed = this.tokenizer.post_processor?.post_process([TEXTS[0]], pair ? [TEXTS[1]] : null, true) ?? {
      tokens: pair ? [...TEXTS] : [TEXTS[0]],
    };
    return processed.tokens.map((token, i) => {
      const type = zeroTypes ? 0 : (processed.token_type_ids?.[i] ?? 0);
      if (token === TEXTS[0]) return { text: 0, type };
      if (token === TEXTS[1]) return { text: 1, type };
      const id = this.tokenizer.token_to_id(token);
      if (id === undefined) throw new Error(`its template uses "${token}", which is no token`);
      return { id, type };
    });
  }
}

const specials = (template: readonly Place[]): number => template.filter((place) => "id" in place).length;

function fill(template: readonly Place[], bodies: readonly [readonly number[], readonly number[]]): Tokens {
  const ids: number[] = [];
  const types: number[] = [];
  for (const place of template) {
    const body = "id" in place ? [place.id] : bodies[place.text];
    for (const id of body) {
      ids.push(id);
      types.push(place.type);
    }
  }
  return { ids, types };
}

/** If the last white space before `end` begins; 0 where there is none. */
function lastSpace(text: string, end: number): number {
  let at = Math.min(end, text.length);
  while (at > 0 && !/\s/u.test(text[at - 1]!)) at--;
  while (at > 0 && /\s/u.test(text[at - 1]!)) at--;
  return at;
}

/** A token of tokenizer_config.json: its text, or an object with it. */
function tokenText(token: unknown): string | undefined {
  const text = typeof token === "object" && token !== null ? (token as { content?: unknown }).content : token;
  return typeof text === "string" ? text : undefined;
}

/** RoBERTa has one type for both texts (its post-processor sets all to 0). */
function usesOneType(postProcessor: unknown): boolean {
  const { type, processors } = (postProcessor ?? {}) as { type?: unknown; processors?: unknown };
  return type === "RobertaProcessing" || (Array.isArray(processors) && processors.some(usesOneType));
}

/** Tokens where nothing says less. Longer texts cost time that grows with their square, and say little more. */
export const USUAL_TOKENS = 512;
/** Model types whose position table begins after the padding token. */
const SHIFTED = new Set(["roberta", "xlm-roberta", "camembert", "mpnet"]);

/** The most tokens of a sequence: what is asked for, else 512, and never more than the model or its files allow. */
export function longestOf(folder: ModelFolder, asked?: number): number {
  const { config } = folder;
  if (asked !== undefined && (!Number.isInteger(asked) || asked < 8)) {
    throw new RangeError(`"maxTokens" is ${asked}. It is a whole number from 8.`);
  }
  const positions = wholeNumber(config.max_position_embeddings) - (SHIFTED.has(String(config.model_type)) ? 2 : 0);
  const relative = config.position_biased_input === false;
  const table = relative ? Number.POSITIVE_INFINITY : positions;
  if (asked !== undefined) return Math.min(asked, table);
  const sentence = wholeNumber(folder.json("sentence_bert_config.json")?.max_seq_length);
  const tokenizer = wholeNumber(folder.json("tokenizer_config.json")?.model_max_length);
  return Math.min(USUAL_TOKENS, sentence, tokenizer, table);
}

/** A whole number from 8; anything else says nothing. (Tokenisers without a limit have one of 10³⁰.) */
const wholeNumber = (value: unknown): number =>
  typeof value === "number" && value >= 8 ? Math.floor(value) : Number.POSITIVE_INFINITY;
