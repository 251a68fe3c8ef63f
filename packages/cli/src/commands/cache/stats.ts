import { cacheStats } from "@semantic-xpath/runtime/node";
import { cacheFolder } from "../../input/cache.js";
import { shownPath } from "../../input/files.js";
import { withModels } from "../../input/models.js";
import type { CACHE_STATS_OPTIONS } from "../../options/modelCommands.js";
import type { Command } from "../../options/spec.js";
import { bytesText } from "../../render/bytes.js";
import { count } from "../../render/columns.js";
import { screenOf } from "../../render/screen.js";
import { EXIT } from "../../stop.js";

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
