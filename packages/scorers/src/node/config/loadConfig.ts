import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { decodedJson } from "@semantic-xpath/readers";
import { readLimits } from "@semantic-xpath/tree";
import type { LoadedConfig } from "./config.js";
import { readConfig } from "./readConfig.js";

export const CONFIG_FILE = "sxp.config.json";

/**
 * The configuration of a folder: `sxp.config.json` in it, or in the nearest folder above; null where there is none. What is wrong in
 * it is in `diagnostics`. Rejects where a file is there and can't be read.
 */
export async function loadConfig(startFolder: string): Promise<LoadedConfig | null> {
  let folder = resolve(startFolder);
  while (true) {
    const path = join(folder, CONFIG_FILE);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    });
    if (bytes !== null) {
      const text = decodedJson(bytes, readLimits());
      return { path, folder, text, ...readConfig(text) };
    }
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}
