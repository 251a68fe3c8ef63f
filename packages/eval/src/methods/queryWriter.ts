import { spread } from "@semantic-xpath/chat";
import { emitPromptCard } from "@semantic-xpath/emitters";
import type { LanguageModel, ModelMessage, ModelUsage } from "@semantic-xpath/llm";
import type { Schema } from "@semantic-xpath/planner";
import { inferSchema, sampleValues } from "@semantic-xpath/readers";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import { digestOf } from "../digest.js";
import type { Answer, Method, Question, TreeSource } from "../format/method.js";
import { CHARACTERS_PER_TOKEN } from "../measure/tokenizer.js";
import { answerOf } from "./goldQuery.js";

/** Tokens of the prompt card. */
const CARD = 1000;
/** Earlier turns that a model is told, and references of each. */
const MAX_EARLIER = 5;
const MAX_FOUND = 10;
/** Tokens of an answer. */
const MAX_WRITTEN = 500;

const INSTRUCTIONS = `You turn a person's request about a tree into one line, and write nothing else:
- What is asked for, or to be shown: one query that finds exactly the nodes that answer it, or gives the value that is asked for.
- A change: one update in the syntax of XQuery Update. It is made to every node that a QUERY finds, and a place is one node: insert node <T a="x">text</T> into (as first into, as last into, before, after) QUERY, with the attributes that were said; insert node attribute a {"x"} into QUERY, to set a value, there already or not; replace value of node QUERY/text() with "x"; move node QUERY into (before, after) QUERY; delete node QUERY. Several are separated by commas.
- Where it is not clear what is meant: "? " and a question back.
- Where nothing is to be looked up or changed: talk
The tree itself is not shown. "now" is the present; "earlier" is what was said before, the newest first, with the query or update that was right and the nodes that it led to, for words such as it, those, there.`;

const cards = new WeakMap<Schema, string>();

/**
 * Instructions for a model before any request: the form of its answer, and the prompt card of the schema. They contain the schema's part of the data
 * only.
 */
export function writerInstructions({ tree, schema }: Pick<TreeSource, "tree" | "schema">): string {
  const cardSchema = schema ?? inferSchema(tree);
  return getOrMake(
    cards,
    cardSchema,
    () =>
      `${INSTRUCTIONS}\n\n${emitPromptCard(cardSchema, { maxTokens: CARD, samples: sampleValues(tree, cardSchema) }).text}`,
  );
}

/** A request as a model is asked it, as JSON. */
export function writerRequest({ request, earlier }: Question, now: string): string {
  return JSON.stringify({
    request,
    now,
    ...(earlier.length > 0 && {
      earlier: earlier.slice(0, MAX_EARLIER).map(({ request: said, text, references }) => ({
        request: said,
        ...(text !== null && { written: text }),
        found: references.slice(0, MAX_FOUND),
      })),
    }),
  });
}

/**
 * A language model that writes the query: one call with the prompt card and the request, and the line that it answers is run as it is. Without repairs, so
 * that a figure says what is right at first sight.
 */
export function modelMethod(model: LanguageModel, scorer: Scorer, name = "model"): Method<TreeSource | null> {
  return {
    id: `model@1 ${model.id} ${scorer.id}`,
    name,
    cannot: (source, { request }) => {
      if (source.kind === "dialogue") return "a model writes queries of data that is a tree";
      return request === null ? "the case has no request in words" : null;
    },
    build: async (source) => (source.kind === "tree" ? source : null),
    async ask(source, question, { signal }) {
      const messages: readonly ModelMessage[] = [
        { role: "system", content: writerInstructions(source!) },
        { role: "user", content: writerRequest(question, source!.now) },
      ];
      const call = signal === undefined ? {} : { signal };
      const { text, usage } = await model.generate({ messages, maxTokens: MAX_WRITTEN, purpose: "query" }, call);
      const answer = await answerOfText(text, source!, scorer, signal);
      const { input, output } = usage;
      return { ...answer, usage: { ...answer.usage, calls: 1, input, output } };
    },
  };
}

const UPDATE = /^(?:insert|replace|delete|move|rename)\b/;

/** The answer of a written line. A line that is neither a query nor an update leads to a question. */
export async function answerOfText(
  text: string,
  { tree, schema, now }: TreeSource,
  scorer: Scorer,
  signal?: AbortSignal,
): Promise<Answer> {
  const line = text.trim().replace(/^```\w*\n|\n```$/g, "");
  if (line.startsWith("?")) return { items: [], instead: "question" };
  if (line === "talk") return { items: [], instead: "talk" };
  const update = UPDATE.test(line) ? compileUpdate(line, { schema: null }).update : undefined;
  if (update !== undefined) return { items: [], update: (await spread(update, { tree, now })).text };
  const { query } = compile(line, { schema });
  // An unusable line is asked about, and is not an answer.
  if (query === undefined) return { items: [], query: line, instead: "question" };
  return answerOf(line, await query.run(tree, { scorer, now, ...(signal && { signal }) }));
}

/** Queries of a model for requests, for replay. */
export interface WriterRecording {
  readonly version: 1;
  /** Description of the model for tables. */
  readonly model: string;
  readonly answers: readonly WrittenAnswer[];
}

export interface WrittenAnswer {
  readonly request: string;
  /** The earlier requests of the conversation, the newest first; absent: none. */
  readonly earlier?: readonly string[];
  readonly text: string;
}

const keyOf = (request: string, earlier: readonly string[]): string => JSON.stringify([request, earlier]);
const textsOf = ({ answers }: WriterRecording): ReadonlyMap<string, string> =>
  new Map(answers.map(({ request, earlier = [], text }) => [keyOf(request, earlier), text]));

/** `modelMethod` with what a model wrote; cases that are not recorded are not measured. */
export function recordedMethod(recording: WriterRecording, scorer: Scorer, name = "model"): Method<TreeSource | null> {
  const texts = textsOf(recording);
  const method = modelMethod(recordedWriter(recording), scorer, name);
  return {
    ...method,
    cannot: (source, question) => {
      const { request, earlier } = question;
      const reason = method.cannot!(source, question);
      const isThere = texts.has(keyOf(request ?? "", earlierRequests(earlier)));
      return reason ?? (isThere ? null : "no answer is recorded for the request");
    },
  };
}

const earlierRequests = (earlier: Question["earlier"]): readonly string[] =>
  earlier.slice(0, MAX_EARLIER).map(({ request }) => request);

/**
 * Plays what a model wrote: `modelMethod` gets the same line for the same request after the same ones. Tokens are estimated from what is sent and written.
 * Any other request rejects with a RangeError.
 */
export function recordedWriter(recording: WriterRecording): LanguageModel {
  const texts = textsOf(recording);
  return {
    id: `${recording.model} ${digestOf([...texts])}`,
    supports: { jsonSchema: false, gbnf: false, logprobs: false },
    async generate({ messages }) {
      const { request, earlier = [] } = JSON.parse(messages.at(-1)!.content) as RequestAfter;
      const text = texts.get(
        keyOf(
          request,
          earlier.map(({ request: said }) => said),
        ),
      );
      if (text === undefined) throw new RangeError(`no answer is recorded for ${JSON.stringify(request)}`);
      return { text, usage: usageOf(messages, text), finish: "stop" };
    },
  };
}

interface RequestAfter {
  readonly request: string;
  readonly earlier?: readonly { readonly request: string }[];
}

const usageOf = (messages: readonly ModelMessage[], text: string): ModelUsage => ({
  input: messages.reduce((sum, { content }) => sum + CHARACTERS_PER_TOKEN.count(content), 0),
  output: CHARACTERS_PER_TOKEN.count(text),
  isEstimated: true,
});
