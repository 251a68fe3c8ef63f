import { cacheStats, clearCache } from "@semantic-xpath/runtime/node";
import { cacheFolder } from "../../input/cache.js";
import { shownPath } from "../../input/files.js";
import { withModels } from "../../input/models.js";
import type { CACHE_CLEAR_OPTIONS } from "../../options/modelCommands.js";
import type { Command } from "../../options/spec.js";
import { bytesText } from "../../render/bytes.js";
import { count } from "../../render/columns.js";
import { screenOf } from "../../render/screen.js";
import { EXIT } from "../../stop.js";

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
