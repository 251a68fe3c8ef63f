import { describeBracket } from "@semantic-xpath/planner";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { nodePath, type Tree } from "@semantic-xpath/tree";
import type { Change } from "../answers.js";
import { type Grouped, groupedOf, placeAmongGroups } from "../groups.js";
import { ranksOf } from "../why/ranking.js";
import { type Drop, Drops } from "../whyNot/drops.js";
import { isHidden } from "../whyNot/validity.js";
import { whyNotOf } from "../whyNot/whyNot.js";
import { Attempt, type Goal, type SearchOptions, smallest } from "./attempt.js";
import { pathRepairs } from "./paths.js";
import { Reach } from "./reach.js";
import { zerosOf } from "./relevances.js";
import { grownBy, NOTHING, type Repair, replacing, type Scene, sceneOf } from "./repair.js";
import { cutChange, momentRepairs, repairsFor } from "./repairs.js";

/**
 * The smallest change, by `Size`, under which a node is in the result; it was run. If none in few places is found, the query or
 * the node's own path. null when it is in the result.
 */
export async function smallestChange(
  observation: Observation,
  node: number,
  searching: SearchOptions = {},
): Promise<Change | null> {
  const start = Attempt.of(observation, searching);
  if (start.has(node)) return null;
  const admitted = await admitting(start, node);
  return (admitted ?? (await ownPath(start, node))).change();
}

/** The query with the smallest change under which a node is in its result; null when that takes too many. */
export const admitting = (start: Attempt, node: number): Promise<Attempt | null> => smallest(start, admission(node));

/** A change in more places says less than the node's own path. */
const MAX_PLACES = 4;

const admission = (node: number): Goal => ({
  places: MAX_PLACES,
  isMet: (attempt) => attempt.has(node),
  next: async (attempt) => {
    const grouped = groupedOf(attempt.observation);
    if (grouped !== null) return groupRepairs(attempt, grouped, node);
    const unpruned = await lookedAtUnpruned(attempt, node);
    if ("repair" in unpruned) return { at: "cut", repairs: [unpruned.repair] };
    const { observation } = unpruned;
    const scene = sceneOf(observation);
    const drop = Drops.of(observation).dropOf(node);
    const direct = repairsFor(scene, drop, node);
    const at = placeOf(observation, drop);
    // If an option admits it, nothing is smaller.
    const isOption = direct.length === 1 && direct[0]!.edits.length === 0 && grownBy(NOTHING, direct[0]!).places === 1;
    return { at, repairs: isOption ? direct : [...direct, ...pathRepairs(scene, node)] };
  },
});

/** For a query that makes groups: repairs that let the node be grouped, or keep its group. */
async function groupRepairs(attempt: Attempt, grouped: Grouped, node: number) {
  const { before } = grouped;
  if (whyNotOf(before, node) !== null) {
    const scene = sceneOf(before);
    const drop = Drops.of(before).dropOf(node);
    return {
      at: `before ${placeOf(before, drop)}`,
      repairs: [...repairsFor(scene, drop, node), ...pathRepairs(scene, node)],
    };
  }
  const bracket = grouped.lostAt(node)?.bracket ?? null;
  if (bracket !== null) {
    const repair = replacing("bracket", bracket.span, "", `without ${describeBracket(bracket)}`);
    return { at: `bracket ${bracket.id}`, repairs: [repair] };
  }
  const { limit, minScore } = attempt.observation;
  const wide = await attempt.look({ limit: Number.POSITIVE_INFINITY, minScore: 0 });
  const place = wide === null ? -1 : placeAmongGroups(wide, node);
  if (wide === null || place < 0) return { at: "elsewhere", repairs: [] };
  const weight = wide.frame.weights?.[place] ?? 1;
  const rank =
    1 + (wide.frame.weights?.subarray(0, place).filter((each) => each >= Math.min(minScore, weight)).length ?? place);
  return { at: "cut", repairs: [cutChange({ limit, minScore }, { rank, weight })] };
}

/** The place of a drop, counted from the end of the query, since its front may have been changed. */
function placeOf(observation: Observation, drop: Drop): string {
  const zeros = zerosOf(observation, drop).length;
  switch (drop.kind) {
    case "cut":
      return `cut ${zeros}`;
    case "unreached":
      return `unreached ${drop.route.length} ${new Reach(observation, drop.route, false).missing}`;
    default:
      return `${drop.progress} ${drop.kind} ${drop.node} ${zeros}`;
  }
}

async function ownPath(attempt: Attempt, node: number): Promise<Attempt> {
  for (const repair of ownPathRepairs(attempt.scene, node)) {
    const next = await attempt.with(repair);
    if (next?.has(node)) return next;
  }
  throw new Error("a node's own path finds it");
}

/** Bounds that are tried before every score is computed. */
const HALVINGS = 4;

/**
 * The run of an attempt, with the score of the node known. A pruned score is computed by one more run, with a minimum score in place of
 * the limit, from the node's bound downwards. It computes only the scores needed for the node's rank, and shows which limit or minimum score
 * admits the node.
 */
async function lookedAtUnpruned(
  attempt: Attempt,
  node: number,
): Promise<{ readonly observation: Observation } | { readonly repair: Repair }> {
  const { observation } = attempt;
  const whyNot = whyNotOf(observation, node);
  if (observation.reached !== null || whyNot === null) return { observation };
  const isOpen = whyNot.reason === "bound" || (whyNot.operatorId === 0 && whyNot.reason !== "zero-weight");
  if (!isOpen) return { observation };
  const bound = whyNot.ranked?.weight ?? whyNot.measured?.value ?? 1;
  for (let i = 0; bound > 0 && i < HALVINGS; i++) {
    const wide = await attempt.look({ limit: Number.POSITIVE_INFINITY, minScore: bound / 2 ** i });
    if (wide === null) break;
    const place = ranksOf(wide)[node]!;
    if (place > 0) {
      const weight = wide.frame.weights?.[place - 1] ?? 1;
      return { repair: cutChange(observation, { rank: place, weight }) };
    }
  }
  const full = await attempt.look({ trace: "full" });
  return { observation: full ?? observation };
}

/** The last resort: the query, or the node itself. */
function ownPathRepairs(scene: Scene, node: number): readonly Repair[] {
  const { observation, syntax } = scene;
  const { tree, query, limit } = observation;
  const [moment] = isHidden(observation, node) ? momentRepairs(scene) : [];
  const around = syntax.queryAround(query.plan.result.span);
  const { end } = around.span;
  // Nothing can be added to a value, nor to groups or records: the path takes their place.
  const isAdded = around.kind === "Query" && groupedOf(observation) === null && query.plan.record === null;
  const paths = [nodePath(tree, node), placesPath(tree, node)];
  // The node's own path gives it weight 1; in document order it may still come after the limit.
  return [limit, limit + 1, tree.size].flatMap((most) =>
    paths.map(
      (path): Repair => ({
        kind: "path",
        edits: isAdded
          ? [...(moment?.edits ?? []), { span: { start: end, end }, text: ` | ${path}` }]
          : [{ span: around.span, text: path }],
        options: { ...moment?.options, ...(most === limit ? {} : { limit: most }) },
        message: `${isAdded ? "or " : ""}${path} itself${most === limit ? "" : `, limit ${limit} → ${most}`}${moment ? `, ${moment.message}` : ""}`,
      }),
    ),
  );
}

/** A path by places alone, independent of type names and schema. */
function placesPath(tree: Tree, node: number): string {
  let path = "";
  for (let at = node; at > 0; at = tree.parent[at]!) {
    let place = 1;
    for (let child = tree.parent[at]! + 1; child < at; child = tree.end[child]!) place++;
    path = `/*[${place}]${path}`;
  }
  return path;
}
