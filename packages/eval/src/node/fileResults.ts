import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { isObject } from "@semantic-xpath/tree";
import type { ResultStore } from "../run/results.js";

/** Bytes of kept results; beyond that the older half goes when the file is opened. */
export const MAX_RESULT_BYTES = 1 << 28;

/**
 * Results in one file, a line each, appended as they come: a kill loses at most the line that was being written, which is left out when the file is
 * read again. What can't be read is computed again.
 */
export function fileResults(path: string, maxBytes = MAX_RESULT_BYTES): ResultStore {
  mkdirSync(dirname(path), { recursive: true });
  const results = new Map<string, string>();
  let text = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (Buffer.byteLength(text) > maxBytes) text = shortened(path, text, maxBytes);
  for (const line of text.split("\n")) {
    const tab = line.indexOf("\t");
    if (tab > 0) results.set(line.slice(0, tab), line.slice(tab + 1));
  }
  const file = openSync(path, "a");
  // A torn line ends here, and not in what comes after it.
  if (text !== "" && !text.endsWith("\n")) writeSync(file, "\n");
  return {
    get: (key) => readResult(results.get(key)),
    set(key, value) {
      const line = JSON.stringify(value);
      results.set(key, line);
      writeSync(file, `${key}\t${line}\n`);
    },
    close() {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function shortened(path: string, text: string, maxBytes: number): string {
  const rest = text.slice(-Math.floor(maxBytes / 2));
  const kept = rest.slice(rest.indexOf("\n") + 1);
  writeFileSync(`${path}.new`, kept);
  renameSync(`${path}.new`, path);
  return kept;
}

function readResult(line: string | undefined): unknown {
  if (line === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
