import { type ReadLimits, readError } from "@semantic-xpath/tree";
import type { JsonSink } from "../jsonEvents.js";

/** Use of a value under a mapping. */
type Use =
  /** Nothing yet: the mapping does not mention it. */
  | "none"
  /** It was on the way to something that is used. */
  | "passed"
  | "used"
  /** The mapping mentions it and does not want it. */
  | "dropped"
  /** It was kept or left out as the mapping's rest. */
  | "rest";

/** A value of JSON with its place in the source and among the others. */
export interface JsonValue {
  readonly kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** Characters of a string; a number or boolean as written. */
  readonly text: string;
  /** The name of the member, or the place in the list as a number; "" of the whole. */
  readonly key: string;
  readonly parent: JsonValue | null;
  /** Members and elements in order. */
  readonly items: JsonValue[];
  readonly start: number;
  end: number;
  use: Use;
  /** True if its key is data rather than a name: for elements, and for members that a pattern took. */
  isMember: boolean;
  /** Members by name, once one was looked up. */
  members?: ReadonlyMap<string, JsonValue>;
}

/** Collects events as one value that can be looked around in. */
export class JsonValueSink implements JsonSink {
  /** Null until there is one. */
  root: JsonValue | null = null;
  /** Number of values so far. */
  count = 0;
  private top: JsonValue | null = null;
  private depth = 0;
  private name = "";

  constructor(private readonly limits: ReadLimits) {}

  key(name: string): void {
    this.name = name;
  }

  beginObject(start: number): void {
    this.begin("object", start);
  }

  endObject(end: number): void {
    this.close(end);
  }

  beginArray(start: number): void {
    this.begin("array", start);
  }

  endArray(end: number): void {
    this.close(end);
  }

  scalar(text: string | null, isString: boolean, start: number, end: number): void {
    const plain = text === "true" || text === "false" ? "boolean" : "number";
    this.add(text === null ? "null" : isString ? "string" : plain, text ?? "", start, end);
  }

  private begin(kind: "object" | "array", start: number): void {
    if (this.depth >= this.limits.maxDepth) {
      const parameters = { what: "levels of nesting", limit: this.limits.maxDepth, option: "limits.maxDepth" };
      throw readError("SXP4003", parameters, { start, end: start + 1 });
    }
    this.depth++;
    this.top = this.add(kind, "", start, start);
  }

  private close(end: number): void {
    this.top!.end = end;
    this.top = this.top!.parent;
    this.depth--;
  }

  private add(kind: JsonValue["kind"], text: string, start: number, end: number): JsonValue {
    this.count++;
    const parent = this.top;
    const key = parent === null ? "" : parent.kind === "array" ? String(parent.items.length) : this.name;
    const value: JsonValue = {
      ...{ kind, text, key, parent, items: [], start, end, use: "none" },
      isMember: parent?.kind === "object",
    };
    if (parent === null) this.root = value;
    else parent.items.push(value);
    return value;
  }
}

/** The member of an object or the element of a list by name or place; of members of one name the last. */
export function itemOf(value: JsonValue, key: string): JsonValue | undefined {
  if (value.kind === "array") return /^\d{1,9}$/.test(key) ? value.items[Number(key)] : undefined;
  if (value.kind !== "object") return undefined;
  value.members ??= new Map(value.items.map((item) => [item.key, item]));
  return value.members.get(key);
}

export const isScalar = ({ kind }: JsonValue): boolean => kind !== "object" && kind !== "array" && kind !== "null";

/** Says that a value is used; what it is in was then on the way. */
export function use(value: JsonValue, as: Use = "used"): void {
  if (value.use === "none" || value.use === "passed" || as === "used") value.use = as;
  for (let above = value.parent; above !== null && above.use === "none"; above = above.parent) above.use = "passed";
}

/** The value as JSON on one line. */
export function jsonOf(value: JsonValue): string {
  let json = "";
  const open: { readonly value: JsonValue; at: number }[] = [];
  const begin = (one: JsonValue): void => {
    if (one.kind === "object" || one.kind === "array") {
      json += one.kind === "object" ? "{" : "[";
      open.push({ value: one, at: 0 });
    } else json += one.kind === "string" ? JSON.stringify(one.text) : one.kind === "null" ? "null" : one.text;
  };
  begin(value);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const item = top.value.items[top.at++];
    if (item === undefined) {
      json += top.value.kind === "object" ? "}" : "]";
      open.pop();
      continue;
    }
    if (top.at > 1) json += ",";
    if (top.value.kind === "object") json += `${JSON.stringify(item.key)}:`;
    begin(item);
  }
  return json;
}

/** The place of a value as a path in which what is data is a star, and a number in a name is "#". */
export function shapeOf(value: JsonValue): string {
  const steps: string[] = [];
  for (let at: JsonValue | null = value; at !== null && at.parent !== null; at = at.parent) {
    steps.push(at.isMember ? at.key.replace(/\d+/g, "#") : "*");
  }
  return steps.length === 0 ? "." : steps.reverse().join("/");
}
