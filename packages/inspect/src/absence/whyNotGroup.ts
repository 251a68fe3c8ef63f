import { type AstNode, type Span, walk } from "@semantic-xpath/parser";
import { describeBracket } from "@semantic-xpath/planner";
import type { Observation, Run } from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { WhyNotGroup } from "../answers.js";
import { Syntax } from "../change/syntax.js";
import { type Grouped, groupedOf, placeAmongGroups } from "../groups.js";
import { counted, countText } from "../numbers.js";
import { explainFilter } from "../whyNot/conditions.js";
import { whyNotOf } from "../whyNot/whyNot.js";
import { runText } from "./runText.js";

/** Members and groups that are named; all of them are counted. */
const MAX_MEMBERS = 100;
const MAX_LABELS = 5;

/**
 * Explains why the results lack a group for which a condition holds, such as `[@who = "Dan"]`; null if they have one. The group was made and left out
 * later, or its members were not grouped, or the data has no members for it. Throws a `RangeError` if the query makes no groups, or the condition is not about them.
 */
export async function whyNotGroupOf(observation: Observation, condition: string): Promise<WhyNotGroup | null> {
  const grouped = groupedOf(observation);
  if (grouped === null) throw new RangeError(`"${condition}" asks about a group, and the query makes none`);
  const { place, made } = await placeOf(observation, condition);
  const { text, span, brackets } = place;
  if (made.frame.ids.length > 0) return whyNotMade(observation, grouped, made, { condition, span });
  const unfiltered = withoutBrackets(text, brackets);
  const candidates = await runText(observation, `${unfiltered}${condition}`);
  const [all, count] = typeof candidates === "string" ? [[], 0] : membersIn(candidates);
  if (count > 0) {
    const members = all.map((member) => ({
      ...member,
      whyNot: whyNotOf(grouped.before, member.node)?.message ?? null,
    }));
    const [{ path, whyNot }] = members as [(typeof members)[number]];
    const further = count === 1 ? "" : `, and so ${count === 2 ? "is" : "are"} ${counted(count - 1, "other")} of it`;
    const message = `no node of it was grouped: ${path} is left out before (${whyNot ?? "it is grouped otherwise"})${further}`;
    return { condition, span, message, members, count };
  }
  const groups = await runText(observation, unfiltered);
  const labels = typeof groups === "string" ? [] : labelsOf(groups);
  const more = labels.length > MAX_LABELS ? [`${countText(labels.length - MAX_LABELS)} more`] : [];
  const existing =
    labels.length === 0
      ? "there are no groups"
      : `there are ${listed([...labels.slice(0, MAX_LABELS), ...more], "and")}`;
  return { condition, span, message: `nothing in the data is in such a group: ${existing}`, members: [], count: 0 };
}

/** The groups that a condition is about, with those for which it holds: of groups of groups the outermost that have its keys. */
async function placeOf(observation: Observation, condition: string) {
  let mistake = "";
  for (const place of groupPlaces(observation)) {
    const groups = await runText(observation, `${place.text}${condition}`, place.text.length);
    if (typeof groups !== "string") return { place, made: groups };
    mistake = groups;
  }
  throw new RangeError(`"${condition}" is no condition on the groups: ${mistake}`);
}

/** For a group that was made: the bracket on groups that left it out, with its numbers. */
function whyNotMade(
  observation: Observation,
  { after, lostAt }: Grouped,
  made: Observation,
  { condition, span }: Pick<WhyNotGroup, "condition" | "span">,
): WhyNotGroup | null {
  const { recorder, run, frame } = observation;
  const label = made.run.groups.label(made.frame.ids[0]!);
  const [all, count] = membersIn(made, 1);
  const result = groupNamed(run, frame.ids, label);
  const isReached = !run.groups.areGroups(frame.ids) && all.some(({ node }) => frame.ids.includes(node));
  if (result !== undefined || isReached) return null;
  const bracket = after.find(({ id }) => {
    const record = recorder.brackets.get(id)?.at(-1);
    return (
      groupNamed(run, record?.before.ids, label) !== undefined &&
      groupNamed(run, record?.after.ids, label) === undefined
    );
  });
  const members = all.map((member) => ({ ...member, whyNot: null }));
  const has = `the ${label} has ${counted(count, "member")}`;
  if (bracket?.kind === "GroupBy") {
    const { node } = all[0]!;
    const lost = placeAmongGroups(observation, node) >= 0 ? null : lostAt(node);
    if (lost === null) return null;
    const by = lost.bracket === null ? "the limit" : describeBracket(lost.bracket);
    const message = `${has} and is in the ${lost.label}, which ${by} leaves out`;
    return { condition, span: lost.bracket?.span ?? span, message, members, count };
  }
  if (bracket === undefined) {
    const message = `${has}, and a later part of the query leads elsewhere, or the limit leaves it out`;
    return { condition, span, message, members, count };
  }
  const record = recorder.brackets.get(bracket.id)!.at(-1)!;
  const reason =
    bracket.kind === "Filter"
      ? `: ${explainFilter(observation, bracket, record, groupNamed(run, record.before.ids, label)!).message}`
      : "";
  return {
    condition,
    span: bracket.span,
    message: `${has}, and ${describeBracket(bracket)} leaves it out${reason}`,
    members,
    count,
  };
}

const groupNamed = ({ groups }: Run, ids: Int32Array | undefined, label: string): number | undefined =>
  ids?.find((id) => groups.isGroup(id) && groups.label(id) === label);

const labelsOf = ({ run, frame }: Observation): readonly string[] => [
  ...new Set(Array.from(frame.ids, (id) => `the ${run.groups.label(id)}`)),
];

/** The nodes in the groups of a run, with the keys of each; and their number. */
function membersIn({ run, frame, tree, result }: Observation, most = frame.ids.length) {
  const members: {
    readonly node: number;
    readonly path: string;
    readonly key: WhyNotGroup["members"][number]["key"];
  }[] = [];
  let count = 0;
  for (let i = 0; i < most; i++) {
    const nodes = run.groups.nodesOf(frame.ids.subarray(i, i + 1));
    count += nodes.length;
    const key = result.matches[i]!.group!.key;
    for (const node of nodes.subarray(0, MAX_MEMBERS - members.length))
      members.push({ node, path: nodePath(tree, node), key });
  }
  return [members, count] as const;
}

/** For each `group by` of the query, the last first: the text of the path up to it, and the brackets there that thin out what is grouped. */
function groupPlaces(observation: Observation) {
  const syntax = Syntax.of(observation);
  const groups: { readonly start: number; readonly span: Span }[] = [];
  const brackets: Span[] = [];
  walk(syntax.queryAround(observation.query.plan.result.span), (node: AstNode, ancestors) => {
    if (node.kind !== "Bracket" || ancestors.some(({ kind }) => INSIDE.has(kind))) return;
    const path = ancestors.findLast(({ kind }) => kind === "Path");
    if (node.content.kind !== "GroupBy") brackets.push(node.span);
    else if (path !== undefined) groups.push({ start: path.span.start, span: node.span });
  });
  return groups.toReversed().map(({ start, span }) => ({
    text: syntax.source({ start, end: span.end }),
    span,
    brackets: brackets
      .filter((each) => each.start >= start && each.end <= span.start)
      .map((each) => ({ start: each.start - start, end: each.end - start })),
  }));
}

const INSIDE: ReadonlySet<string> = new Set(["Bracket", "RecordStep"]);

const withoutBrackets = (text: string, brackets: readonly Span[]): string =>
  brackets
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
