import { describeScore, type SequencePlan } from "@semantic-xpath/planner";
import {
  contributorsOf,
  type Factor,
  keyTexts,
  type Observation,
  orderOf,
  type QueryValue,
  type ScoreAlgebra,
  type SingleValue,
} from "@semantic-xpath/runtime/internal";
import { listed } from "@semantic-xpath/values";
import type { Why } from "../answers.js";
import { wordsText } from "../evidenceWords.js";
import { type Grouped, groupChain, groupedOf, groupsAround, membersOf, placeAmongGroups } from "../groups.js";
import { counted, countText } from "../numbers.js";
import { ordinal, shortNumber } from "../words.js";
import { chainOf, costsOf, mostExpensive } from "./costs.js";
import { fieldSentences, fieldsOf } from "./fields.js";
import { entryAt, ranksOf, resultAt } from "./ranking.js";

/**
 * Why a node is in the result; null when it is not. Law: the product of all scores of the factors is the weight. Of several attributes
 * of it in the result, the best one.
 */
export function whyOf(observation: Observation, node: number): Why | null {
  const grouped = groupedOf(observation);
  if (grouped !== null) return whyGrouped(observation, grouped, node);
  const at = ranksOf(observation)[node]! - 1;
  if (at < 0) return null;
  const { run, algebra, frame } = observation;
  const { path, weight, ...entry } = entryAt(run, frame, at);
  const chain = chainOf(observation, { ...entry, weight });
  const why = {
    node,
    path,
    rank: at + 1,
    count: frame.ids.length,
    weight,
    factors: algebra.factors(chain),
    costs: costsOf(observation, chain),
    above: resultAt(observation, at),
    contribution: contributionOf(observation, path),
    fields: fieldsOf(observation, at),
  };
  return { ...why, sentences: [...sentencesOf(observation, why), ...fieldSentences(why.fields)] };
}

/**
 * For a query that makes groups. A node is in a result as a group, in a group, or in values read from one. The chain is that of the member,
 * with the later scores of its group, and `group` has the whole group. Law: the highest weight of the members is that of the group.
 */
function whyGrouped(observation: Observation, grouped: Grouped, node: number): Why | null {
  const { run, frame } = observation;
  const place = placeAmongGroups(observation, node);
  if (place < 0) return null;
  const entry = entryAt(run, frame, place);
  const id = frame.ids[place]!;
  const count = frame.ids.length;
  const standing = count === 1 ? "the only result" : `the ${ordinal(place + 1)} of ${countText(count)} results`;
  if (!run.groups.isGroup(id)) {
    const chain = chainOf(observation, entry);
    const sentences = [`It is ${standing}, as a member of a group.`, ...weightSentences(observation, chain, entry)];
    const reasons = reasonsOf(observation, chain, { ...entry, node, place });
    return { ...reasons, sentences: [...sentences, ...fieldSentences(reasons.fields)] };
  }
  const memberWhy = whyOf(grouped.before, node);
  const best = run.groups.totals(Int32Array.of(id), null)?.[0] ?? 1;
  const since = best === 0 ? 0 : entry.weight / best;
  const members = [...membersOf(run, id, since)];
  const scores = groupChain(observation, grouped, [...groupsAround(run, id, node)]);
  const before = memberWhy === null ? [] : chainOf(grouped.before, { node, attribute: null, weight: memberWhy.weight });
  const scored = scores.reduce((all, { score, at }) => all * observation.knownScores.score(score, at).low, 1);
  // A group that was reached through another one has that one's scores, too: its chain is that of its best member.
  const isWhole = Math.abs(scored - since) < 1e-12;
  const chain = !isWhole ? chainOf(observation, entry) : scores.length === 0 ? before : [...before, { scores }];
  const weight = isWhole ? (memberWhy?.weight ?? 1) * scored : entry.weight;
  const gave = scores.map(
    ({ score, at }) => `${describeScore(score)} gave ${shortNumber(observation.knownScores.score(score, at).low)}`,
  );
  const sentences = [
    `It is in the ${entry.path}, which is ${standing} and weighs ${shortNumber(entry.weight)}: ${counted(members.length, "member")}${members.length === 1 ? "" : `, of which ${members.reduce((best, next) => (next.weight > best.weight ? next : best)).path} weighs most`}.`,
    ...(gave.length === 0 ? [] : [`Of the group, ${listed(gave, "and")}.`]),
    ...(memberWhy?.sentences.slice(1) ?? []),
  ];
  const named = { label: entry.path, weight: entry.weight, members };
  const reasons = reasonsOf(observation, chain, { ...entry, weight, node, place });
  return { ...reasons, sentences: [...sentences, ...fieldSentences(reasons.fields)], group: named };
}

const reasonsOf = (
  observation: Observation,
  chain: readonly Factor[],
  {
    node,
    path,
    weight,
    place,
  }: { readonly node: number; readonly path: string; readonly weight: number; readonly place: number },
): Omit<Why, "sentences" | "group"> => ({
  node,
  path,
  rank: place + 1,
  count: observation.frame.ids.length,
  weight,
  factors: observation.algebra.factors(chain),
  costs: costsOf(observation, chain),
  above: null,
  contribution: null,
  fields: fieldsOf(observation, place),
});

function weightSentences(
  { algebra }: Observation,
  chain: readonly Factor[],
  { weight }: { readonly weight: number },
): string[] {
  const parts = algebra
    .factors(chain)
    .flatMap(({ scores }) => scores)
    .map((score) => `${score.algebra.text} gave ${shortNumber(score.algebra.value ?? score.algebra.high)}`);
  return parts.length === 0 ? [] : [`It weighs ${shortNumber(weight)}: ${listed(parts, "and")}.`];
}

/** For a query that gives a value: the value, and all contributions of the node or its attribute. */
function contributionOf({ run, query, result }: Observation, path: string): Why["contribution"] {
  const plan = query.plan.result;
  if (plan.kind !== "Value") return null;
  const contributors = contributorsOf(run, plan);
  const gave: SingleValue[] = [];
  for (let i = 0; i < contributors.length; i++) {
    const { path: contributorPath, values } = contributors.at(i);
    if (contributorPath === path) for (const value of values) if (value !== null) gave.push(value);
  }
  return { gave, value: result.value ?? null };
}

const valueText = (value: QueryValue): string =>
  Array.isArray(value) ? `a list of ${value.length}` : value === null ? "no value" : JSON.stringify(String(value));

function sentencesOf({ query, run }: Observation, why: Omit<Why, "sentences">): string[] {
  const { rank, count, weight, factors, costs, above, contribution } = why;
  if (contribution !== null) {
    const gave = contribution.gave.map((value) => JSON.stringify(String(value)));
    const part = count === 1 ? "all that" : `one of ${countText(count)} that`;
    return [
      `It is ${part} ${query.plan.text.slice(query.plan.result.span.start, query.plan.result.span.end)} is computed from: it gave ${listed(gave, "and")}.`,
      `The value is ${valueText(contribution.value)}.`,
    ];
  }
  if (query.plan.order === "keys") {
    const keys = listed(keyTexts(run, orderOf(query.plan.result as SequencePlan), why.node), "and");
    const place = count === 1 ? "is the only result" : `is the ${ordinal(rank)} of ${countText(count)} by its keys`;
    const weighs = weight === 1 ? "" : ` It weighs ${shortNumber(weight)}.`;
    return [`It ${place}: ${keys}.${weighs}`];
  }
  const isRanked = query.plan.order === "rank";
  const place = count === 1 ? "is the only result" : isRanked ? `ranks ${ordinal(rank)} of ${countText(count)}` : null;
  const sentences = [
    isRanked
      ? `It ${place} with weight ${shortNumber(weight)}.`
      : `It ${place ?? `is the ${ordinal(rank)} of ${countText(count)} in document order`}, and nothing in the query weighs nodes.`,
  ];
  const scores = factors.flatMap((factor) => factor.scores);
  const [only] = scores;
  if (scores.length > 1) {
    const parts = scores.map(({ algebra }) => `${algebra.text} gave ${shortNumber(algebra.value ?? algebra.high)}`);
    sentences.push(`The weight is the product of ${scores.length} scores: ${listed(parts, "and")}.`);
  } else if (only !== undefined)
    sentences.push(`The weight is the score of ${only.algebra.text}${reasonText(only.algebra)}.`);
  // A weight that is one score lost all of it there: that is said already.
  const isOneScore = scores.length === 1 && only?.algebra.expressionId === costs[0]?.expressionId;
  const expensive = isOneScore ? null : mostExpensive(costs, why.path);
  if (expensive !== null) sentences.push(`${expensive}.`);
  if (isRanked && above !== null) {
    const ahead = above.weight - weight;
    sentences.push(
      ahead > 0
        ? `${above.path} ranks above it with ${shortNumber(above.weight)}, ${shortNumber(ahead)} more.`
        : `${above.path} ranks above it with the same weight: it comes first in the document.`,
    );
  }
  return sentences;
}

/** For a relevance: the words with evidence. For an aggregate: the amount of evidence, and the entry with the highest weight. */
function reasonText({ asked, evidence }: ScoreAlgebra): string {
  if (asked?.explanation !== undefined) return `: ${wordsText(asked.explanation)}`;
  if (evidence === undefined || evidence.length === 0) return "";
  const best = evidence.reduce((most, one) => ((one.weight ?? 0) > (most.weight ?? 0) ? one : most));
  if (evidence.length === 1) return `, over ${best.path} alone`;
  const zeros = evidence.filter(({ weight }) => weight === 0).length;
  const remainder = zeros === 0 ? "" : `, and ${zeros === 1 ? "1 weighs" : `${zeros} weigh`} 0`;
  const most =
    best.weight === null || best.weight === 0 ? "" : ` of which ${best.path} weighs most, ${shortNumber(best.weight)}`;
  return `, over ${counted(evidence.length, "node")}${most}${remainder}`;
}
