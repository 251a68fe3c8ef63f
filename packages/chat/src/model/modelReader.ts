import type { LanguageModel, ModelAnswer } from "@semantic-xpath/llm";
import type { Schema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/readers";
import { type CompiledQuery, compile } from "@semantic-xpath/runtime";
import { getOrMake, type NodeId, runError, SemanticXPathError, type Tree } from "@semantic-xpath/tree";
import { handedOn } from "../handedOn.js";
import type { ReadOptions, RequestReader } from "../readers.js";
import type { About } from "../translate/about.js";
import { translate } from "../translate/translate.js";
import type { HistoryReading, Reading, Translation } from "../translate/translation.js";
import { confidenceOf } from "./confidence.js";
import {
  formFor,
  grammarOf,
  type Plan,
  type PlannedAction,
  type PlannedReading,
  planMessages,
  planSchema,
  type QueryForm,
  queryMessages,
} from "./plan.js";
import { type Checked, MAX_ROUNDS, repaired } from "./repaired.js";
import { changeOf, runOptions, writeEdit } from "./writeEdit.js";

export interface ModelReaderOptions {
  /** The form in which the model writes queries. Default: by the server's support. */
  readonly queries?: QueryForm;
  /** Most tokens of the nodes that are shown for an edit. Default 4000. */
  readonly maxTokens?: number;
  /** Reads in place of the model where that fails and `onFallback` is given. Default: the translator. */
  readonly fallback?: RequestReader;
}

const SHOWN = 4000;
const TRANSLATOR: RequestReader = { by: "translator", read: translate };

/**
 * Reads requests with a language model, in steps that it can't leave: what is meant is settled from the request and the schema alone, before the model
 * sees any of the data; queries and updates are compiled, and what is wrong goes back to it at most twice; an edit is written from the nodes that
 * were found, and may do only what the request was read as asking for, to those nodes.
 *
 * @example modelReader(openaiModel({ url, model: "qwen3-8b" })).read("add a coffee break to the busiest day", { tree, schema })
 */
export function modelReader(model: LanguageModel, options: ModelReaderOptions = {}): RequestReader {
  const { fallback = TRANSLATOR } = options;
  return {
    by: "model",
    async read(request, about, read = {}) {
      try {
        return await new Reader(model, options, request, about, read).translation();
      } catch (error) {
        read.signal?.throwIfAborted();
        if (read.onFallback === undefined || !(error instanceof SemanticXPathError)) throw error;
        read.onFallback(error);
        return fallback.read(request, about, read);
      }
    },
  };
}

const schemas = new WeakMap<Tree, Schema>();

/** Characters of a value that is a word and can't be an order. */
const MAX_WORD = 20;

/** An inferred schema without the values that are more than a word: they are of the data, which a model is not to see before it has settled what is meant. */
function withoutSentences(schema: Schema): Schema {
  const isWord = (value: string) => value.length <= MAX_WORD && !/\s/.test(value);
  const types = Object.entries(schema.types).map(([name, type]) => {
    const attributes = Object.entries(type.attributes).map(([attribute, { values, ...rest }]) => [
      attribute,
      values?.every(isWord) ? { ...rest, values } : rest,
    ]);
    return [name, { ...type, attributes: Object.fromEntries(attributes) }];
  });
  return { ...schema, types: Object.fromEntries(types) };
}

/** Characters of the reason for an empty result. */
const MAX_REASON = 200;

/** A query that compiles. */
interface WrittenQuery {
  readonly text: string;
  readonly compiled: CompiledQuery;
}

/** A plan whose queries compile. */
interface ReadPlan {
  readonly plan: Plan;
  readonly queries: readonly (WrittenQuery | null)[];
  readonly answer: ModelAnswer;
  readonly rounds: number;
}

class Reader {
  private readonly schema: Schema;
  private readonly form: QueryForm;
  private readonly found = new Set<string>();

  constructor(
    private readonly model: LanguageModel,
    private readonly settings: ModelReaderOptions,
    private readonly request: string,
    private readonly about: About,
    private readonly options: ReadOptions,
  ) {
    this.schema = about.schema ?? getOrMake(schemas, about.tree, () => withoutSentences(inferSchema(about.tree)));
    this.form = settings.queries ?? formFor(model.supports);
  }

  async translation(): Promise<Translation> {
    const read = await this.plan();
    const readings: Reading[] = [];
    const { plan } = read;
    for (const [place, planned] of plan.readings.entries()) {
      // Several readings are offered by their summaries; only the likeliest edit is written in advance.
      if (planned.intent === "edit" && place > 0) continue;
      readings.push(await this.reading(planned, read, place));
    }
    const [first] = readings;
    const asking = plan.question?.trim() || null;
    const isClear = asking === null && first !== undefined && first.confidence >= SURE;
    const question = isClear ? null : (asking ?? `Do you mean ${readings.map(({ said }) => said).join(", or ")}?`);
    return { request: this.request, readings, isClear, question, unread: [] };
  }

  private async plan(): Promise<ReadPlan> {
    const messages = planMessages(this.request, this.about, this.schema, this.form);
    const schema = planSchema(this.schema, this.form);
    const planRequest = { messages, schema, logprobs: this.model.supports.logprobs, purpose: "query" };
    const read = await repaired(
      this.model,
      planRequest,
      (answer, rounds) => this.checkedPlan(answer, rounds),
      this.options,
    );
    if (this.form !== "grammar") return read;
    const queries: (WrittenQuery | null)[] = [];
    for (const planned of read.plan.readings)
      queries.push(hasQuery(planned) ? await this.constrainedQuery(messages, planned.said) : null);
    return { ...read, queries };
  }

  private async checkedPlan(answer: ModelAnswer, rounds: number): Promise<Checked<ReadPlan>> {
    const plan = answer.value as Plan;
    const queries: (WrittenQuery | null)[] = [];
    const problems: string[] = [];
    for (const planned of plan.readings) {
      problems.push(...problemsOf(planned, this.about));
      if (!hasQuery(planned) || this.form === "grammar") queries.push(null);
      else {
        const result = this.compiled(planned.query);
        if ("query" in result) queries.push(result.query);
        else problems.push(...result.problems);
      }
    }
    const [first] = queries;
    if (problems.length === 0 && first && rounds < MAX_ROUNDS) problems.push(...(await this.emptiness(first)));
    return problems.length > 0 ? { problems } : { value: { plan, queries, answer, rounds } };
  }

  /** Why a query finds nothing, once for each query: what is written again is meant so. */
  private async emptiness({ text, compiled }: WrittenQuery): Promise<readonly string[]> {
    if (this.found.has(text)) return [];
    this.found.add(text);
    const { stats, value } = await compiled.run(this.about.tree, runOptions(this.about, this.options.signal));
    const { empty } = stats;
    if (empty === null && value !== 0) return [];
    const reason = empty === null ? "it gives 0." : empty.message.slice(0, MAX_REASON);
    return [
      `${text} finds nothing: ${reason} A part of a value is found by contains(…, "case-insensitive"). If it is meant so, answer the same again.`,
    ];
  }

  /** A query by a grammar in which every sentence is right; a server that ignores it is repaired as any other. */
  private constrainedQuery(messages: ReturnType<typeof planMessages>, said: string): Promise<WrittenQuery> {
    const grammar = grammarOf(this.schema);
    return repaired(
      this.model,
      { messages: queryMessages(messages, this.schema, this.about.tree, said), grammar, purpose: "query" },
      ({ text }) => {
        const result = this.compiled(text.trim());
        return "query" in result ? { value: result.query } : result;
      },
      this.options,
    );
  }

  private compiled(text = ""): { readonly query: WrittenQuery } | { readonly problems: readonly string[] } {
    const { query, diagnostics } = compile(text, { schema: this.schema });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (query !== undefined && errors.length === 0) return { query: { text, compiled: query } };
    return { problems: errors.map(({ code, message }) => `${code} in ${text}: ${message}`) };
  }

  private async reading(planned: PlannedReading, read: ReadPlan, place: number): Promise<Reading> {
    const { plan, answer, rounds } = read;
    const { said } = planned;
    const confidence = confidenceOf(answer, said, place, plan.readings.length, rounds);
    const base = { confidence, said, parts: [] };
    const query = read.queries[place];
    switch (planned.intent) {
      case "ask":
        return { ...base, kind: "query", query: query!.text, isHistory: false };
      case "edit":
        return this.edit(planned, query!, base);
      case "create": {
        const { name, title, from, wish } = planned;
        return { ...base, kind: "create", name, title, from, wish };
      }
      case "history":
        return { ...base, kind: "history", action: actionOf(planned.action) };
      case "talk":
        return { ...base, kind: "talk" };
    }
  }

  private async edit(
    { said, changes }: PlannedReading & { readonly intent: "edit" },
    { compiled }: WrittenQuery,
    base: Pick<Reading, "confidence" | "said" | "parts">,
  ): Promise<Reading> {
    const { about, request, schema, settings, options } = this;
    const result = await compiled.run(about.tree, runOptions(about, options.signal));
    const nodes: { readonly node: NodeId; readonly path: string }[] = result.matches
      .slice(0, handedOn(result))
      .map(({ id, node }) => ({ node: id, path: node.path }));
    if (nodes.length === 0) throw runError("SXP5123", {});
    const task = { request, said, changes, nodes, schema, maxTokens: settings.maxTokens ?? SHOWN };
    const { update, rounds } = await writeEdit(this.model, task, about, options);
    const isDestructive = update.operations.some((operation) => ["delete", "replace"].includes(changeOf(operation)));
    return {
      ...base,
      kind: "update",
      confidence: base.confidence * BY_ROUND ** rounds,
      update: update.text,
      isDestructive,
    };
  }
}

/** As sure as the translator has to be. */
const SURE = 0.55;
const BY_ROUND = 0.85;

const hasQuery = (planned: PlannedReading): planned is PlannedReading & { readonly intent: "ask" | "edit" } =>
  planned.intent === "ask" || planned.intent === "edit";

/** Tasks that are not there, or are there already. */
function problemsOf(planned: PlannedReading, { memory }: About): readonly string[] {
  if (memory === undefined) return [];
  const names = memory.tasks.map(({ name }) => name);
  const taskNames = names.map((name) => JSON.stringify(name)).join(", ");
  if (planned.intent === "create" && names.includes(planned.name))
    return [`There is a task ${JSON.stringify(planned.name)} already. Name the new one otherwise.`];
  const task = planned.intent === "create" ? planned.from : planned.intent === "history" ? planned.action.task : null;
  if (task !== null && !names.includes(task))
    return [`There is no task ${JSON.stringify(task)}. There are ${taskNames}.`];
  if (planned.intent !== "history") return [];
  return problemOfAction(
    planned.action,
    memory.versions.map(({ number }) => number),
  );
}

function problemOfAction(action: PlannedAction, versions: readonly number[]): readonly string[] {
  if (action.do === "switch" && action.task === null) return ["To switch, name the task."];
  const needed = WANTED[action.do] ?? [];
  const missing = needed.find((name) => action[name] === undefined);
  if (missing !== undefined) return [`${action.do} needs "${missing}".`];
  // The versions of another task are not known here.
  if (action.task !== null || versions.length === 0) return [];
  const strange = needed
    .map((name) => action[name])
    .find((version) => typeof version === "number" && version >= 0 && !versions.includes(version));
  return strange === undefined
    ? []
    : [`There is no version ${strange}. The newest are ${versions.slice(0, 5).join(", ")}.`];
}

const WANTED: Partial<Record<PlannedAction["do"], readonly ("version" | "from" | "to")[]>> = {
  show: ["version"],
  restore: ["version"],
  revert: ["version"],
  diff: ["from", "to"],
};

function actionOf({ do: what, task, version = -1, from = -2, to = -1 }: PlannedAction): HistoryReading["action"] {
  switch (what) {
    case "diff":
      return { do: what, task, from, to };
    case "log":
      return { do: what, task };
    case "tasks":
      return { do: what };
    case "switch":
      return { do: what, task: task! };
    default:
      return { do: what, task, version };
  }
}
