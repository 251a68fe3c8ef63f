import { bertGraph, bertWeights, SMALL } from "./bertModel.js";
import { writeOnnx } from "./onnxWriter.js";
import { numbersFrom, randomVector } from "./random.js";
import { f32, writeSafetensors } from "./safetensorsWriter.js";
import { vocabularySize, wordPieceTokenizer } from "./tokenizerFiles.js";

/** The files of a whole embedding model with random weights, some 50 KB; with `labels`, of an entailment model. */
export function tinyModelFiles(labels?: Readonly<Record<number, string>>): Record<string, string | Uint8Array> {
  const tokenizer = wordPieceTokenizer();
  const shape = {
    ...SMALL,
    vocabulary: vocabularySize(tokenizer),
    ...(labels && { labels: Object.keys(labels).length }),
  };
  const config = {
    model_type: "bert",
    vocab_size: shape.vocabulary,
    max_position_embeddings: shape.positions,
    ...(labels && { id2label: labels }),
  };
  return {
    "config.json": JSON.stringify(config),
    "tokenizer.json": JSON.stringify(tokenizer),
    "tokenizer_config.json": '{"pad_token":"[PAD]"}',
    "onnx/model.onnx": writeOnnx(bertGraph(shape, bertWeights(shape))),
  };
}

/** The files of a static model with random vectors. */
export function tinyStaticFiles(): Record<string, string | Uint8Array> {
  const tokenizer = wordPieceTokenizer();
  const rows = vocabularySize(tokenizer);
  return {
    "config.json": '{"model_type":"model2vec","normalize":true}',
    "tokenizer.json": JSON.stringify(tokenizer),
    "model.safetensors": writeSafetensors({ embeddings: f32([rows, 8], randomVector(numbersFrom(1), rows * 8, 1)) }),
  };
}
