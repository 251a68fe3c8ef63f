/** tokenizer.json files of the three usual kinds, with small vocabularies of our own. */

interface AddedToken {
  readonly id: number;
  readonly content: string;
}

const added = (tokens: readonly AddedToken[]) =>
  tokens.map(({ id, content }) => ({
    id,
    content,
    single_word: false,
    lstrip: content === "<mask>",
    rstrip: false,
    normalized: false,
    special: true,
  }));

const numbered = (tokens: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const special = (id: string, type_id = 0) => ({ SpecialToken: { id, type_id } });
const sequence = (id: "A" | "B", type_id = 0) => ({ Sequence: { id, type_id } });

/** As BERT and its kin have it: lower case, WordPiece, [CLS] A [SEP] B [SEP]. 90 tokens. */
export function wordPieceTokenizer(): object {
  const specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
  const words = [
    "the",
    "cat",
    "sat",
    "on",
    "mat",
    "##s",
    "##ting",
    "run",
    "##ning",
    "museum",
    "art",
    "query",
    "passage",
  ];
  const signs = [",", ".", "!", ":", "'", "cafe", "東", "京", "1", "##2"];
  const vocab = numbered([...specials, ...words, ...signs, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)]);
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added(specials.map((content, id) => ({ id, content }))),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), sequence("A"), special("[SEP]")],
      pair: [special("[CLS]"), sequence("A"), special("[SEP]"), sequence("B", 1), special("[SEP]", 1)],
      special_tokens: {
        "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
        "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
      },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

/** A printable character for each byte, as GPT-2 chose them: printable Latin-1 as it is, the others from U+0100 on. */
const byteCharacters = (): string[] => {
  let other = 0x100;
  const isPrintable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : other++));
};

const MERGES: readonly (readonly [string, string])[] = [
  ["Ġ", "t"],
  ["h", "e"],
  ["Ġt", "he"],
  ["Ġ", "c"],
  ["a", "t"],
  ["Ġc", "at"],
  ["r", "u"],
  ["ru", "n"],
  ["n", "i"],
  ["Ã", "©"],
];
const merged = MERGES.map((pair) => pair.join(""));

/** As RoBERTa and BART have it: byte-level BPE, <s> A </s></s> B </s>. */
export function byteLevelTokenizer(): object {
  const specials = ["<s>", "<pad>", "</s>", "<unk>"];
  const vocab = numbered([...specials, ...byteCharacters(), ...merged, "<mask>"]);
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added([...specials, "<mask>"].map((content) => ({ id: vocab[content]!, content }))),
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: {
      type: "RobertaProcessing",
      sep: ["</s>", 2],
      cls: ["<s>", 0],
      trim_offsets: true,
      add_prefix_space: false,
    },
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      byte_fallback: false,
      vocab,
      merges: MERGES.map((pair) => pair.join(" ")),
    },
  };
}

const QWEN_SPLIT =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** As Qwen3-Embedding has it: NFC, a split by pattern, byte-level BPE, A <|endoftext|>. */
export function qwenTokenizer(): object {
  const vocab = numbered([...byteCharacters(), ...merged]);
  const first = Object.keys(vocab).length;
  const end = "<|endoftext|>";
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added([end, "<|im_start|>", "<|im_end|>"].map((content, i) => ({ id: first + i, content }))),
    normalizer: { type: "NFC" },
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "Split", pattern: { Regex: QWEN_SPLIT }, behavior: "Isolated", invert: false },
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
      ],
    },
    post_processor: {
      type: "Sequence",
      processors: [
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
        {
          type: "TemplateProcessing",
          single: [sequence("A"), special(end)],
          pair: [sequence("A"), special(end), sequence("B"), special(end)],
          special_tokens: { [end]: { id: end, ids: [first], tokens: [end] } },
        },
      ],
    },
    decoder: { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab,
      merges: MERGES,
    },
  };
}

/** How many token numbers a tokenizer can give. */
export function vocabularySize(tokenizer: object): number {
  const { model, added_tokens } = tokenizer as { model: { vocab: object }; added_tokens: readonly AddedToken[] };
  return Math.max(Object.keys(model.vocab).length, ...added_tokens.map(({ id }) => id + 1));
}

/** As XLM-RoBERTa and so multilingual E5 and BGE-M3 have it: Unigram over words marked by ▁, <s> A </s></s> B </s>. */
export function unigramTokenizer(): object {
  const specials = ["<s>", "<pad>", "</s>", "<unk>"];
  const words = ["▁", "▁the", "▁cat", "▁sat", "▁on", "at", "ing", "run", "▁mu", "se", "um", "é", "東", "京", "s", "'"];
  const pieces = [...specials, ...words, ...LETTERS, ...LETTERS.map((letter) => `▁${letter}`), "1", "2", ".", ",", "!"];
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added(specials.map((content, id) => ({ id, content }))),
    normalizer: { type: "NFKC" },
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "WhitespaceSplit" },
        { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
      ],
    },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("<s>"), sequence("A"), special("</s>")],
      pair: [special("<s>"), sequence("A"), special("</s>"), special("</s>"), sequence("B"), special("</s>")],
      special_tokens: {
        "<s>": { id: "<s>", ids: [0], tokens: ["<s>"] },
        "</s>": { id: "</s>", ids: [2], tokens: ["</s>"] },
      },
    },
    decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
    model: {
      type: "Unigram",
      unk_id: 3,
      vocab: pieces.map((piece, id) => [piece, id < 4 ? 0 : -2 - (id % 7) - 4 / piece.length]),
      byte_fallback: false,
    },
  };
}
