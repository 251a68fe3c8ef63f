import { readFileSync } from "node:fs";
import { readTree } from "@semantic-xpath/runtime";
import { collectionOf } from "./collection.mjs";

/** The conversations of LoCoMo (Maharana et al., ACL 2024), fetched separately. */
export const LOCOMO = "../shared/data/locomo10.json";
/** The half for work; the others are scored once per release. */
const WORK = new Set([0, 2, 4, 6, 8]);

const MONTHS = "January February March April May June July August September October November December".split(" ");

/**
 * Each conversation as a tree Conversation/Session/Turn, a caption as an Image below its turn, with its questions and, of each,
 * the turns that answer it. Search words of images, questions and answers are not in the tree. Questions without a turn that
 * exists are left out.
 */
export function readConversations(path, { work }) {
  return JSON.parse(readFileSync(path, "utf8")).flatMap((sample, index) => {
    if (WORK.has(index) !== work) return [];
    const placeOf = new Map();
    const sessions = [];
    for (let n = 1; Array.isArray(sample.conversation[`session_${n}`]); n++) {
      const children = sample.conversation[`session_${n}`].map((turn) => {
        placeOf.set(turn.dia_id, placeOf.size);
        return turnNode(turn);
      });
      const date = dateOf(sample.conversation[`session_${n}_date_time`]);
      sessions.push({ type: "Session", attributes: { date }, children });
    }
    const tree = readTree({ type: "Conversation", children: sessions });
    const turns = Array.from(tree.postings[tree.typeId("Turn")]);
    const questions = sample.qa
      .map(({ question, category, evidence }) => ({ question, category, gold: turnsOf(evidence, placeOf, turns) }))
      .filter(({ gold }) => gold.size > 0);
    return [{ tree, questions }];
  });
}

/** Each conversation with its questions, which find turns or sessions; `isDeclared`: as if a schema said that turns have a context. */
export function locomoCollections(path, { work, type, isDeclared = false }) {
  return readConversations(path, { work }).map(({ tree, questions }) => {
    const nodes = Array.from(tree.postings[tree.typeId(type)]);
    const placeOf = new Map(nodes.map((node, place) => [node, place]));
    const placesOf = (gold) => Array.from(gold, (turn) => placeOf.get(type === "Turn" ? turn : tree.parent[turn]));
    const queries = questions.map(({ question, gold, category }) => ({
      condition: question,
      gold: new Set(placesOf(gold)),
      category,
    }));
    const { contexts, ...collection } = collectionOf(tree, nodes);
    return { ...collection, contexts: isDeclared ? contexts.map(declared) : undefined, queries };
  });
}

const declared = (context) => context && { ...context, isDeclared: true };

function turnNode({ speaker, text, blip_caption: caption }) {
  const children = caption === undefined ? [] : [{ type: "Image", attributes: { caption } }];
  return { type: "Turn", attributes: { speaker }, text, children };
}

/** "1:56 pm on 8 May, 2023" as 2023-05-08. */
function dateOf(text) {
  const [, day, month, year] = /on (\d+) (\w+), (\d+)/.exec(text);
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The nodes of all turns that are cited; some citations hold several, or a stray sign. */
function turnsOf(evidence, placeOf, turns) {
  const ids = evidence.flatMap((text) => [...text.matchAll(/D:?0*(\d+):0*(\d+)/g)].map(([, s, t]) => `D${s}:${t}`));
  const places = ids.map((id) => placeOf.get(id)).filter((place) => place !== undefined);
  return new Set(places.map((place) => turns[place]));
}
