import { STATES, type TreeColumns } from "./treeColumns.js";

/** The whole tree in document order, cut into equal bins: what the strip beside the tree paints. */
export interface HeatBins {
  /** The highest heat in each bin, and the node that has it: a result before all others. */
  readonly heat: Float32Array;
  readonly node: Int32Array;
  readonly hasResult: Uint8Array;
  /** The mean heat of its nodes: in a large tree almost every bin has a hot one. */
  readonly mean: Float32Array;
}

const RESULT = STATES.indexOf("result");

export function heatBins(tree: TreeColumns, count: number): HeatBins {
  const bins = {
    heat: new Float32Array(count),
    node: new Int32Array(count),
    hasResult: new Uint8Array(count),
    mean: new Float32Array(count),
  };
  const sizes = new Int32Array(count);
  for (let i = 0; i < tree.size; i++) {
    const bin = Math.floor((i / tree.size) * count);
    const heat = tree.heat[i]!;
    const isResult = tree.state[i] === RESULT;
    const isBetter = isResult === (bins.hasResult[bin] === 1) ? heat > bins.heat[bin]! : isResult;
    if (bins.node[bin] === 0 || isBetter) bins.node[bin] = i + 1;
    if (isResult) bins.hasResult[bin] = 1;
    if (heat > bins.heat[bin]!) bins.heat[bin] = heat;
    bins.mean[bin] = bins.mean[bin]! + heat;
    sizes[bin] = sizes[bin]! + 1;
  }
  for (let bin = 0; bin < count; bin++) if (sizes[bin]! > 1) bins.mean[bin] = bins.mean[bin]! / sizes[bin]!;
  return bins;
}
