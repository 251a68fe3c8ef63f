import { getOrMake, type NodeId, type Tree } from "@semantic-xpath/tree";
import { momentOf } from "../clock/clock.js";
import { type Found, isInScope, one, type Scope } from "./found.js";
import type { Known } from "./known.js";
import { type Phrase, textOf } from "./phrase.js";

/** `Friday`, `June 12`, `tomorrow`: nodes whose date that is. */
export function dated(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const text = textOf(phrase);
  const day = WEEKDAYS.indexOf(phrase.at(-1)!.lower);
  const { now } = known.about;
  const moment = momentOf(text, now);
  if (moment?.time != null) return null;
  const date = moment?.date ?? null;
  if (date === null && !(day >= 0 && phrase.length === 1)) return null;
  const all = dayNodes(known).filter(([node]) => isInScope(known, node, scope));
  const same = all.filter(([, value]) => value === date);
  // A day without a year is the one that is there, also where it is past.
  const isYearSaid = /\d{4}/u.test(text);
  const exact =
    same.length > 0 || isYearSaid || day >= 0 ? same : all.filter(([, value]) => value.slice(5) === date?.slice(5));
  if (exact.length > 0) return one(exact.map(([node]) => node));
  if (day < 0 || phrase.length > 1) return null;
  const sameWeekday = all.filter(([, value]) => new Date(`${value}T00:00:00Z`).getUTCDay() === day);
  return sameWeekday.length === 0 ? null : one(sameWeekday.map(([node]) => node));
}

export const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const ISO = /^\d{4}-\d{2}-\d{2}$/u;

/** Nodes that are a day: they have others in them, and one date. */
function dayNodes({ tree }: Known): readonly (readonly [NodeId, string])[] {
  return getOrMake(daysOfTree, tree, () => findDays(tree));
}

const daysOfTree = new WeakMap<Tree, readonly (readonly [NodeId, string])[]>();

function findDays(tree: Tree): readonly (readonly [NodeId, string])[] {
  const days: [NodeId, string][] = [];
  for (let node = 1; node <= tree.size; node++) {
    if (tree.end[node]! === node + 1) continue;
    const dates = Object.values(tree.node(node).attributes).filter((value) => ISO.test(value));
    if (dates.length === 1) days.push([node, dates[0]!]);
  }
  // What has days in it is a week or a trip, and no day.
  return days.filter(([node], i) => i === days.length - 1 || days[i + 1]![0] >= tree.end[node]!);
}
