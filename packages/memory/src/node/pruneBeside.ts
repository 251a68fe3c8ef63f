import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PruneEvent, quotesOf } from "../store/prune.js";

/** Folders beside the files of a store whose files are lines that people and programs said. */
const LOGS = ["audit", "conversations", "traces"];
/**
 * Deletes what is beside the file of a store and says what was pruned from it: of the files in `audit`, `conversations` and `traces` each line
 * that has one of the texts.
 */
export function pruneBeside(folder: string, { texts }: PruneEvent): void {
  const quotes = quotesOf(texts);
  if (quotes.length === 0) return;
  for (const log of LOGS) {
    const path = join(folder, log);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) pruneLines(join(entry.parentPath, entry.name), quotes);
  }
}

function pruneLines(file: string, texts: readonly string[]): void {
  const lines = readFileSync(file, "utf8").split("\n");
  const remaining = lines.filter((line) => !texts.some((text) => line.includes(text)));
  if (remaining.length === lines.length) return;
  writeFileSync(`${file}.pruned`, remaining.join("\n"), { mode: 0o600 });
  renameSync(`${file}.pruned`, file);
}
