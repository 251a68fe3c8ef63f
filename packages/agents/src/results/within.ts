import { handOver } from "@semantic-xpath/runtime";
import { shortened } from "@semantic-xpath/values";
import { tokensOf } from "./page.js";

type Json = Record<string, unknown>;

/** Tokens of the sentence on what is left out. */
const REMARK = 40;
/** Characters of a text that is never cut further. */
const MIN_TEXT = 60;
/** Members that a client gives back as they are: these are cut where nothing else can be. */
const LAST: ReadonlySet<string> = new Set(["path", "query"]);
/** Members that are never cut. */
const UNCUT: ReadonlySet<string> = new Set(["cursor", "task"]);

/**
 * An answer in a number of tokens: while it is longer, its longest list ends early, or its longest text. `cut` then says what is left out. Lists keep
 * an entry, and texts their beginning, so that an answer may be longer than a very small number.
 */
export function within<T extends object>(answer: T, tokens: number): T {
  if (tokensOf(JSON.stringify(answer)) <= tokens) return answer;
  const fitted = JSON.parse(JSON.stringify(answer)) as T;
  const cuts = new Map<string, string>();
  const totals = new Map<unknown, number>();
  for (;;) {
    const excess = tokensOf(JSON.stringify(fitted)) + REMARK - tokens;
    const isLast = ({ name }: Place): number => Number(LAST.has(name));
    const places = excess <= 0 ? [] : placesIn(fitted as Json);
    const [longest] = places.sort((a, b) => isLast(a) - isLast(b) || b.cost - a.cost);
    if (longest === undefined) break;
    cuts.set(longest.name, cutAt(longest, excess, totals));
  }
  return cuts.size === 0 ? answer : { ...fitted, cut: `${[...cuts.values()].join(", ")}: maxTokens sets the size` };
}

/** A list or a text that can be shorter. */
interface Place {
  readonly holder: Json;
  readonly key: string;
  /** The nearest name of a member. */
  readonly name: string;
  readonly cost: number;
}

function placesIn(holder: Json, name = ""): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const member = Array.isArray(holder) ? name : key;
    const place = { holder, key, name: member, cost: tokensOf(JSON.stringify(value) ?? "") };
    if (typeof value === "string") return value.length > MIN_TEXT && !UNCUT.has(member) ? [place] : [];
    if (typeof value !== "object" || value === null) return [];
    const inner = placesIn(value as Json, member);
    return Array.isArray(value) && value.length > 1 ? [place, ...inner] : inner;
  });
}

/** Cuts a place by some tokens, and says so. `totals`: entries that lists had before they were cut. */
function cutAt({ holder, key, name, cost }: Place, excess: number, totals: Map<unknown, number>): string {
  const value = holder[key] as string | readonly unknown[];
  if (typeof value === "string") {
    holder[key] = shortened(value, Math.max(MIN_TEXT, value.length - 4 * excess));
    return `the beginning of ${name}`;
  }
  const costOf = (entry: unknown): number => tokensOf(`${JSON.stringify(entry)},`);
  const { items } = handOver(value, { tokens: cost - excess, formsOf: (entry) => [entry], costOf, least: 1 });
  const first = items.slice(0, value.length - 1).map(({ entry }) => entry);
  const total = totals.get(value) ?? value.length;
  totals.set(first, total);
  holder[key] = first;
  return `${first.length} of ${total} ${name}`;
}
