import { type FunctionName, functionOf, WRAPPERS } from "@semantic-xpath/parser";
import { type Item, isGroup, isTilde } from "../items.js";
import type { Operation } from "./rule.js";

/** Wrappers of a query that name an operation on its results. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ["read", "read"],
  ["find", "read"],
  ["get", "read"],
  ["query", "read"],
  ["retrieve", "read"],
  ["search", "read"],
  ["select", "read"],
  ["create", "create"],
  ["add", "create"],
  ["insert", "create"],
  ["update", "update"],
  ["modify", "update"],
  ["delete", "delete"],
  ["remove", "delete"],
]);

/** A call that only says that what is in it is a relevance. */
export const isAtom = (item: Item | undefined): boolean =>
  item?.kind === "function" && WRAPPERS.has(item.text.toLowerCase());

/** Aggregates of the demo, of the prototypes before it, and those that models make up on their pattern. */
const AGGREGATES: ReadonlyMap<string, { readonly name: FunctionName; readonly why: string }> = new Map([
  ["agg_exists", { name: "max", why: "it is the best of the evidence" }],
  ["agg_prev", { name: "avg", why: "prevalence is the mean of the evidence" }],
  ["exist", { name: "max", why: "the prototype's noisy or became the best of the evidence" }],
  ["mass", { name: "avg", why: "the prototype's prevalence became the mean of the evidence" }],
  ["agg_any", { name: "max", why: "one that fits is enough" }],
  ["agg_some", { name: "max", why: "one that fits is enough" }],
  ["any", { name: "max", why: "one that fits is enough" }],
  ["agg_all", { name: "min", why: "every one must fit" }],
  ["agg_forall", { name: "min", why: "every one must fit" }],
  ["all", { name: "min", why: "every one must fit" }],
  ["agg_mean", { name: "avg", why: "it is the mean" }],
  ["agg_average", { name: "avg", why: "it is the mean" }],
  ["mean", { name: "avg", why: "it is the mean" }],
  ["average", { name: "avg", why: "it is the mean" }],
]);

/** Present name of a dialect's aggregate; null for another name, or for one of the present language. */
export const aggregateMeant = (name: string) =>
  functionOf(name) === null ? (AGGREGATES.get(name.toLowerCase()) ?? null) : null;

/** Tests that a call of this name may have a path in it. */
export const takesPath = (name: string): boolean =>
  functionOf(name)?.forms.some(({ parameters: [first] }) => first === "path" || first === "values") === true;
/** Tests that it must: `agg_avg` and `count`, but not `avg`, which also combines conditions. */
export const needsPath = (name: string): boolean =>
  functionOf(name)?.forms.every(({ parameters: [first] }) => first === "path" || first === "values") === true;

/** Names of the demo and its prototypes alone. */
const SIGNS = new Set(["agg_exists", "agg_prev", "exist", "mass", "atom", "sem"]);
export const isSignOfDemo = (item: Item): boolean =>
  (item.kind === "function" && SIGNS.has(item.text.toLowerCase())) || (item.kind === "axis" && item.text === "desc");

/** Tests that some items contain a relevance. */
export const hasRelevance = (items: readonly Item[]): boolean =>
  items.some((item) => isTilde(item) || isAtom(item) || (isGroup(item) && hasRelevance(item.inside)));
