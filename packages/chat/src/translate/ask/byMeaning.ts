import { compile } from "@semantic-xpath/runtime";
import { lexicalScorer } from "@semantic-xpath/scorers";
import type { About } from "../about.js";
import type { Things } from "../intermediate.js";
import type { Words } from "../words/words.js";
import { say } from "../write/say.js";
import { write } from "../write/write.js";
import type { Read } from "./readQueries.js";
import type { Lexicon } from "./senses.js";

/** Confidence of a reading by what a word is related to. */
const BY_MEANING = 0.75;
/** Weight from which on a node is related to a word. */
const RELATED = 0.5;
/** Confidence that a reading has without its unknown word. */
const LEAST = 0.25;
/** Nodes of the largest tree in which a word is looked up by its meaning. */
const MAX_NODES = 5_000;

const DENIALS: ReadonlySet<string> = new Set(["not", "but", "without"]);

/** Reads the only unknown word of a request by its meaning: "animals" finds the zoo. Null for a word that no node is related to. */
export async function byMeaning(
  words: Words,
  reads: readonly Read[],
  { world }: Lexicon,
  { tree, now, scorer = lexicalScorer() }: About,
): Promise<Read | null> {
  const read = reads.find(({ form }) => form.give.kind === "nodes");
  const unread = (read?.form.left ?? []).filter(({ kind }) => kind !== "verb");
  const [item] = unread;
  if (read === undefined || unread.length !== 1 || item?.kind !== "rest" || tree.size > MAX_NODES) return null;
  if (read.reading.confidence < LEAST || read.form.graded !== null) return null;
  if ([...read.form.used.keys()].some((each) => each.kind === "mark" && DENIALS.has(each.mark.kind))) return null;
  const text = words.all
    .slice(item.from, item.to)
    .map(({ written }) => written)
    .join(" ");
  const things: Things = {
    ...read.form.of,
    conditions: [...read.form.of.conditions, { kind: "graded", target: "node", text }],
  };
  const ask = { give: read.form.give, of: things };
  const query = write(ask, world);
  const { query: compiled } = compile(query, { schema: world.data.schema });
  const result = await compiled?.run(tree, { scorer, ...(now !== undefined && { now }) });
  if (Math.max(0, ...(result?.weights ?? [])) < RELATED) return null;
  return { ...read, reading: { ...read.reading, query, said: say(ask), confidence: BY_MEANING } };
}
