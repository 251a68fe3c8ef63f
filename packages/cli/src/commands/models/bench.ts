import type { Bench } from "@semantic-xpath/runtime/node";
import { table } from "../../render/columns.js";
import { writeJson } from "../../render/write.js";
import { TEXT_OR_JSON } from "../../spec/shared.js";
import { command } from "../../spec/spec.js";
import { withModels } from "./shared.js";

export const bench = command({
  name: "models bench",
  summary: "measure how fast a model is here",
  description:
    "Prints texts and pairs per second by batch size, and the speed-up over one by one. A text is embedded once; a pair is a known text " +
    "with a new condition.",
  operands: ["NAME"],
  options: [TEXT_OR_JSON],
  examples: {
    "A table.": "models bench all-MiniLM-L6-v2",
    "One that was added.": "models bench house",
    "For programs.": "models bench house --format json",
  },
  run: ({ operands: [wanted = ""], options }, io) =>
    withModels(io, async ({ benchModel, modelNamed }, home) => {
      const { folder, name } = await modelNamed(home, wanted);
      const measured = await benchModel(folder, { signal: io.signal });
      if (options.format === "json") return writeJson({ name, ...measured }, io);
      const { kind, start } = measured;
      const { heading, cells } = ratesOf(measured);
      const figures = table(heading, cells, io.screen, heading);
      io.stdout.write(`${name}: ${kind}, first score after ${start.toFixed(0)} ms\n\n${figures}`);
    }),
});

/** Rates, and how they relate to those of one by one: the ratios say more about a model than the machine does. */
function ratesOf({ kind, rows }: Bench) {
  const isEmbedding = kind === "embedding" || kind === "static";
  const ratio = (rate: number, first: number | null | undefined): string => (rate / (first ?? Number.NaN)).toFixed(1);
  return {
    heading: ["batch", isEmbedding ? "texts/s" : "pairs/s", "ratio", ...(isEmbedding ? ["pairs/s", "ratio "] : [])],
    cells: rows.map(({ batch, texts, pairs }) => [
      String(batch),
      rateText(texts),
      ratio(texts, rows[0]?.texts),
      ...(pairs === null ? [] : [rateText(pairs), ratio(pairs, rows[0]?.pairs)]),
    ]),
  };
}

const rateText = (rate: number): string => (rate >= 100 ? rate.toFixed(0) : rate.toPrecision(3));
