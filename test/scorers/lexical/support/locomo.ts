import { existsSync, readFileSync } from "node:fs";
import { TreeBuilder } from "../../../../packages/tree/src/builder.js";
import { nodeText } from "../../../../packages/tree/src/text.js";
import type { Tree } from "../../../../packages/tree/src/tree.js";

/** The conversations of LoCoMo (Maharana et al., ACL 2024); fetched separately, no part of this repository. */
export const LOCOMO = "../shared/data/locomo10.json";
export const hasLocomo = existsSync(LOCOMO);

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface Sample {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { question: string; evidence: readonly string[]; category: number }[];
}

export interface Conversation {
  readonly tree: Tree;
  /** The text of each Turn node. */
  readonly turns: readonly string[];
  /** Questions with the turns that answer them, by place in `turns`; those without a valid turn are left out. */
  readonly questions: readonly { question: string; category: number; gold: ReadonlySet<number> }[];
}

export function readLocomo(): Conversation[] {
  return (JSON.parse(readFileSync(LOCOMO, "utf8")) as Sample[]).map(readConversation);
}

function readConversation(sample: Sample): Conversation {
  const builder = new TreeBuilder({ format: "json", spans: false });
  const placeOf = new Map<string, number>();
  builder.open("Conversation");
  for (let n = 1; Array.isArray(sample.conversation[`session_${n}`]); n++) {
    builder.open("Session");
    for (const turn of sample.conversation[`session_${n}`] as Turn[]) {
      placeOf.set(turn.dia_id, placeOf.size);
      builder.open("Turn");
      builder.attribute("speaker", turn.speaker);
      builder.addText(turn.text);
      if (turn.blip_caption !== undefined) {
        builder.open("Image");
        builder.attribute("caption", turn.blip_caption);
        builder.close();
      }
      builder.close();
    }
    builder.close();
  }
  const tree = builder.finish();
  const turns = Array.from(tree.postings[tree.typeId("Turn")]!, (node) => nodeText(tree, node));
  const questions = sample.qa.map(({ question, category, evidence }) => {
    const ids = evidence.flatMap((text) => [...text.matchAll(/D:?0*(\d+):0*(\d+)/g)].map((id) => `D${id[1]}:${id[2]}`));
    const places = ids.map((id) => placeOf.get(id)).filter((place) => place !== undefined);
    return { question, category, gold: new Set(places) };
  });
  return { tree, turns, questions: questions.filter(({ gold }) => gold.size > 0) };
}

export interface Quality {
  ndcg: number;
  recall: number;
  count: number;
}

/** Adds nDCG and recall among the ten best (ties in document order). */
export function addQuality(to: Quality, scores: Float32Array, gold: ReadonlySet<number>): void {
  const best = Array.from(scores.keys())
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, 10);
  let gain = 0;
  let hits = 0;
  best.forEach((place, rank) => {
    if (!gold.has(place)) return;
    gain += 1 / Math.log2(rank + 2);
    hits++;
  });
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, gold.size); rank++) ideal += 1 / Math.log2(rank + 2);
  to.ndcg += gain / ideal;
  to.recall += hits / gold.size;
  to.count++;
}
