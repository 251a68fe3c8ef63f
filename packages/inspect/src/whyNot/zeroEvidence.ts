import type { ScoreAlgebra } from "@semantic-xpath/runtime/internal";
import { counted } from "../words.js";

/** Which evidence made an aggregate 0, where there is some: `2 of 5 nodes of evidence weigh 0, first /Plan/Day[1]/POI[2]`. */
export function zeroEvidence({ evidence }: ScoreAlgebra): string | null {
  const zeros = evidence?.filter(({ weight }) => weight === 0) ?? [];
  const first = zeros[0]?.path;
  const count = evidence?.length ?? 0;
  if (first === undefined) return null;
  if (count === 1) return `the only evidence, ${first}, weighs 0`;
  if (zeros.length === count) return `all ${count} nodes of evidence weigh 0`;
  return `${zeros.length} of ${counted(count, "node")} of evidence ${zeros.length === 1 ? "weighs" : "weigh"} 0, ${zeros.length === 1 ? "" : "first "}${first}`;
}
