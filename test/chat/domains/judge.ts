import { readFileSync } from "node:fs";
import { type About, type Reading, translate } from "@semantic-xpath/chat/translate";
import {
  type Case,
  CHARACTERS_PER_TOKEN,
  judge,
  openSuite,
  type Question,
  readingAnswer,
  type SuiteFile,
  type SuiteHost,
  type TreeSource,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { type NodeData, nodeData, type Tree, treeOf } from "@semantic-xpath/tree";
import { timeUnitOf, unitOf } from "@semantic-xpath/values";

export const SPLITS = {
  seen: ["loans", "garden", "shoot", "seeds"],
  unseen: ["crew", "hearings", "rota", "radio"],
  fresh: ["huts"],
  /** Written before the words that no query shows had a cost. Wrong answers were read of these and of all above. */
  looked: ["vets", "choir"],
  /** Written then, too. Only sums are known. */
  closed: ["scopes", "bikes"],
  /** Written by two who knew nothing of the reader, after its rules. Wrong answers were read of the first. */
  strangers: ["museum", "brigade"],
  /** Written by another one in everyday words, after all rules but those that its errors led to. */
  everyday: ["drivingschool", "lostproperty"],
  /** Written by a third stranger in everyday words; errors of both were read after the first measurement. */
  trades: ["dentallab", "pawnshop"],
  /** Written by the same one at the same time. Only wrong answers were read. */
  offices: ["pianotuner", "scaffolding"],
} as const;
export const DOMAINS = Object.values(SPLITS).flat();

const pathOf = (name: string): string => new URL(`${name}.json`, import.meta.url).pathname;

/** The cases of a suite, of conversations the last turns. */
export async function casesOf(name: string, host: SuiteHost = nodeHost()): Promise<readonly Case[]> {
  const { suite, problems } = await openSuite(pathOf(name), host);
  if (suite === null) throw new Error(problems.map(({ diagnostic }) => diagnostic.message).join("\n"));
  return suite.cases.filter(({ id }, i) => !suite.cases[i + 1]?.id.startsWith(`${id.replace(/\.\d+$/, "")}.`));
}

const PARTS = "bra cle dro fip gru han jol kem lur mip nol pra quin rof sul tav vor wex yad zil".split(" ");
const WORD = /\p{L}+/gu;

/** Invented words for the words of all names of types and attributes of a domain. A unit stays: nothing else says what the numbers are in. */
function inventedWords(tree: Tree): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const name of [...tree.typeNames, ...tree.attributeNames])
    for (const [word] of name.toLowerCase().matchAll(WORD)) {
      const isUnit = timeUnitOf(word) !== null || unitOf(word) !== null;
      const i = words.size;
      if (!isUnit && !words.has(word))
        words.set(word, `${PARTS[i % 20]}${PARTS[(i * 7 + 3) % 20]}${i < 20 ? "im" : "ok"}`);
    }
  return words;
}

/** What is no name though it has words of names in it: values of several words, and the first two of them, capitalised ones, and "number of". */
function valuesSaid(tree: Tree): RegExp {
  const values = new Set<string>(["number of"]);
  const visit = ({ attributes = {}, children = [] }: NodeData): void => {
    for (const value of Object.values(attributes).flatMap((each) => [each, /^\p{L}+ \p{L}+/u.exec(each)?.[0] ?? ""]))
      if (/^\p{Lu}\p{L}|^\p{L}+ \p{L}/u.test(value)) values.add(value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    for (const child of children) visit(child);
  };
  visit(nodeData(tree, 1));
  const longest = [...values].sort((a, b) => b.length - a.length);
  return new RegExp(`(?<!\\p{L})(${longest.join("|")})(?!\\p{L})`, "u");
}

/** The cases of a domain with invented names of types and attributes, in the data, the requests and the right answers. */
export async function renamedCasesOf(name: string): Promise<readonly Case[]> {
  const host = nodeHost();
  const file = JSON.parse(readFileSync(pathOf(name), "utf8")) as SuiteFile;
  const opened = await host.openTree(host.resolve(pathOf(name), file.tree!), undefined);
  const renaming = renamingOf(opened.tree);
  return casesOf(name, {
    ...host,
    readText: async () => JSON.stringify({ ...file, cases: file.cases!.map(renaming.inCase) }),
    openTree: async () => ({ ...opened, tree: renaming.tree }),
  });
}

function renamingOf(tree: Tree) {
  const words = inventedWords(tree);
  const names = new Map(
    [...tree.typeNames, ...tree.attributeNames].map((name) => [
      name,
      name.replaceAll(WORD, (word) => words.get(word.toLowerCase()) ?? word),
    ]),
  );
  const plain = (word: string): string =>
    word
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{Nd}]+/gu, " ")
      .trim();
  const said = new Map([...words, ...[...names].map(([name, own]) => [plain(name), plain(own)] as const)]);
  const singular = (word: string): string => word.replace(/ies$/, "y").replace(/s$/, "");
  const found = (word: string): string | undefined => {
    if (["to", "from", "until"].includes(word)) return undefined;
    const exact = said.get(word) ?? said.get(`${word}s`);
    const one = exact ?? said.get(singular(word)) ?? said.get(word.replace(/es$/, ""));
    if (one !== undefined) return exact === undefined && word.endsWith("s") ? `${one}s` : one;
    // "unpaid" beside paid
    return word.startsWith("un") && said.has(word.slice(2)) ? `un${said.get(word.slice(2))}` : undefined;
  };
  const named = (text: string): string =>
    text.replaceAll(/\p{L}[\p{L}\p{Nd}_-]*(?: \p{L}[\p{L}\p{Nd}_-]*)?/gu, (words) => {
      const both = found(plain(words));
      return both ?? words.replaceAll(/[\p{L}_][\p{L}\p{Nd}_-]*/gu, (word) => found(plain(word)) ?? word);
    });
  const values = valuesSaid(tree);
  const other = (text: string): string =>
    text
      .split(values)
      .map((part, at) => (at % 2 === 1 ? part : named(part)))
      .join("");
  const inQuery = (text: string): string =>
    text.replaceAll(/attribute "[^"]*"|@?"[^"]*"|@?[\p{L}_][\p{L}\p{Nd}_-]*/gu, (word) => {
      if (word.startsWith('attribute "')) return `attribute "${names.get(word.slice(11, -1)) ?? word.slice(11, -1)}"`;
      if (word.startsWith('@"')) return `@"${names.get(word.slice(2, -1)) ?? word.slice(2, -1)}"`;
      if (word.startsWith('"')) return word;
      const at = word.startsWith("@") ? "@" : "";
      return at + (names.get(word.slice(at.length)) ?? word.slice(at.length));
    });
  const node = (data: NodeData): NodeData => ({
    ...data,
    type: names.get(data.type) ?? data.type,
    attributes: Object.fromEntries(
      Object.entries(data.attributes ?? {}).map(([name, value]) => [names.get(name) ?? name, value]),
    ),
    children: (data.children ?? []).map(node),
  });
  const members: Readonly<Record<string, (value: never) => unknown>> = {
    request: other,
    query: inQuery,
    update: inQuery,
    include: (paths: readonly string[]) => paths.map(inQuery),
    or: (golds: readonly object[]) => golds.map(inCase),
    turns: (turns: readonly object[]) => turns.map(inCase),
  };
  function inCase<T extends object>(about: T): T {
    return Object.fromEntries(
      Object.entries(about).map(([name, value]) => [name, members[name]?.(value as never) ?? value]),
    ) as T;
  }
  return { tree: treeOf(node(nodeData(tree, 1))), inCase };
}

export interface Judged {
  readonly case: Case;
  readonly outcome: "right" | "asked" | "wrong";
  /** Of a request that was asked about and has an answer: whether a right reading is among the choices. */
  readonly isChoice: boolean;
  /** The answer is given, and it is an update that deletes or replaces what it should not. */
  readonly isDestructive: boolean;
  readonly confidence: number;
}

/** Data and clock of a case. */
export function aboutOf({ source }: Case): About {
  const { tree, now } = source as TreeSource;
  return { tree, now };
}

/** True if only a question back is right. */
export const isAsk = ({ golds }: Case): boolean => golds.every(({ instead }) => instead === "question");
export const isFirst = ({ question }: Case): boolean => question.earlier.length === 0;

const CHOICES = 3;
const MEASURES = { budgets: [], tops: [], tokenizer: CHARACTERS_PER_TOKEN };

export async function judged(about: Case): Promise<Judged> {
  const { readings, isClear } = await translate(about.question.request!, {
    ...aboutOf(about),
    ...(!isFirst(about) && { context: contextOf(about.question) }),
  });
  const isRight = await Promise.all(readings.slice(0, CHOICES).map((reading) => isRightReading(about, reading)));
  const mayAsk = about.golds.some(({ instead }) => instead === "question");
  const outcome = isClear ? (isRight[0] ? "right" : "wrong") : mayAsk ? "right" : "asked";
  const [first] = readings;
  return {
    case: about,
    outcome,
    isChoice: isRight.includes(true),
    isDestructive: outcome === "wrong" && first?.kind === "update" && first.isDestructive,
    confidence: first?.confidence ?? 0,
    ...({ translation: { readings, isClear }, rights: isRight } as object),
  };
}

/** The turns before, as they were answered rightly. */
const contextOf = ({ earlier }: Question) => ({
  found: earlier.map(({ references }) => references),
  requests: earlier.map(({ request, text }) => ({ request, text })),
});

async function isRightReading(about: Case, reading: Reading): Promise<boolean> {
  const answer = await readingAnswer(reading, about.source as TreeSource, lexicalScorer());
  return (await judge({}, about, answer, MEASURES)).outcome === "right";
}

export interface Totals {
  cases: number;
  answerable: number;
  right: number;
  wrong: number;
  asked: number;
  choices: number;
  destructive: number;
  mustAsk: number;
  mustAskRight: number;
}

export function totalsOf(all: readonly Judged[]): Totals {
  const count = (is: (each: Judged) => boolean): number => all.filter(is).length;
  const isMust = ({ case: about }: Judged): boolean => isAsk(about);
  return {
    cases: all.length,
    answerable: count((each) => !isMust(each)),
    right: count((each) => !isMust(each) && each.outcome === "right"),
    wrong: count((each) => each.outcome === "wrong"),
    asked: count((each) => !isMust(each) && each.outcome === "asked"),
    choices: count((each) => !isMust(each) && each.outcome === "asked" && each.isChoice),
    destructive: count(({ isDestructive }) => isDestructive),
    mustAsk: count(isMust),
    mustAskRight: count((each) => isMust(each) && each.outcome === "right"),
  };
}
