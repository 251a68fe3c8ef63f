import type { ReadLimits } from "@semantic-xpath/tree";
import { checkLength } from "./decode.js";

/**
 * Takes JSON as events in document order. A format whose values are those of JSON feeds one, so that `JsonOptions` say for all of
 * them how values become nodes. Places are offsets in the source: of the first character, and after the last.
 */
export interface JsonSink {
  /** The key of the member whose value comes next. */
  key(name: string): void;
  beginObject(start: number): void;
  endObject(end: number): void;
  beginArray(start: number): void;
  endArray(end: number): void;
  /** A string, number or boolean as written, or null. */
  scalar(text: string | null, isString: boolean, start: number, end: number): void;
}

interface Walk {
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Keys of an object, null for an array. */
  readonly keys: readonly string[] | null;
  at: number;
}

/**
 * Walks a parsed value as JSON would be written from it: `toJSON` is asked, what JSON has no words for is absent. It keeps
 * its own stack, so that the depth limit also ends a value that contains itself.
 */
export function readJsonValue(root: unknown, sink: JsonSink, limits: ReadLimits): void {
  const open: Walk[] = [];
  let length = 0;
  const count = (text: string): string => {
    length += text.length;
    checkLength(length, limits);
    return text;
  };
  const visit = (value: unknown): void => {
    const plain = asPlain(value);
    if (typeof plain !== "object" || plain === null) {
      const text = plain === null ? null : count(String(plain));
      sink.scalar(text, typeof plain === "string", 0, 0);
    } else if (Array.isArray(plain)) {
      sink.beginArray(0);
      open.push({ value: plain, keys: null, at: 0 });
    } else {
      sink.beginObject(0);
      open.push({ value: plain as Readonly<Record<string, unknown>>, keys: Object.keys(plain), at: 0 });
    }
  };
  visit(root);
  while (open.length > 0) {
    const walk = open[open.length - 1]!;
    const { keys, at } = walk;
    walk.at++;
    if (keys === null) {
      const list = walk.value as readonly unknown[];
      if (at < list.length) {
        visit(list[at]);
        continue;
      }
      sink.endArray(0);
    } else {
      if (at < keys.length) {
        const value = (walk.value as Readonly<Record<string, unknown>>)[keys[at]!];
        if (isAbsent(value)) continue;
        sink.key(count(keys[at]!));
        visit(value);
        continue;
      }
      sink.endObject(0);
    }
    open.pop();
  }
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === "function" || typeof value === "symbol";

/** A JSON value: what `toJSON` gives, null for what JSON can't write. */
function asPlain(value: unknown): string | number | boolean | bigint | object | null {
  let plain = value;
  if (typeof plain === "object" && plain !== null && "toJSON" in plain && typeof plain.toJSON === "function") {
    plain = plain.toJSON();
  }
  if (isAbsent(plain)) return null;
  if (typeof plain === "number" && !Number.isFinite(plain)) return null;
  return plain as string | number | boolean | bigint | object | null;
}
