import { stemOf } from "./stem.js";
import { BODY_AND_WORLD } from "./thesaurus/body.js";
import { FOOD } from "./thesaurus/food.js";
import { PEOPLE } from "./thesaurus/people.js";
import { TRAVEL } from "./thesaurus/travel.js";
import { WORK } from "./thesaurus/work.js";

/** What a stem of a text is to a word of a condition. */
export interface Relation {
  /** In (0, 1]. */
  readonly strength: number;
  readonly how: "synonym" | "narrower" | "broader" | "related";
}

/** Relations of one word by stem. */
export type Relations = ReadonlyMap<string, Relation>;

/**
 * The files, one relation a line: a head, a sign, and a list with commas. A phrase has hyphens for its spaces. `#` begins a comment.
 *
 *     car = automobile, auto        each may stand for the head, and the head for each
 *     food > bread, cheese          kinds or parts of the head
 *     chef ~ kitchen, recipe        what goes with the head
 *     rain ~0.5 umbrella            the same with a strength of its own
 */
export const THESAURUS: readonly string[] = [FOOD, TRAVEL, PEOPLE, WORK, BODY_AND_WORLD];

const STRENGTH = { "=": 0.7, ">": 0.5, "~": 0.15 } as const;
type Sign = keyof typeof STRENGTH;
/** What the head of a ">" is to its kinds: "food" says little of "pizza". */
const BROADER = 0.25;
/** From head to listed words a "~" is as strong as it says; from them to the head a little less. */
const BACK = 0.8;
/** Weaker chains of relations are dropped. */
const LEAST = 0.08;
const LINE = /^(\S+) ([=>~])([\d.]*) (.+)$/;

export interface ThesaurusLine {
  readonly head: string;
  readonly sign: Sign;
  readonly strength: number;
  readonly words: readonly string[];
}

/** The lines of a file; one that is not in the format is a mistake of ours. */
export function readThesaurus(file: string): ThesaurusLine[] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const match = LINE.exec(line);
    if (match === null) throw new Error(`The thesaurus has "${line}".`);
    const sign = match[2] as Sign;
    return {
      head: match[1]!,
      sign,
      strength: match[3] === "" ? STRENGTH[sign] : Number(match[3]),
      words: match[4]!.split(", "),
    };
  });
}

/** The stem of an entry, whose hyphens the words of a text don't have. */
export const entryStem = (entry: string): string => stemOf(entry.replaceAll("-", ""));

interface Edge {
  readonly to: string;
  readonly strength: number;
  readonly how: Relation["how"];
}

let edges: ReadonlyMap<string, readonly Edge[]> | undefined;
const relations = new Map<string, Relations>();
const NONE: Relations = new Map();

/**
 * What the thesaurus relates to a stem. Other words and kinds are followed on (a kind of a kind, another word for a kind), with the
 * product of the strengths; what is broader or goes with it is not. The files are read when first needed.
 *
 * @example relationsOf(stemOf("food")).get(stemOf("trout")) // a kind of fish, of seafood, of food
 */
export function relationsOf(stem: string): Relations {
  edges ??= readEdges();
  if (!edges.has(stem)) return NONE;
  const known = relations.get(stem);
  if (known !== undefined) return known;
  const found = follow(stem, edges);
  relations.set(stem, found);
  return found;
}

function follow(stem: string, edges: ReadonlyMap<string, readonly Edge[]>): Relations {
  const found = new Map<string, Relation>();
  const open: Edge[] = [{ to: stem, strength: 1, how: "synonym" }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const edge of edges.get(next.to) ?? []) {
      const strength = next.strength * edge.strength;
      if (edge.to === stem || strength < LEAST || strength <= (found.get(edge.to)?.strength ?? 0)) continue;
      // Two steps sideways are a leap.
      const leads = edge.how === "synonym" || edge.how === "narrower";
      if (edge.how === "broader" && next.to !== stem) continue;
      const how = leads && (next.how === "narrower" || edge.how === "narrower") ? "narrower" : edge.how;
      found.set(edge.to, { strength, how });
      if (leads) open.push({ to: edge.to, strength, how });
    }
  }
  return found;
}

function readEdges(): ReadonlyMap<string, readonly Edge[]> {
  const found = new Map<string, Edge[]>();
  const stems = new Map<string, string>();
  const stem = (entry: string): string => {
    const known = stems.get(entry) ?? entryStem(entry);
    stems.set(entry, known);
    return known;
  };
  const add = (from: string, to: string, strength: number, how: Relation["how"]) => {
    const list = found.get(from);
    if (list === undefined) found.set(from, [{ to, strength, how }]);
    else list.push({ to, strength, how });
  };
  for (const { head, sign, strength, words } of THESAURUS.flatMap(readThesaurus)) {
    const from = stem(head);
    for (const word of words) {
      const to = stem(word);
      if (sign === "=") {
        add(from, to, strength, "synonym");
        add(to, from, strength, "synonym");
      } else if (sign === ">") {
        add(from, to, strength, "narrower");
        add(to, from, BROADER, "broader");
      } else {
        add(from, to, strength, "related");
        add(to, from, strength * BACK, "related");
      }
    }
  }
  return found;
}
