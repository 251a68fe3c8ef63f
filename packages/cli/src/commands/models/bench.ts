import { type Bench, benchModel, modelNamed, modelsHome } from "@semantic-xpath/runtime/node";
import type { MODELS_BENCH_OPTIONS } from "../../options/modelCommands.js";
import { table } from "../../render/columns.js";
import { type Screen, screenOf } from "../../render/screen.js";
import type { Command } from "../../spec/spec.js";
import { EXIT } from "../../stop.js";
import { withModels } from "./shared.js";

/** `sxp models bench` */
export const bench: Command<typeof MODELS_BENCH_OPTIONS> = async ({ operands, options, color }, io) =>
  withModels("models bench", io, async () => {
    const { folder, name } = await modelNamed(modelsHome(io.env, io.cwd), operands[0]!);
    const measured = await benchModel(folder, { signal: io.signal });
    io.stdout.write(
      options.format === "json"
        ? `${JSON.stringify({ name, ...measured }, null, 2)}\n`
        : benchText(name, measured, screenOf(io, "stdout", color)),
    );
    return EXIT.fine;
  });

/** Rates, and how they relate to those of one by one: the ratios say more about a model than the machine does. */
function benchText(name: string, { kind, start, rows }: Bench, screen: Screen): string {
  const isEmbedding = kind === "embedding";
  const first = rows[0]!;
  const heading = [
    "batch",
    isEmbedding ? "texts/s" : "pairs/s",
    "ratio",
    ...(isEmbedding ? ["pairs/s", "ratio "] : []),
  ];
  const cells = rows.map(({ batch, texts, pairs }) => [
    String(batch),
    rateText(texts),
    ratioText(texts / first.texts),
    ...(pairs === null ? [] : [rateText(pairs), ratioText(pairs / first.pairs!)]),
  ]);
  return `${name}: ${kind}, first score after ${start.toFixed(0)} ms\n\n${table(heading, cells, screen, heading)}`;
}

const rateText = (rate: number): string => (rate >= 100 ? rate.toFixed(0) : rate.toPrecision(3));
const ratioText = (ratio: number): string => ratio.toFixed(1);
