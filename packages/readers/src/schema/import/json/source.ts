import type { Span } from "@semantic-xpath/parser";
import { READ_LIMITS, readError } from "@semantic-xpath/tree";
import { checkLength } from "../../../decode.js";
import type { JsonSink } from "../../../jsonEvents.js";
import { readJsonText } from "../../../jsonText.js";

/** JSON with the places of its values. */
export type Json = JsonObject | JsonArray | JsonScalar;

export interface JsonObject {
  readonly kind: "object";
  /** Numbers the objects of a text. */
  readonly id: number;
  readonly span: Span;
  /** The last of those with the same key. */
  readonly members: Map<string, Json>;
}

interface JsonArray {
  readonly kind: "array";
  readonly span: Span;
  readonly items: Json[];
}

/** A string, number or boolean as written, or null. */
export interface JsonScalar {
  readonly kind: "scalar";
  readonly span: Span;
  readonly text: string | null;
  readonly isString: boolean;
}

/** Reads strict JSON. Throws a `ReadError`: SXP4007, or SXP4003 beyond a limit. */
export function readJsonSource(text: string): Json {
  checkLength(text.length, READ_LIMITS);
  const sink = new SourceSink();
  readJsonText(text, sink);
  return sink.root!;
}

class SourceSink implements JsonSink {
  root: Json | undefined;
  private readonly open: { readonly value: JsonObject | JsonArray; key: string }[] = [];
  private objects = 0;

  key(name: string): void {
    this.open.at(-1)!.key = name;
  }

  beginObject(start: number): void {
    this.begin({ kind: "object", id: this.objects++, span: { start, end: start + 1 }, members: new Map() });
  }

  beginArray(start: number): void {
    this.begin({ kind: "array", span: { start, end: start + 1 }, items: [] });
  }

  endObject(end: number): void {
    Object.assign(this.open.pop()!.value.span, { end });
  }

  endArray(end: number): void {
    this.endObject(end);
  }

  scalar(text: string | null, isString: boolean, start: number, end: number): void {
    this.add({ kind: "scalar", span: { start, end }, text, isString });
  }

  private begin(value: JsonObject | JsonArray): void {
    const { maxDepth } = READ_LIMITS;
    if (this.open.length === maxDepth)
      throw readError("SXP4003", { what: "levels of nesting", limit: maxDepth, option: "limits.maxDepth" }, value.span);
    this.add(value);
    this.open.push({ value, key: "" });
  }

  private add(value: Json): void {
    const top = this.open.at(-1);
    if (top === undefined) this.root = value;
    else if (top.value.kind === "array") top.value.items.push(value);
    else top.value.members.set(top.key, value);
  }
}

export const memberOf = (of: Json | undefined, key: string): Json | undefined =>
  of?.kind === "object" ? of.members.get(key) : undefined;

export const stringOf = (value: Json | undefined): string | undefined =>
  value?.kind === "scalar" && value.isString ? value.text! : undefined;

/** A whole number from 0 up. */
export function countOf(value: Json | undefined): number | undefined {
  if (value?.kind !== "scalar" || value.isString || value.text === null) return undefined;
  const count = Number(value.text);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

export const itemsOf = (value: Json | undefined): readonly Json[] => (value?.kind === "array" ? value.items : []);

export const membersOf = (value: Json | undefined): ReadonlyMap<string, Json> =>
  value?.kind === "object" ? value.members : new Map();

export const isLiteral = (value: Json | undefined, text: "true" | "false"): boolean =>
  value?.kind === "scalar" && !value.isString && value.text === text;
