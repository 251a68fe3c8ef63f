import { SegmentBuilder } from "../../../packages/scorers/src/lexical/builder.js";
import { ENGLISH } from "../../../packages/scorers/src/lexical/languages/language.js";
import type { KnownQuantity } from "../../../packages/scorers/src/lexical/quantityColumns.js";
import { atOnce } from "../../../packages/scorers/src/lexical/slices.js";
import { vocabularyNow } from "../../../packages/scorers/src/lexical/vocabulary.js";

/** The quantities of a text, which may be a node's, as a segment has them. */
export function quantitiesIn(text: string): KnownQuantity[] {
  const builder = new SegmentBuilder(vocabularyNow(ENGLISH));
  atOnce(builder.add(text));
  const { quantities } = builder.build();
  const found: KnownQuantity[] = [];
  quantities.each((_, quantity) => found.push(quantities.at(quantity)));
  return found;
}
