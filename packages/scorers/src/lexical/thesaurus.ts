import { THESAURUS } from "@semantic-xpath/english";
import { append } from "@semantic-xpath/values";
import { stemOf } from "./english.js";

/** Relation of a stem in a text to a word of a condition. */
interface Relation {
  /** In (0, 1]. */
  readonly strength: number;
  readonly how: "synonym" | "narrower" | "broader" | "related";
}

/** Relations of one word by stem. */
type Relations = ReadonlyMap<string, Relation>;

const STRENGTH = { "=": 0.8, ">": 0.6, "~": 0.2 } as const;
type Sign = keyof typeof STRENGTH;
/** Relation of a line's head to its words, and of its words to the head: "food" is weak evidence of "pizza". */
const FORTH = { "=": "synonym", ">": "narrower", "~": "related" } as const;
const BACKWARDS = { "=": "synonym", ">": "broader", "~": "related" } as const;
/** The strength back, where it is another. */
const BACK: Readonly<Partial<Record<Sign, number>>> = { ">": 0.2 };
/** Longer chains of relations are dropped, and weaker ones. Measured: .002 above one step, of AUC where no word meets .03; two are as good. */
const [MAX_STEPS, LEAST] = [3, 0.1];
const LINE = /^(\S+) ([=>~])([\d.]*) (.+)$/;

interface ThesaurusLine {
  readonly head: string;
  readonly sign: Sign;
  readonly strength: number;
  readonly words: readonly string[];
}

/** The lines of a file. */
export function readThesaurus(file: string): ThesaurusLine[] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const match = LINE.exec(line);
    if (match === null)
      throw new RangeError(`The thesaurus has "${line}". A line is "head = word, word", with "=", ">" or "~".`);
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

/** Relations of stems. */
export interface Thesaurus {
  relations(stem: string): Relations;
}

/** The relations as a graph whose nodes are stems. An entry is stemmed when its first two letters are asked for: most never are. */
class Graph implements Thesaurus {
  private readonly edgesOfEntry = new Map<string, Edge[]>();
  private readonly byLetters = new Map<string, string[]>();
  private readonly byStem = new Map<string, string[]>();
  private readonly found = new Map<string, Relations>();

  constructor(files: readonly string[]) {
    for (const file of files) for (const line of readThesaurus(file)) this.addLine(line);
    for (const entry of this.edgesOfEntry.keys()) append(this.byLetters, entry.slice(0, 2), entry);
  }

  relations(stem: string): Relations {
    const cached = this.found.get(stem);
    if (cached !== undefined) return cached;
    const related = this.entries(stem).length === 0 ? NONE : this.follow(stem);
    if (related !== NONE) this.found.set(stem, related);
    return related;
  }

  private addLine({ head, sign, strength, words }: ThesaurusLine): void {
    for (const word of words) {
      append(this.edgesOfEntry, head, { to: word, strength, how: FORTH[sign] });
      append(this.edgesOfEntry, word, { to: head, strength: BACK[sign] ?? strength, how: BACKWARDS[sign] });
    }
  }

  private entries(stem: string): readonly string[] {
    const letters = stem.slice(0, 2);
    for (const entry of this.byLetters.get(letters) ?? []) append(this.byStem, entryStem(entry), entry);
    this.byLetters.delete(letters);
    return this.byStem.get(stem) ?? [];
  }

  /** Breadth first: what is found by fewer steps is stronger, or all but. */
  private follow(stem: string): Relations {
    const relations = new Map<string, Relation>();
    let open: readonly Edge[] = [{ to: stem, strength: 1, how: "synonym" }];
    for (let step = 0; step < MAX_STEPS; step++) {
      const next: Edge[] = [];
      for (const from of open) {
        for (const edge of this.entries(from.to).flatMap((entry) => this.edgesOfEntry.get(entry)!)) {
          const to = entryStem(edge.to);
          const strength = from.strength * edge.strength;
          if (to === stem || strength < LEAST || strength <= (relations.get(to)?.strength ?? 0)) continue;
          const leads = edge.how === "synonym" || edge.how === "narrower";
          if (!leads && step > 0 && from.how === "narrower") continue;
          const how = leads && from.how === "narrower" ? "narrower" : edge.how;
          relations.set(to, { strength, how });
          if (leads) next.push({ to, strength, how });
        }
      }
      open = next;
    }
    return relations;
  }
}

const NONE: Relations = new Map();
let english: Thesaurus | undefined;

/** The thesaurus that is there without being asked for. Its files are read when it is first needed. */
export function englishThesaurus(): Thesaurus {
  english ??= new Graph(THESAURUS);
  return english;
}

/**
 * A thesaurus of one's own: the English one with more lines, in the format of its files.
 *
 * @throws RangeError for a line that is not in the format
 */
export const thesaurusWith = (lines: string): Thesaurus => new Graph([...THESAURUS, lines]);

/**
 * Relations of a stem in the English thesaurus. Synonyms and narrower words are followed on (a kind of a kind, another word for a kind),
 * with the product of the strengths; broader and related words are not.
 *
 * @example relationsOf(stemOf("food")).get(stemOf("trout")) // a kind of fish, of seafood, of food
 */
export const relationsOf = (stem: string): Relations => englishThesaurus().relations(stem);
