import { existsSync, readFileSync } from "node:fs";
import type { HistoryReading } from "@semantic-xpath/chat/translate";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { readTree } from "@semantic-xpath/readers";
import type { Tree } from "@semantic-xpath/tree";

/** Requests as people ask them, with what is right: `examples/requests/NAME.json`. */
export interface RequestSet {
  /** Relative to the file. */
  readonly data: string;
  readonly schema: string;
  readonly now: string;
  readonly requests: readonly GoldRequest[];
  readonly conversations: readonly { readonly id: string; readonly turns: readonly GoldTurn[] }[];
}

export interface GoldTurn {
  readonly request: string;
  readonly gold: Gold;
  /** Other answers that are as right. */
  readonly or?: readonly Gold[];
  /** One way to say it in the language: it finds exactly the nodes or the value. */
  readonly query?: string;
}

export interface GoldRequest extends GoldTurn {
  readonly id: string;
}

/**
 * What is right: exactly these nodes (of an attribute, the node that has it), this value, the tree as it is after an update, something done
 * with versions or tasks, a new task, a question, or nothing but talk.
 */
export type Gold =
  | { readonly nodes: readonly string[] }
  | { readonly value: unknown }
  | { readonly update: string }
  | { readonly history: HistoryReading["action"] }
  | { readonly create: { readonly name: string } }
  | { readonly ask: true }
  | { readonly talk: true };

export const DOMAINS = ["itinerary", "todo", "mealplan"] as const;
export type Domain = (typeof DOMAINS)[number];

export interface LoadedSet extends RequestSet {
  readonly domain: Domain;
  readonly tree: Tree;
  readonly parsedSchema: Schema;
}

const EXAMPLES = new URL("../../../examples/requests/", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, EXAMPLES), "utf8");

/** A file of `examples/requests`. */
export const exampleSet = (name: string): URL => new URL(`${name}.json`, EXAMPLES);

/** The set of a file with its data; null where there is no such file. */
export function loadSet(domain: Domain, file: URL = exampleSet(domain)): LoadedSet | null {
  if (!existsSync(file)) return null;
  const set = JSON.parse(readFileSync(file, "utf8")) as RequestSet;
  const parsedSchema = parseSchema(textOf(set.schema)).schema!;
  return { ...set, domain, parsedSchema, tree: readTree(textOf(set.data)) };
}
