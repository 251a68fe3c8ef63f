import { FALL_KINDS, type Fall, type Falls } from "./falls.js";
import { progressOf } from "./routes.js";

/** Of each node the fall on the route on which it came furthest: columns over all nodes, however many routes there are. */
export class Furthest {
  private readonly progress: Float64Array;
  private readonly routes: Int32Array;
  private readonly stages: Int32Array;
  private readonly kinds: Uint8Array;
  private readonly nodes: Int32Array;

  constructor(length: number) {
    this.progress = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.routes = new Int32Array(length);
    this.stages = new Int32Array(length);
    this.kinds = new Uint8Array(length);
    this.nodes = new Int32Array(length);
  }

  /** Takes in the falls of one more route; of equally far ones the first stays. */
  take(route: number, falls: Falls): void {
    const progress = falls.route.map((_, stage) => ({
      type: progressOf(falls.route, { stage, kind: "type" }),
      other: progressOf(falls.route, { stage, kind: "operator" }),
    }));
    for (let node = 0; node < this.nodes.length; node++) {
      const fall = falls.fallOf(node);
      if (fall === null) continue;
      const progressed = progress[fall.stage]![fall.kind === "type" ? "type" : "other"];
      if (progressed <= this.progress[node]!) continue;
      this.progress[node] = progressed;
      this.routes[node] = route;
      this.stages[node] = fall.stage;
      this.kinds[node] = FALL_KINDS.indexOf(fall.kind);
      this.nodes[node] = fall.node;
    }
  }

  /** null where nothing on any route leads to the node, or it came to the end. */
  of(node: number): { readonly route: number; readonly fall: Fall } | null {
    if (this.progress[node] === Number.NEGATIVE_INFINITY) return null;
    const fall = { stage: this.stages[node]!, kind: FALL_KINDS[this.kinds[node]!]!, node: this.nodes[node]! };
    return { route: this.routes[node]!, fall };
  }
}
