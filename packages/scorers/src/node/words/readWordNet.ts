import { join } from "node:path";
import { readRegularFile } from "@semantic-xpath/readers/node";
import { getOrMake } from "@semantic-xpath/tree";
import { EDGE, POS } from "../../lexical/knowledge/pack.js";
import { ModelFailure } from "../models/failure.js";

/** A set of words that mean one thing. */
export interface Synset {
  readonly pos: number;
  /** As WordNet writes them: with capitals, and underscores for spaces. */
  readonly words: readonly string[];
  readonly edges: readonly { readonly kind: number; readonly to: string }[];
  /** Whether it is one thing and no kind of things: "Paris". */
  readonly isInstance: boolean;
  readonly gloss: string;
}

/** A word in a meaning. */
export interface WordSense {
  readonly synset: string;
  /** Its place among the meanings of the word as this part of speech, from 1. */
  readonly number: number;
  /** How often it was met in texts whose words were marked with their meanings. */
  readonly count: number;
}

/** By the key of a synset; by word as the index has it: in small letters. */
export interface WordNetData {
  readonly synsets: ReadonlyMap<string, Synset>;
  readonly senses: ReadonlyMap<string, readonly WordSense[]>;
}

const FILES = { noun: "n", verb: "v", adj: "a", adv: "r" } as const;
const POS_OF: Readonly<Record<string, number>> = {
  n: POS.noun,
  v: POS.verb,
  a: POS.adjective,
  s: POS.adjective,
  r: POS.adverb,
};
/** Of pointer symbols (wninput(5WN)); others are not used. Kinds of kinds are read from below. */
const KIND_OF: Readonly<Record<string, number>> = {
  "@": EDGE.broader,
  "@i": EDGE.broader,
  "!": EDGE.antonym,
  "&": EDGE.similar,
  $: EDGE.similar,
  "+": EDGE.derived,
  "\\": EDGE.derived,
  "%m": EDGE.part,
  "%p": EDGE.part,
  "%s": EDGE.part,
  "#m": EDGE.whole,
  "#p": EDGE.whole,
  "#s": EDGE.whole,
  "=": EDGE.attribute,
  "^": EDGE.also,
  ";c": EDGE.domain,
  "*": EDGE.entails,
  ">": EDGE.entails,
};
/** By the number in a sense's key. */
const POS_OF_KEY = ["", "n", "v", "a", "r", "a"];

/** Reads the `dict` folder of WordNet. @throws ModelFailure for files of another shape. */
export async function readWordNet(folder: string): Promise<WordNetData> {
  const synsets = new Map<string, Synset>();
  for (const [name, pos] of Object.entries(FILES)) {
    for (const line of await linesOf(join(folder, `data.${name}`))) {
      if (!line.startsWith(" ") && line !== "") synsets.set(...synsetOf(line, pos, folder));
    }
  }
  const senses = new Map<string, WordSense[]>();
  for (const line of await linesOf(join(folder, "index.sense"))) {
    const [key = "", offset = "", number, count] = line.split(" ");
    const percent = key.indexOf("%");
    const synset = `${POS_OF_KEY[Number(key[percent + 1])]}${offset}`;
    if (percent < 1 || !synsets.has(synset)) continue;
    const word = key.slice(0, percent);
    getOrMake(senses, word, () => []).push({ synset, number: Number(number) || 1, count: Number(count) || 0 });
  }
  if (synsets.size === 0 || senses.size === 0) throw wrong(folder);
  return { synsets, senses };
}

const linesOf = async (file: string): Promise<readonly string[]> =>
  new TextDecoder().decode(await readRegularFile(file)).split("\n");

const wrong = (folder: string) => new ModelFailure("files", `${folder} has no files of WordNet 3.`);

/** `offset file type count(hex) (word id)… count (symbol offset pos source/target)… [frames] | gloss` (wndb(5WN)). */
function synsetOf(line: string, pos: string, folder: string): [string, Synset] {
  const bar = line.indexOf(" | ");
  const parts = line.slice(0, bar < 0 ? undefined : bar).split(" ");
  const wordCount = Number.parseInt(parts[3] ?? "", 16);
  const from = 5 + 2 * wordCount;
  const pointerCount = Number(parts[from - 1]);
  if (!(wordCount > 0) || !(pointerCount >= 0)) throw wrong(folder);
  const words = Array.from({ length: wordCount }, (_, i) => parts[4 + 2 * i]!.replace(/\(\w+\)$/, ""));
  const pointers = Array.from({ length: pointerCount }, (_, i) => parts.slice(from + 4 * i, from + 4 * i + 3));
  const edges = pointers.flatMap(([symbol = "", offset, type = ""]) => {
    const kind = KIND_OF[symbol];
    return kind === undefined ? [] : [{ kind, to: `${type === "s" ? "a" : type}${offset}` }];
  });
  const isInstance = pointers.some(([symbol]) => symbol === "@i");
  return [
    `${pos}${parts[0]}`,
    { pos: POS_OF[pos]!, words, edges, isInstance, gloss: bar < 0 ? "" : line.slice(bar + 3) },
  ];
}
