import { shownPath } from "../input/files.js";
import { bytesText, count } from "../render/columns.js";
import { writeJson, writeLines } from "../render/write.js";
import { TEXT_OR_JSON } from "../spec/shared.js";
import { command, option } from "../spec/spec.js";
import { withModels } from "./models/shared.js";

/** A kind is `scores/1` or `cases/1`: what is kept, and in which version. */
const nameOf = ({ kind }: { readonly kind: string }): string => kind.replace(/\/\d+$/, "");

export const cacheStats = command({
  name: "cache stats",
  summary: "show what the cache holds",
  description:
    "Scores of expensive scorers, trees and indexes of large data and results of eval are kept on disk, in the folder that SXP_CACHE_DIR names, else in the user's cache.",
  options: [TEXT_OR_JSON],
  examples: {
    "Where, how many and how large.": "cache stats",
    "For programs.": "cache stats --format json",
    "Without colour.": "cache stats --no-color",
  },
  run: ({ options }, io) =>
    withModels(io, async (node, _, cacheFolder) => {
      const stats = node.cacheStats(cacheFolder);
      if (options.format === "json") return writeJson(stats, io);
      const { directory, bytes, kinds, newest } = stats;
      const damaged = kinds.reduce((sum, kind) => sum + kind.damaged, 0);
      const lines = [
        shownPath(directory, io),
        ...kinds.map((kind) => `${nameOf(kind)}: ${bytesText(kind.bytes)}`),
        kinds.length === 0 ? "empty" : `${bytesText(bytes)} on disk`,
        ...(damaged === 0 ? [] : [`${count(damaged, "damaged entry", "damaged entries")}, passed over`]),
        ...(newest === null ? [] : [`last used ${newest.toISOString()}`]),
      ];
      writeLines(io.stdout, lines);
    }),
});

export const cacheClear = command({
  name: "cache clear",
  summary: "clear the cache",
  description: "Without --yes it shows what would be deleted. Results stay the same; all is computed again.",
  options: [option("-y, --yes", "do it")],
  examples: {
    "Show what would be deleted.": "cache clear",
    "Do it.": "cache clear --yes",
    "The same.": "cache clear -y",
  },
  /** Removes the database of the cache, and nothing else that is in its folder. */
  run: ({ options }, io) =>
    withModels(io, async (node, _, cacheFolder) => {
      const { directory, bytes, kinds } = node.cacheStats(cacheFolder);
      const entries = kinds.length === 0 ? "nothing" : kinds.map(nameOf).join(", ");
      const contents = `${entries}, ${bytesText(bytes)}, in ${shownPath(directory, io)}`;
      if (options.yes) node.clearCache(cacheFolder);
      io.stdout.write(options.yes ? `removed ${contents}\n` : `This would remove ${contents}. Add --yes to do it.\n`);
    }),
});
