import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  ANNOTATED_MEMORY,
  bm25Method,
  CHARACTERS_PER_TOKEN,
  convertLocomo,
  englishMethod,
  estimate,
  flatMethod,
  fusedMethod,
  goldQueryMethod,
  groupText,
  inContextMethod,
  LIFECYCLE_WORDS,
  lifecycleSuite,
  memoryMethod,
  openSuite,
  RULES_MEMORY,
  recordedMethod,
  runSuite,
  structMemMethod,
  summarise,
  xmemoryMethod,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { resolveScorer } from "@semantic-xpath/scorers/node";

/**
 * Makes the tables of docs/explanation/measured.md again, between their marks.
 *
 *     npm run eval:tables -- [--embedding FOLDER] [--locomo FILE] [--only NAME]...
 *
 * `--embedding` is the folder of an embedding model, as the scorer `embedding:FOLDER` takes it. Without one its rows say that it was not measured.
 * Without the file of LoCoMo, which may not be passed on, its table stays as it is. `--only`: pass, graded, lifecycle, memories, fidelity, locomo.
 */
const { values: options } = parseArgs({
  options: {
    embedding: { type: "string" },
    locomo: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
  },
});

const PAGE = new URL("../../docs/explanation/measured.md", import.meta.url);
const EXAMPLES = new URL("../../examples/eval/", import.meta.url);
const DOMAINS = { itinerary: "itinerary", todo: "to-do", mealplan: "meal plan" };

const three = (value) => value.toFixed(3).replace(/^0(?=\.)/, "");
const whole = (value) => Math.round(value).toLocaleString("en").replaceAll(",", " ");
const table = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const fileHost = nodeHost();
const textHost = (text) => ({ ...fileHost, readText: async () => text });
const opened = async (path, host) => {
  const { suite, problems } = await openSuite(path, host);
  if (suite === null) throw new Error(problems.map(({ diagnostic }) => diagnostic.message).join("\n"));
  return suite;
};

/** Flat retrieval with the embedding model that was given; none without one. */
const embedding =
  options.embedding === undefined
    ? []
    : [
        flatMethod(
          await resolveScorer(`embedding:${options.embedding}`, { config: null, folder: process.cwd() }),
          "embedding",
        ),
      ];
const without = embedding.length > 0 ? [] : ["flat with embeddings (`--embedding FOLDER` measures it)"];

const tables = {};
const wants = (name) => options.only.length === 0 || options.only.includes(name);
if (wants("pass")) Object.assign(tables, await exampleTables());
if (wants("graded")) tables.graded = await gradedTable();
if (wants("lifecycle")) Object.assign(tables, await lifecycleTables());
if (wants("memories")) tables.memories = await memoriesTable();
if (wants("fidelity")) tables.fidelity = await fidelityTable();
if (options.locomo === undefined) console.error("LoCoMo: left as it is, since no file of it is given (--locomo FILE).");
else if (wants("locomo")) tables.locomo = await locomoTable(options.locomo);

const missing = new Set(Object.keys(tables));
let page = readFileSync(PAGE, "utf8");
for (const [name, text] of Object.entries(tables)) {
  const start = page.indexOf(`<!-- table: ${name} -->`);
  const end = page.indexOf("<!-- end -->", start);
  if (start < 0 || end < 0) continue;
  missing.delete(name);
  page = `${page.slice(0, start)}<!-- table: ${name} -->\n\n${text}\n\n${page.slice(end)}`;
}
writeFileSync(PAGE, page);
if (missing.size > 0) throw new Error(`the page has no table "${[...missing].join('", "')}"`);

async function exampleTables() {
  const suite = await opened(new URL("examples.json", EXAMPLES).pathname, fileHost);
  const recordings = Object.keys(DOMAINS).map((domain) =>
    JSON.parse(readFileSync(new URL(`${domain}.answers.json`, EXAMPLES), "utf8")),
  );
  const recording = { ...recordings[0], answers: recordings.flatMap(({ answers }) => answers) };
  const scorer = lexicalScorer();
  const flat = flatMethod(scorer, "flat");
  const bm25 = bm25Method("bm25");
  const run = await runSuite(suite, {
    methods: [
      goldQueryMethod(scorer, "gold"),
      recordedMethod(recording, scorer, "model"),
      englishMethod(scorer, "english"),
      flat,
      flatMethod(scorer, "flat+context", { withContext: true }),
      bm25,
      fusedMethod([flat, bm25], "fused"),
      ...embedding,
      inContextMethod(CHARACTERS_PER_TOKEN, "in-context"),
    ],
  });
  console.error(`examples: ${run.results.length} results`);
  const columns = [...Object.keys(DOMAINS).map((domain) => (result) => result.domain === domain), () => true];
  const summaries = columns.map((keep) => parts({ ...run, results: run.results.filter(keep) }));
  const head = (first) => [first, ...Object.values(DOMAINS), "all three"];
  const per = (cell) => summaries.map(cell);
  const NAMES = {
    gold: "gold query",
    model: "a large language model that writes the query, blind",
    english: "reader of English",
    flat: "flat, lexical",
    "flat+context": "flat, lexical, with what is above",
    bm25: "flat, BM25",
    fused: "flat, lexical and BM25 fused",
    ...(embedding.length > 0 && { embedding: "flat with embeddings" }),
  };
  const figures = (part, name, metric) => part[name]?.metrics[metric];
  const rows = (metric, part = "all") =>
    Object.entries(NAMES).map(([name, says]) => [
      says,
      ...per((summary) => {
        const about = figures(summary[part], name, metric);
        return about === undefined ? "–" : groupText(about, metric.replace(/@equal$/, ""));
      }),
    ]);
  const NOT = [...without, "in context"].map((name) => [name, ...per(() => "not measured")]);
  const RANKINGS = Object.keys(NAMES).filter((name) => !["gold", "model", "english"].includes(name));
  const cost = (part, name) => whole(figures(part, name, "tokens").mean);
  const callTokens = (part) => figures(part, "model", "model input").mean + figures(part, "model", "model output").mean;
  const { single, turns } = summaries.at(-1);
  return {
    paper: table(
      [
        "the three domains together",
        "single requests: pass (n, smallest detectable difference)",
        "tokens",
        "turns of conversations: pass (n, smallest detectable difference)",
        "tokens",
      ],
      [
        ["in context", "not measured", cost(single, "in-context"), "not measured", cost(turns, "in-context")],
        ...without.map((name) => [name, ...Array(4).fill("not measured")]),
        ...Object.entries(NAMES)
          .reverse()
          .map(([name, says]) => [
            name === "model" ? `${says} (with the tokens that it reads and writes)` : says,
            ...[single, turns].flatMap((part) => [
              groupText(figures(part, name, "pass"), "pass"),
              name === "model" ? whole(figures(part, name, "tokens").mean + callTokens(part)) : cost(part, name),
            ]),
          ]),
      ],
    ),
    pass: table(head("pass of single requests (n, smallest detectable difference)"), [
      ...rows("pass", "single"),
      ...NOT,
    ]),
    turns: table(head("pass of turns of conversations (n, smallest detectable difference)"), [
      ...rows("pass", "turns"),
      ...NOT,
    ]),
    equal: table(head("recall at the tokens of the gold query (n, smallest detectable difference)"), [
      ["gold query", ...per(({ all }) => three(all.gold.metrics.recall.mean))],
      ...rows("recall@equal").filter(([name]) => name.startsWith("flat")),
      ...NOT.slice(0, without.length),
    ]),
    twice: table(
      head("times flat's recall, structural requests"),
      ["flat", "flat+context", "bm25", "fused"].map((name) => [
        NAMES[name],
        ...per(({ structural }) => {
          const about = figures(structural, name, "recall@equal");
          const [low, high] = about.interval;
          const says = high <= 0.5 ? "yes" : about.mean <= 0.5 ? "by the mean alone" : "no";
          return `${says}: ${(1 / about.mean).toFixed(2)} [${(1 / high).toFixed(2)}, ${(1 / low).toFixed(2)}]`;
        }),
      ]),
    ),
    cost: table(head("tokens of a request for nodes"), [
      ["handed over by the gold query", ...per(({ all }) => cost(all, "gold"))],
      ["handed over by the model's query", ...per(({ all }) => cost(all, "model"))],
      ["what the model reads and writes for it", ...per(({ all }) => whole(callTokens(all)))],
      ["handed over by the reader of English", ...per(({ all }) => cost(all, "english"))],
      ...RANKINGS.map((name) => [`${NAMES[name]}, as many entries as are right`, ...per(({ all }) => cost(all, name))]),
      ...NOT.slice(0, without.length),
      ["in context", ...per(({ all }) => cost(all, "in-context"))],
    ]),
  };
}

/** Figures of all cases, of single requests, of turns, and of structural ones, by method. Tokens are those of answers, and not of questions back. */
function parts(run) {
  const answered = run.results.map(({ metrics: { tokens, ...metrics }, ...result }) =>
    result.outcome === "asked" ? { ...result, metrics } : { ...result, metrics: { ...metrics, tokens } },
  );
  const of = (keep) => {
    const { methods } = summarise({ ...run, results: answered.filter(keep) });
    return Object.fromEntries(methods.map((method) => [method.name, method]));
  };
  return {
    all: of(() => true),
    single: of(({ kind }) => kind !== "conversation"),
    turns: of(({ kind }) => kind === "conversation"),
    structural: of(({ kind }) => kind === "structural"),
  };
}

async function gradedTable() {
  const suite = await opened(new URL("graded.json", EXAMPLES).pathname, fileHost);
  const scorer = lexicalScorer();
  const flat = flatMethod(scorer, "flat, lexical");
  const bm25 = bm25Method("flat, BM25");
  const run = await runSuite(suite, {
    tops: [10],
    methods: [
      goldQueryMethod(scorer, "query with a relevance"),
      flat,
      flatMethod(scorer, "flat, lexical, with what is above", { withContext: true }),
      bm25,
      fusedMethod([flat, bm25], "flat, lexical and BM25 fused"),
      ...embedding.map((method) => ({ ...method, name: "flat with embeddings" })),
    ],
  });
  const { methods } = summarise(run);
  const cells = ({ domains, metrics }, metric) =>
    [...Object.keys(DOMAINS).map((domain) => domains[domain]), metrics].map((of) => groupText(of[metric], metric));
  return table(
    ["nDCG@10 of short conditions (n, smallest detectable difference)", ...Object.values(DOMAINS), "all three"],
    [
      ...methods.map((method) => [method.name, ...cells(method, "ndcg@top10")]),
      ...without.map((name) => [name, ...Object.keys(DOMAINS), ""].map((cell, i) => (i === 0 ? cell : "not measured"))),
    ],
  );
}

/** Methods that see the words of a dialogue alone. */
function unaided() {
  return [
    memoryMethod(RULES_MEMORY, "memory, rules"),
    xmemoryMethod(RULES_MEMORY, "xMemory, rules"),
    structMemMethod(RULES_MEMORY, "StructMem, rules"),
    flatMethod(lexicalScorer(), "flat turns, lexical"),
    bm25Method("flat turns, BM25"),
  ];
}

async function lifecycleTables() {
  const suite = await opened("lifecycle", textHost(JSON.stringify(lifecycleSuite())));
  const run = await runSuite(suite, {
    budgets: [500],
    methods: [memoryMethod(ANNOTATED_MEMORY, "memory, facts of the suite"), ...unaided()],
  });
  const { methods } = summarise(run);
  const pass = (method, split) => groupText(method.domains[split].pass, "pass");
  const lifecycle = table(
    [
      "pass (n, smallest detectable difference)",
      "near, rules were tuned on it",
      "far",
      "fresh, unseen",
      "tokens",
      "wrong ones handed over",
    ],
    methods.map((method) => [
      method.name,
      ...["near", "far", "fresh"].map((split) => pass(method, split)),
      whole(method.metrics.tokens.mean),
      three((method.metrics.excluded ?? method.metrics["excluded@500"]).mean),
    ]),
  );
  return { lifecycle, ...(await kindTables()) };
}

/** By kind of question the share with all that has to be there, and the share with nothing that must not be, of questions that name some. */
async function kindTables() {
  const { far, fresh } = LIFECYCLE_WORDS;
  const text = JSON.stringify(lifecycleSuite({ dialogues: 15, words: { far, fresh } }));
  const suite = await opened("lifecycle", textHost(text));
  const run = await runSuite(suite, { budgets: [500], methods: unaided() });
  const named = new Set(
    suite.cases.filter(({ golds: [gold] }) => gold.references.exclude.size > 0).map(({ id }) => id),
  );
  const kinds = [...new Set(run.results.map(({ kind }) => kind))].sort();
  const names = run.methods.map(({ name }) => name);
  const tableOf = (title, results, shareOf) => {
    const cell = (name, kind) => {
      const own = results.filter((result) => result.method === name && result.kind === kind);
      const clusters = own.map(({ cluster }) => cluster);
      return groupText(estimate(own.map(shareOf), clusters, { isShare: true, seed: run.seed }), "pass");
    };
    const filled = kinds.filter((kind) => results.some((result) => result.kind === kind));
    return table(
      [`${title} (n, smallest detectable difference)`, ...names],
      filled.map((kind) => [kind, ...names.map((name) => cell(name, kind))]),
    );
  };
  return {
    included: tableOf("all that has to be there", run.results, ({ metrics }) => metrics["all@500"]),
    excluded: tableOf(
      "nothing that must not be there",
      run.results.filter(({ id }) => named.has(id)),
      ({ metrics }) => Number(metrics["excluded@500"] === 0),
    ),
  };
}

/** Memories side by side within 250 tokens, with what they cost: without a model, so times are of this machine, and calls are 0. */
async function memoriesTable() {
  const suite = await opened("lifecycle", textHost(JSON.stringify(lifecycleSuite())));
  const run = await runSuite(suite, {
    budgets: [250],
    methods: [
      flatMethod(lexicalScorer(), "flat turns, lexical"),
      memoryMethod(RULES_MEMORY, "facts, the answer alone"),
      memoryMethod(RULES_MEMORY, "facts, and turns up to the budget", { isFull: true }),
      xmemoryMethod(RULES_MEMORY, "xMemory"),
      structMemMethod(RULES_MEMORY, "StructMem"),
      memoryMethod(ANNOTATED_MEMORY, "facts of a perfect reader"),
    ],
  });
  const { methods } = summarise(run);
  const messages = Math.max(...run.methods.map(({ built }) => built.messages ?? 0));
  return table(
    [
      "within 250 tokens",
      "all that was asked",
      "wrong ones handed over",
      "all and nothing wrong",
      "tokens handed over",
      "calls a message",
      "model tokens a message",
      "building, ms a message",
      "answering, ms",
    ],
    methods.map(({ name, metrics }, i) => {
      const { built } = run.methods[i];
      const { milliseconds, building } = run.times[name];
      const mean = (metric) => (metrics[metric] === undefined ? "–" : three(metrics[metric].mean));
      return [
        name,
        mean("recall@250"),
        mean("excluded@250"),
        mean("clean@250"),
        whole(metrics["tokens@250"].mean),
        three((built.calls ?? 0) / messages),
        whole(((built.input ?? 0) + (built.output ?? 0)) / messages),
        (building / messages).toFixed(1),
        ((milliseconds - building) / suite.cases.length).toFixed(1),
      ];
    }),
  );
}

/** How far consolidations of one dialogue keep to what they were written from: without a model, and recorded ones in both modes. */
async function fidelityTable() {
  const { dialogues, ...file } = lifecycleSuite();
  const [dialogue] = dialogues.filter(({ split }) => split === "fresh");
  const suite = await opened("lifecycle", textHost(JSON.stringify({ ...file, dialogues: [dialogue] })));
  const recording = JSON.parse(readFileSync(new URL("fresh.consolidations.json", EXAMPLES), "utf8"));
  const synthesis =
    (mode) =>
    async ({ window }) => {
      const [{ time, speaker }] = window;
      const text = recording[mode][`${speaker === "" ? 2 : 1} ${new Date(time).toISOString().slice(0, 10)}`];
      if (text === undefined) throw new Error(`no consolidation is recorded for ${new Date(time).toISOString()}`);
      return text;
    };
  const structMem = (mode, name) =>
    structMemMethod({ ...RULES_MEMORY, synthesise: synthesis(mode), synthesis: mode }, name);
  const run = await runSuite(suite, {
    methods: [
      structMemMethod(RULES_MEMORY, "entries as they are, no model"),
      structMem("constrained", "a large language model, constrained"),
      structMem("free", "the same, free"),
    ],
  });
  const failed = run.results.find(({ outcome }) => outcome === "failed");
  if (failed !== undefined) throw new Error(failed.why);
  const share = (built, part, of) => `${three(built[part] / built[of])} of ${built[of]}`;
  return table(
    ["consolidations", "unsupported sentences", "spurious links", "names and numbers kept", "after two cycles"],
    run.methods.map(({ name, built }) => [
      name,
      share(built, "unsupported sentences", "sentences"),
      share(built, "spurious links", "links"),
      share(built, "kept details 1", "details 1"),
      share(built, "kept details 2", "details 2"),
    ]),
  );
}

async function locomoTable(path) {
  const { suite: file, problems } = convertLocomo({ name: path, text: readFileSync(path, "utf8") });
  if (file === null) throw new Error(problems.map(({ diagnostic }) => diagnostic.message).join("\n"));
  const suite = await opened("locomo", textHost(JSON.stringify(file)));
  const scorer = lexicalScorer();
  const budgets = [125, 250, 500, 1000, 2000, 4000];
  const run = await runSuite(suite, {
    budgets,
    methods: [
      flatMethod(scorer, "flat turns, lexical", { withContext: true }),
      bm25Method("flat turns, BM25"),
      memoryMethod(RULES_MEMORY, "memory, rules, facts alone"),
      memoryMethod(RULES_MEMORY, "memory, rules, up to the budget", { isFull: true }),
    ],
  });
  const { methods } = summarise(run);
  return table(
    ["recall within tokens (n, smallest detectable difference)", ...budgets.map(String)],
    methods.map(({ name, metrics }) => [
      name,
      ...budgets.map((budget) => groupText(metrics[`recall@${budget}`], "recall")),
    ]),
  );
}
