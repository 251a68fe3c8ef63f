import { cacheStats, clearCache } from "@semantic-xpath/runtime/node";
import { cacheFolder } from "../input/cache.js";
import { shownPath } from "../input/files.js";
import type { CACHE_CLEAR_OPTIONS, CACHE_STATS_OPTIONS } from "../options/modelCommands.js";
import { bytesText, count } from "../render/columns.js";
import { screenOf } from "../render/screen.js";
import type { Command } from "../spec/spec.js";
import { EXIT } from "../stop.js";
import { withModels } from "./models/shared.js";

/** `sxp cache stats` */
export const stats: Command<typeof CACHE_STATS_OPTIONS> = async ({ options, color }, io) =>
  withModels("cache stats", io, async () => {
    const found = await cacheStats(await cacheFolder(io, screenOf(io, "stderr", color)));
    if (options.format === "json") {
      io.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      return EXIT.fine;
    }
    const { directory, scores, bytes, segments, damaged, newest } = found;
    const lines = [
      shownPath(directory, io),
      `${count(scores, "score")} in ${bytesText(bytes)}, ${count(segments, "file")}`,
      ...(damaged === 0 ? [] : [`${count(damaged, "damaged record")}, passed over`]),
      ...(newest === null ? [] : [`last written ${newest.toISOString()}`]),
    ];
    io.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return EXIT.fine;
  });

/** `sxp cache clear`: removes the files of the cache, and nothing else that lies in its folder. */
export const clear: Command<typeof CACHE_CLEAR_OPTIONS> = async ({ options, color }, io) =>
  withModels("cache clear", io, async () => {
    const folder = await cacheFolder(io, screenOf(io, "stderr", color));
    const { directory, scores, bytes } = await cacheStats(folder);
    const what = `${count(scores, "score")}, ${bytesText(bytes)}, in ${shownPath(directory, io)}`;
    if (!options.yes) {
      io.stdout.write(`This would remove ${what}. Add --yes to do it.\n`);
      return EXIT.fine;
    }
    await clearCache(folder);
    io.stdout.write(`removed ${what}\n`);
    return EXIT.fine;
  });
