import { shownPath, writeJson, writeLines } from "../input/files.js";
import { bytesText, count } from "../render/columns.js";
import { TEXT_OR_JSON } from "../spec/shared.js";
import { command, option } from "../spec/spec.js";
import { withModels } from "./models/shared.js";

export const cacheStats = command({
  name: "cache stats",
  summary: "show what the score cache holds",
  description:
    "Scores of expensive scorers, and the statistics of large trees, are kept on disk, in the folder that SXP_CACHE_DIR names, else in the user's cache.",
  options: [TEXT_OR_JSON],
  examples: {
    "Where, how many and how large.": "cache stats",
    "For programs.": "cache stats --format json",
    "Without colour.": "cache stats --no-color",
  },
  run: ({ options }, io) =>
    withModels(io, async (node, _, cacheFolder) => {
      const found = await node.cacheStats(cacheFolder);
      if (options.format === "json") return writeJson(found, io);
      const { directory, scores, bytes, segments, damaged, trees, treeBytes, newest } = found;
      const lines = [
        shownPath(directory, io),
        `${count(scores, "score")} in ${bytesText(bytes)}, ${count(segments, "file")}`,
        ...(trees === 0 ? [] : [`statistics of ${count(trees, "tree")} in ${bytesText(treeBytes)}`]),
        ...(damaged === 0 ? [] : [`${count(damaged, "damaged record")}, passed over`]),
        ...(newest === null ? [] : [`last written ${newest.toISOString()}`]),
      ];
      writeLines(io.stdout, lines);
    }),
});

export const cacheClear = command({
  name: "cache clear",
  summary: "clear the score cache",
  description: "Without --yes it shows what would be deleted. Results stay the same; scores are computed again.",
  options: [option("-y, --yes", "do it")],
  examples: {
    "Show what would be deleted.": "cache clear",
    "Do it.": "cache clear --yes",
    "The same.": "cache clear -y",
  },
  /** Removes the files of the cache, and nothing else that is in its folder. */
  run: ({ options }, io) =>
    withModels(io, async (node, _, cacheFolder) => {
      const { directory, scores, bytes, trees, treeBytes } = await node.cacheStats(cacheFolder);
      const counts = trees === 0 ? "" : ` and statistics of ${count(trees, "tree")}`;
      const what = `${count(scores, "score")}${counts}, ${bytesText(bytes + treeBytes)}, in ${shownPath(directory, io)}`;
      if (options.yes) await node.clearCache(cacheFolder);
      io.stdout.write(options.yes ? `removed ${what}\n` : `This would remove ${what}. Add --yes to do it.\n`);
    }),
});
