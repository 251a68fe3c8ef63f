import { readFileSync } from "node:fs";
import { handedOn } from "@semantic-xpath/chat";
import { type About, type Reading, translate } from "@semantic-xpath/chat/translate";
import { readTree } from "@semantic-xpath/readers";
import { readCsv } from "@semantic-xpath/readers/csv";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { applyEdits, type NodeData, nodeData, treeOf } from "@semantic-xpath/tree";
import { timeUnitOf, unitOf } from "@semantic-xpath/values";

/** A request with what is right: queries or updates that give the same, or `ask`. A turn of a conversation also has the request before it, and its query. */
export type Case = readonly [
  kind: string,
  request: string,
  gold: string | readonly string[],
  earlier?: string,
  query?: string,
];

export interface Domain {
  readonly name: string;
  /** Errors were read of the first; of the second only sums, while rules were written; the third was written last, before rules were taken away. */
  readonly split: "seen" | "unseen" | "fresh";
  readonly about: About;
  readonly cases: readonly Case[];
}

export const DOMAINS = ["loans", "garden", "shoot", "seeds", "crew", "hearings", "rota", "radio", "huts"] as const;

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");

export function domainOf(name: string): Domain {
  const { data, now, split, cases } = JSON.parse(textOf(`${name}.json`)) as {
    data: string;
    now: string;
    split: Domain["split"];
    cases: readonly Case[];
  };
  const text = textOf(data);
  return { name, split, about: { tree: data.endsWith(".csv") ? readCsv(text) : readTree(text), now }, cases };
}

const PARTS = "bra cle dro fip gru han jol kem lur mip nol pra quin rof sul tav vor wex yad zil".split(" ");
const WORD = /\p{L}+/gu;

/** Invented words for the words of all names of types and attributes of a domain. A unit after another word stays. */
function inventedWords({ about: { tree } }: Domain): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const name of [...tree.typeNames, ...tree.attributeNames])
    for (const [at, [word]] of [...name.toLowerCase().matchAll(WORD)].entries()) {
      const isUnit = at > 0 && (timeUnitOf(word) !== null || unitOf(word) !== null);
      const i = words.size;
      if (!isUnit && !words.has(word))
        words.set(word, `${PARTS[i % 20]}${PARTS[(i * 7 + 3) % 20]}${i < 20 ? "im" : "ok"}`);
    }
  return words;
}

/** The same domain with invented names of types and attributes, in the data, the requests and the right answers. */
export function renamed(domain: Domain): Domain {
  const words = inventedWords(domain);
  const { tree } = domain.about;
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
    return one === undefined ? undefined : exact === undefined && word.endsWith("s") ? `${one}s` : one;
  };
  const other = (text: string): string =>
    text.replaceAll(/\p{L}[\p{L}\p{Nd}_-]*(?: \p{L}[\p{L}\p{Nd}_-]*)?/gu, (words) => {
      const both = found(plain(words));
      return both ?? words.replaceAll(/[\p{L}_][\p{L}\p{Nd}_-]*/gu, (word) => found(plain(word)) ?? word);
    });
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
  return {
    ...domain,
    about: { ...domain.about, tree: treeOf(node(nodeData(domain.about.tree, 1))) },
    cases: domain.cases.map(([kind, request, gold, earlier, query]) => [
      kind,
      other(request),
      typeof gold === "string" ? inQuery(gold) : gold.map(inQuery),
      ...(earlier === undefined ? [] : [other(earlier)]),
      ...(query === undefined ? [] : [inQuery(query)]),
    ]) as readonly unknown[] as readonly Case[],
  };
}

const UPDATE = /^(?:insert|replace|delete|move|rename)\b/;
const plain = (value: unknown): string => {
  const number = typeof value === "number" ? value : Number(String(value).replace(/^[A-Z]{3} /, ""));
  if (Array.isArray(value)) return value.map(plain).join("|");
  return value === null || value === undefined || value === ""
    ? ""
    : Number.isFinite(number)
      ? String(Math.round(number * 100) / 100)
      : String(value);
};

/** What a query or update comes to, as a text that is equal for equal answers; `!`: it can't be used. */
export async function answerOf(text: string, { tree, now }: About): Promise<string> {
  if (text === "ask") return "ask";
  const clock = now === undefined ? {} : { now };
  if (UPDATE.test(text)) {
    const { update, diagnostics } = compileUpdate(text, { schema: null });
    if (update === undefined) return `! ${diagnostics[0]?.message}`;
    const { edits, diagnostics: found } = await update.pending(tree, clock);
    const problem = found.find(({ severity }) => severity === "error");
    return problem === undefined
      ? JSON.stringify(sorted(nodeData(applyEdits(tree, edits), 1)))
      : `! ${problem.message}`;
  }
  const { query, diagnostics } = compile(text, { schema: null });
  if (query === undefined) return `! ${diagnostics[0]?.message}`;
  const result = await query.run(tree, clock);
  if (result.value !== undefined)
    return Array.isArray(result.value) ? listText(result.value) : `= ${plain(result.value)}`;
  const matches = result.matches.slice(0, handedOn(result));
  if (matches.some(({ record, group }) => record !== null || group !== null)) {
    const rows = matches.map(({ record, group }) =>
      record === null
        ? `group ${Object.values(group?.key ?? {}).map(plain)}`
        : Object.values(record).map(plain).sort().join("; "),
    );
    return `rows ${(/order by/.test(text) ? rows : rows.sort()).join("\n")}`;
  }
  if (matches.some(({ attribute }) => attribute !== null))
    return listText(matches.map(({ attribute }) => attribute!.value));
  const paths = matches.map(({ path }) => path);
  return `nodes ${(/order by [^\]]*\]$/.test(text) ? paths : paths.sort()).join(" ")}`;
}

const listText = (values: readonly unknown[]): string =>
  values.length === 1 ? `= ${plain(values[0])}` : `list ${[...new Set(values.map(plain))].sort().join("; ")}`;

const sorted = ({ type, attributes, text, children }: NodeData): unknown => [
  type,
  Object.entries(attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  text ?? "",
  (children ?? []).map(sorted),
];

export type Outcome = "right" | "asked" | "wrong";

export interface Judged {
  readonly case: Case;
  readonly outcome: Outcome;
  /** Of a request that was asked about and has an answer: whether a right reading is among the choices. */
  readonly isChoice: boolean;
  /** The answer is given, and it is an update that deletes or replaces what it should not. */
  readonly isDestructive: boolean;
  readonly confidence: number;
  readonly texts: readonly string[];
  readonly question: string | null;
}

const textOfReading = (reading: Reading): string =>
  reading.kind === "query" ? reading.query : reading.kind === "update" ? reading.update : reading.kind;

export async function judged(about: About, each: Case, cases: readonly Case[]): Promise<Judged> {
  const [, request, gold, earlier, query] = each;
  const golds = await Promise.all([gold].flat().map((text) => answerOf(text, about)));
  const context = earlier === undefined ? undefined : await contextOf(about, earlier, query, cases);
  const { readings, isClear, question } = await translate(request, {
    ...about,
    ...(context !== undefined && { context }),
  });
  const texts = readings.map(textOfReading);
  const answers = await Promise.all(
    readings.map((reading, place) =>
      reading.kind === "query" || reading.kind === "update" ? answerOf(texts[place]!, about) : reading.kind,
    ),
  );
  const isAsk = golds.includes("ask");
  const isRight = isClear ? golds.includes(answers[0]!) : isAsk;
  return {
    case: each,
    outcome: isRight ? "right" : isClear ? "wrong" : "asked",
    isChoice: answers.slice(0, 3).some((answer) => golds.includes(answer)),
    isDestructive: isClear && !isRight && readings[0]?.kind === "update" && readings[0].isDestructive,
    confidence: readings[0]?.confidence ?? 0,
    texts,
    question,
  };
}

/** The turn before, as it was answered rightly. */
export async function contextOf(about: About, request: string, query: string | undefined, cases: readonly Case[]) {
  const text = query ?? [cases.find(([, other]) => other === request)?.[2] ?? []].flat()[0]!;
  const compiled = compile(text, { schema: null }).query!;
  const { matches } = await compiled.run(about.tree, about.now === undefined ? {} : { now: about.now });
  return { found: [matches.map(({ path }) => path)], requests: [{ request, text }] };
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
  const isMust = ({ case: [, , gold] }: Judged): boolean => gold === "ask";
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
