import { describe, expect, test } from "vitest";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { folderWith } from "../../../support/onnx/modelFolders.js";
import {
  byteLevelTokenizer,
  qwenTokenizer,
  unigramTokenizer,
  wordPieceTokenizer,
} from "../../../support/onnx/tokenizerFiles.js";

/** The reference: the Rust library, where it loads. */
const rust = await import("tokenizers").catch((failure: Error) => {
  console.warn(`The Rust tokenizers can't be loaded here, so nothing is compared with them: ${failure.message}`);
  return undefined;
});

const AWKWARD = [
  "",
  " ",
  "the cat sat on the mat.",
  "  Running\tCATS,\n\nsitting!  ",
  "naïve café — façade",
  "cafe\u0301 and Å\u030a",
  "東京は、日本の首都です。",
  "👩‍👩‍👧 family 🇨🇦",
  "it's they'll I'M don’t",
  "a\u0000b\u200bc\ufeffd\u00ad",
  "12345 67.89 x²",
  "<s> [SEP] the <|endoftext|> cat <mask>",
  "مرحبا بالعالم",
  "x".repeat(130),
  "line\r\nline\r\r\n  end   ",
  "\ud83d alone",
];

const KINDS = {
  WordPiece: wordPieceTokenizer,
  "byte-level BPE": byteLevelTokenizer,
  Qwen: qwenTokenizer,
  Unigram: unigramTokenizer,
};

/**
 * One known difference: U+FEFF is white space to JavaScript and not to Rust. It shows where a tokeniser splits at white space first.
 */
const textsFor = (kind: string) => (kind === "Unigram" ? AWKWARD.map((text) => text.replace("\ufeff", "")) : AWKWARD);

const open = (file: object, config: object = {}) =>
  Tokeniser.open(ModelFolder.open(folderWith({ "tokenizer.json": file, "tokenizer_config.json": config })), undefined);

describe.each(Object.entries(KINDS))("%s", (kind, make) => {
  const texts = textsFor(kind);

  test.skipIf(rust === undefined)("single texts and pairs are tokenised as by the Rust library", async () => {
    const tokeniser = await open(make());
    const reference = rust!.Tokenizer.fromString(JSON.stringify(make()));
    for (const [i, text] of texts.entries()) {
      const encoding = await reference.encode(text);
      expect(tokeniser.encode(text, 1000).windows[0], text).toEqual({
        ids: encoding.getIds(),
        types: encoding.getTypeIds(),
      });
      const other = texts[(i + 5) % texts.length]!;
      const pair = await reference.encode(text, other);
      expect(tokeniser.encodePair([text, other], 1000)!.windows[0], text).toEqual({
        ids: pair.getIds(),
        types: pair.getTypeIds(),
      });
    }
  });

  test.skipIf(rust === undefined)("cut texts keep their special tokens, as the Rust library cuts them", async () => {
    const tokeniser = await open(make());
    const reference = rust!.Tokenizer.fromString(JSON.stringify(make()));
    for (const text of [...texts, texts.join(" "), `${"the cat ".repeat(40)}\n\n ${"東".repeat(300)}`]) {
      for (const most of [8, 13, 60]) {
        reference.setTruncation(most, {});
        const encoding = await reference.encode(text);
        expect(tokeniser.encode(text, most).windows[0], text).toEqual({
          ids: encoding.getIds(),
          types: encoding.getTypeIds(),
        });
        reference.setTruncation(most, { strategy: "OnlyFirst" as never });
        const pair = await reference.encode(text, "a b");
        expect(tokeniser.encodePair([text, "a b"], most)!.windows[0], text).toEqual({
          ids: pair.getIds(),
          types: pair.getTypeIds(),
        });
      }
    }
  });

  test("a long text is cut where its beginning alone would be", async () => {
    const tokeniser = await open(make());
    const words = ["the", "cat,", "running", "東京", "don't", "\n\n", "   ", "café", "!!!", "a-b"];
    const long = Array.from({ length: 4000 }, (_, i) => words[(i * i + i) % words.length]).join(" ");
    const whole = tokeniser.encode(long, 1e6).windows[0]!;
    for (const most of [16, 100, 512]) {
      const cut = tokeniser.encode(long, most).windows[0]!;
      expect(cut.ids).toHaveLength(most);
      const leading = cut.ids.filter((id, i) => id === whole.ids[i]).length;
      expect(leading).toBeGreaterThanOrEqual(most - 1);
      expect(cut.ids.at(-1)).toBe(whole.ids.at(-1));
    }
  });
});

test("a pair whose second text fills the room is not cut", async () => {
  const tokeniser = await open(wordPieceTokenizer());
  expect(tokeniser.encodePair(["the cat", "the cat sat on the mat"], 9)).toBeUndefined();
  expect(tokeniser.encodePair(["the cat", "the cat sat on the mat"], 10)?.windows[0]?.ids).toHaveLength(10);
});

test("the padding token is that of tokenizer_config.json, as text or object, else of config.json", async () => {
  const folder = (config: object) =>
    ModelFolder.open(folderWith({ "tokenizer.json": byteLevelTokenizer(), "tokenizer_config.json": config }));
  expect((await Tokeniser.open(folder({ pad_token: "<pad>" }), 9)).padId).toBe(1);
  expect((await Tokeniser.open(folder({ pad_token: { content: "<pad>" } }), 9)).padId).toBe(1);
  expect((await Tokeniser.open(folder({}), 9)).padId).toBe(9);
  expect((await Tokeniser.open(folder({ pad_token: null }), undefined)).padId).toBe(0);
});

test.each([
  ["no model", { version: "1.0" }],
  ["an unknown model", { ...wordPieceTokenizer(), model: { type: "Telepathy" } }],
  ["an unknown normaliser", { ...wordPieceTokenizer(), normalizer: { type: "Shout" } }],
])("a tokenizer.json with %s is refused", async (_, file) => {
  await expect(open(file)).rejects.toThrow(/SXP4001.*"tokenizer.json" can't be used/);
});
