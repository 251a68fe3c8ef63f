import { isStopWord, stemOf } from "@semantic-xpath/scorers";
import type { Condition, Things } from "../intermediate.js";
import { measuresOf } from "../lexicon/dimensions.js";
import { VAGUE } from "../words/vague.js";
import { isGradable } from "../words/verbs.js";
import { stemsIn, wordsIn } from "../words/words.js";
import { quoted } from "../write/write.js";
import { negated } from "./conditions.js";
import type { Item } from "./items.js";
import type { Sketch } from "./sketch.js";

/** What is known neither to the schema nor as a name of the data is a wish. */
export function readWish(sketch: Sketch, item: Extract<Item, { kind: "words" }>): void {
  const at = sketch.frame.items.indexOf(item);
  const before = sketch.frame.items[at - 1];
  const isNext = before?.kind === "named" && before.to === item.from;
  const isNoun = isNext && /^\p{L}+s$/u.test(item.text) && sketch.chosen.get(before)?.kind === "value";
  if (isNoun || (isNext && FITTING.has(item.text.toLowerCase()))) {
    sketch.use(item, "what these are");
    sketch.confidence *= 0.95;
    return;
  }
  const { schema } = sketch.lexicon;
  if (isExplained(sketch, item)) {
    sketch.use(item, "said by another condition");
    sketch.confidence *= 0.97;
    return;
  }
  const text = item.text.toLowerCase();
  sketch.confidence *= VAGUE.has(text) || isGradable(text) ? 0.45 : 0.72;
  if (item.isNegated || item.isOfNames === true) sketch.confidence *= 0.6;
  // "the last stop before the airport": of words it is not known what they come after.
  if (item.role === "after" || item.role === "before") sketch.confidence *= 0.6;
  if (before?.kind === "extreme" && before.isCrowded) {
    const types = sketch.target.types.flatMap((type) => Object.keys(schema.types[type]?.children ?? {}));
    const things: Things = {
      types: [...new Set(types)],
      within: null,
      conditions: [{ kind: "graded", target: "node", text: item.text }],
      pick: null,
    };
    sketch.builder.own.push({ kind: "mean", things });
    sketch.pick = { order: null, from: 1, to: before.count ?? 1, isEach: false };
    sketch.use(before, "the mean over what is in it");
    sketch.use(item, `node =~ ${quoted(item.text)}`);
    sketch.confidence /= 0.4;
    return;
  }
  const known = stemsIn(item.text).filter((stem) => !isStopWord(stem));
  const isKnown = (stem: string) =>
    sketch.target.types.some(
      (type) => sketch.lexicon.words.saysInProse(type, stem) || sketch.lexicon.words.has(type, stem),
    );
  if (!known.some(isKnown)) sketch.confidence *= 0.6;
  const graded: Condition = { kind: "graded", target: "node", text: item.text };
  sketch.builder.own.push(item.isNegated ? negated(graded) : graded);
  sketch.use(item, `node =~ ${quoted(item.text)}`);
}

/** "vegetarian friendly": after what something is they say nothing more. */
const FITTING: ReadonlySet<string> = new Set("friendly suitable style styled based type related".split(" "));

/** "quick, under 30 minutes", "75 minutes of cooking": words for what is compared or ordered already. */
function isExplained(sketch: Sketch, item: Extract<Item, { kind: "words" }>): boolean {
  const words = wordsIn(item.text).filter((word) => !isStopWord(word));
  if (words.length === 0 || item.isNegated) return false;
  const measured = [...sketch.used.keys()].some(({ kind }) => kind === "measured" || kind === "extreme");
  return words.every((word) => {
    const dimension = VAGUE.get(word);
    const isVague =
      dimension !== undefined &&
      measured &&
      (dimension === null ||
        measuresOf(sketch.lexicon, dimension).some(({ attribute }) => attributesOf(sketch).has(attribute)));
    return isVague || [...attributesOf(sketch)].some((attribute) => isSaidOf(sketch, attribute, stemOf(word)));
  });
}

/** Whether a word is in another name of an attribute. */
function isSaidOf(sketch: Sketch, attribute: string, stem: string): boolean {
  return Object.values(sketch.lexicon.schema.types).some(({ attributes }) =>
    [attribute, ...(attributes[attribute]?.aliases ?? [])].flatMap(stemsIn).includes(stem),
  );
}

/** The attributes that conditions, orders and what is given are about. */
function attributesOf(sketch: Sketch): ReadonlySet<string> {
  const { attribute } = sketch.target;
  const said = [...sketch.used.values()].flatMap((meaning) =>
    [...meaning.matchAll(/@"?([\p{L}_][\p{L}\p{N}_.-]*)/gu)].map(([, name]) => name!),
  );
  return new Set(attribute === null ? said : [...said, attribute]);
}
