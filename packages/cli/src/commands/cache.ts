import { shownPath, writeJson, writeLines } from "../input/files.js";
import { bytesText, count } from "../render/columns.js";
import { format } from "../spec/shared.js";
import { command } from "../spec/spec.js";
import { withModels } from "./models/shared.js";

export const cacheStats = command({
  name: "cache stats",
  summary: "show what is kept of scores",
  description:
    "Scores of expensive scorers are kept on disk, in the folder that SXP_CACHE_DIR names, else in the user's cache.",
  operands: [],
  options: [format("text", "json")],
  examples: [
    { line: "cache stats", says: "Where, how many and how large." },
    { line: "cache stats --format json", says: "For programs." },
    { line: "cache stats --no-color", says: "Without colour." },
  ],
  run: ({ options }, io) =>
    withModels(io, async (node) => {
      const { cacheFolder } = await import("../input/cache.js");
      const found = await node.cacheStats(cacheFolder(io));
      if (options.format === "json") return writeJson(found, io);
      const { directory, scores, bytes, segments, damaged, newest } = found;
      const lines = [
        shownPath(directory, io),
        `${count(scores, "score")} in ${bytesText(bytes)}, ${count(segments, "file")}`,
        ...(damaged === 0 ? [] : [`${count(damaged, "damaged record")}, passed over`]),
        ...(newest === null ? [] : [`last written ${newest.toISOString()}`]),
      ];
      writeLines(io.stdout, lines);
    }),
});

export const cacheClear = command({
  name: "cache clear",
  summary: "forget all kept scores",
  description: "Without --yes it says what would go. Results stay the same; scorers are asked again.",
  operands: [],
  options: [{ name: "yes", short: "y", summary: "do it" }],
  examples: [
    { line: "cache clear", says: "What would go." },
    { line: "cache clear --yes", says: "Do it." },
    { line: "cache clear -y", says: "The same." },
  ],
  /** Removes the files of the cache, and nothing else that lies in its folder. */
  run: ({ options }, io) =>
    withModels(io, async (node) => {
      const { cacheFolder } = await import("../input/cache.js");
      const folder = cacheFolder(io);
      const { directory, scores, bytes } = await node.cacheStats(folder);
      const what = `${count(scores, "score")}, ${bytesText(bytes)}, in ${shownPath(directory, io)}`;
      if (options.yes) await node.clearCache(folder);
      io.stdout.write(options.yes ? `removed ${what}\n` : `This would remove ${what}. Add --yes to do it.\n`);
    }),
});
