import { NODE_STATES } from "../runView.js";

/** What became of every node, by preorder number: an index into `NODE_STATES`, and how much it weighed (see `TreeShape.heat`). */
export interface Fates {
  readonly state: Uint8Array;
  readonly heat: Float32Array;
}

export const DROPPED = NODE_STATES.indexOf("dropped");
export const PASSED = NODE_STATES.indexOf("passed");
export const RESULT = NODE_STATES.indexOf("result");
