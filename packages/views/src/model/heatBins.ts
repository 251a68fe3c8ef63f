import { stateOf, type TreeColumns } from "./treeColumns.js";

/** One of the equal parts into which the whole tree is divided in document order: a line of the strip beside the tree. */
export interface HeatBin {
  /** The highest heat in it, and the node that has it: a result before all others. 0: it has no node. */
  readonly heat: number;
  readonly node: number;
  readonly hasResult: boolean;
  /** The mean heat of its nodes: in a large tree almost every bin has a hot one. */
  readonly mean: number;
}

export function heatBins(tree: TreeColumns, count: number): readonly HeatBin[] {
  const bins = Array.from({ length: count }, () => ({ heat: 0, node: 0, hasResult: false, mean: 0, size: 0 }));
  for (const [i, heat] of tree.heat.entries()) {
    const bin = bins[Math.floor((i / tree.size) * count)];
    if (bin === undefined) continue;
    const isResult = stateOf(tree, i + 1) === "result";
    const isBetter = isResult === bin.hasResult ? heat > bin.heat : isResult;
    if (bin.node === 0 || isBetter) bin.node = i + 1;
    bin.hasResult ||= isResult;
    bin.heat = Math.max(bin.heat, heat);
    bin.size++;
    bin.mean += (heat - bin.mean) / bin.size;
  }
  return bins;
}
