import { readLimits, type Tree } from "@semantic-xpath/tree";
import { malformedJson, wholeText } from "./decode.js";
import { type JsonOptions, treeOfEvents } from "./json.js";
import type { JsonSink } from "./jsonEvents.js";
import { JsonText } from "./jsonText.js";
import { type Report, reportIfAny } from "./readerOptions.js";

/**
 * Reads JSON Lines into a tree: a value on each line, as an `itemType` child of a `rootType` root, in every way that `readJson` reads the
 * elements of an array. Empty lines are skipped.
 *
 * Throws a `ReadError`: SXP4007 if a line is no JSON, SXP4003 beyond a limit. With `onDiagnostic` a bad line loses no other.
 *
 * @example readJsonLines('{"type":"Turn","n":1}\n{"type":"Turn","n":2}').root.children.length // 2
 */
export function readJsonLines(input: string | Uint8Array, options: JsonOptions = {}): Tree {
  const limits = readLimits(options.limits);
  const text = wholeText(input, limits, malformedJson, reportIfAny(options.onDiagnostic));
  const isTolerant = options.onDiagnostic !== undefined;
  const feed = (sink: JsonSink, report: Report) => {
    const reader = new JsonText(text, sink, isTolerant ? report : null);
    sink.beginArray(0);
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      if (!isBlank(text, start, end)) reader.read(start, end);
      start = end + 1;
    }
    sink.endArray(text.length);
  };
  return treeOfEvents({ format: "jsonl", spans: true }, options, feed, text.length);
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}

/** White space of JSON, and the byte order mark. */
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;

const OPENING = "{[";
const CLOSING = "}]";
/** First characters of values. */
const STARTS = '{["-0123456789tfn';

/** Tests that the first line is a whole value and another value begins after it. */
export function startsAsJsonLines(text: string): boolean {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  const end = text.indexOf("\n", start);
  if (end < 0) return false;
  let next = end;
  while (next < text.length && isSpace(text.charCodeAt(next))) next++;
  return next < text.length && STARTS.includes(text[next]!) && isWhole(text, start, end);
}

/** Tests that the brackets of a line that begins as a value are all closed in it. */
function isWhole(text: string, start: number, end: number): boolean {
  if (!STARTS.includes(text[start]!)) return false;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const character = text[at]!;
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
    else if (character === ",") {
      if (depth === 0) return false;
    } else if (character === '"') {
      at = endOfString(text, at, end);
    }
  }
  return depth === 0;
}

/** The place of the quotation mark that closes a string, or the end. */
function endOfString(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return end;
}
