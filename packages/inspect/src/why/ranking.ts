import type { BracketOperator, SequencePlan } from "@semantic-xpath/planner";
import {
  attributeNameOf,
  type Frame,
  indices,
  mergeFrames,
  multiply,
  type Observation,
  pathOf,
  pick,
  rankOrder,
  withoutDocument,
} from "@semantic-xpath/runtime/internal";
import type { Rival } from "../answers.js";
import { remembered } from "../memo.js";

/**
 * Everything that reached the end of a run in the order of results, before the cut by weight 0, minimum score and limit. Of a
 * pruned run what is known: what was scored to the end.
 */
export class Ranking {
  private readonly places: Int32Array;

  private constructor(
    private readonly observation: Observation,
    readonly frame: Frame,
    /** How many weigh more than 0. */
    readonly count: number,
  ) {
    this.places = placesIn(frame, observation.tree.type.length);
  }

  static of(observation: Observation): Ranking {
    const { plan } = observation.query;
    const whole = withoutDocument(observation.reached ?? endOf(observation, plan.result));
    const { weights } = whole;
    const order = plan.order === "rank" && weights !== null ? rankOrder(weights, indices(weights.length)) : null;
    const frame = order === null ? whole : pick(whole, order);
    const count =
      frame.weights === null ? frame.ids.length : frame.weights.reduce((sum, w) => sum + (w > 0 ? 1 : 0), 0);
    return new Ranking(observation, frame, count);
  }

  /** The place of a node, from 1; 0 when it did not reach the end. Of several attributes of a node the best one's. */
  placeOf(node: number): number {
    return this.places[node]!;
  }

  weightAt(place: number): number {
    return this.frame.weights?.[place - 1] ?? 1;
  }

  attributeAt(place: number): string | null {
    return attributeNameOf(this.observation.run, this.frame, place - 1);
  }
}

/** For each node its rank in the result, from 1; 0 when it is not there. Of several attributes of a node the best one's. */
export const ranksOf = remembered(({ tree, frame }: Observation) => placesIn(frame, tree.type.length));

function placesIn({ ids }: Frame, length: number): Int32Array {
  const places = new Int32Array(length);
  for (let i = ids.length - 1; i >= 0; i--) places[ids[i]!] = i + 1;
  return places;
}

/** The rank-th result as something that outranks another. */
export function resultAt({ run, frame }: Observation, rank: number): Rival | null {
  const node = frame.ids[rank - 1];
  if (node === undefined) return null;
  return {
    path: pathOf(run, node, attributeNameOf(run, frame, rank - 1)),
    rank,
    weight: frame.weights?.[rank - 1] ?? 1,
  };
}

/** What came out of a sequence, from what the recorder kept. */
function endOf(observation: Observation, sequence: SequencePlan): Frame {
  const { recorder } = observation;
  const afterBracket = ({ id }: BracketOperator) => recorder.brackets.get(id)?.at(-1)?.after;
  switch (sequence.kind) {
    case "Union":
      return mergeFrames(sequence.inputs.map((input) => endOf(observation, input)));
    case "Group": {
      const last = sequence.brackets.at(-1);
      return last === undefined ? endOf(observation, sequence.input) : mergeFrames([frameOf(afterBracket(last))]);
    }
    case "Path": {
      if (sequence.attribute !== null) return recorder.attributes.get(sequence.attribute.id)?.at(-1)?.after ?? NOTHING;
      const { axis, brackets } = sequence.steps.at(-1)!;
      const last = brackets.at(-1);
      const list = last === undefined ? recorder.axes.get(axis.id)?.at(-1)?.list : afterBracket(last);
      return mergeFrames([frameOf(list)]);
    }
  }
}

const NOTHING: Frame = { ids: new Int32Array(0), weights: null, offsets: null, attributes: null };

type Weighed = Pick<Frame, "ids" | "attributes"> & {
  readonly base: Float64Array | null;
  readonly own: Float64Array | null;
};

const frameOf = (list: Weighed | undefined): Frame =>
  list === undefined
    ? NOTHING
    : { ids: list.ids, weights: settled(multiply(list.base, list.own)), offsets: null, attributes: list.attributes };

/** What weighs 0 is not scored any further: a product with a score that is not there is 0 all the same. */
const settled = (weights: Float64Array | null): Float64Array | null =>
  weights?.some(Number.isNaN) ? weights.map((weight) => (Number.isNaN(weight) ? 0 : weight)) : weights;
