/** Counts the tokens of texts. Its id is part of every figure, and of the key under which answers are kept. */
export interface Tokenizer {
  readonly id: string;
  /** Tokens of a text: a whole number from 0. */
  count(text: string): number;
}

/**
 * The tokenizer of all figures here: a quarter of the UTF-16 units, rounded up.
 *
 * It is not a model's vocabulary, so figures depend on no vendor and no table, and all figures in docs/ are counted with it. It is
 * monotonous: a longer text never has fewer tokens. Bills of a model differ from it; pass the tokenizer of that model to see them.
 */
export const CHARACTERS_PER_TOKEN: Tokenizer = {
  id: "characters/4",
  count: (text) => Math.ceil(text.length / 4),
};
