import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { tokensOf } from "../results/page.js";
import { query as queryTool } from "./query.js";
import { placeOf, TASK, unlessEmpty, VERSION } from "./shared.js";
import { tool } from "./tool.js";

export const ask = tool({
  name: "ask",
  title: "Ask in plain English",
  description:
    "Answers a question in plain English, with the query that it became, or asks back with queries to choose from. The client's model writes the query where the client offers sampling.",
  does: "read",
  input: z.object({ request: z.string(), ...TASK, ...VERSION }),
  /** With the members of an answer of `query`. */
  output: z.looseObject({ by: z.string() }),
  async run(session, { request, ...input }, context) {
    const { translate } = await import("@semantic-xpath/chat/translate");
    const { tree, schema } = placeOf(session, input).view;
    const about = { tree, schema, scorer: session.scorer, now: session.now().toISOString() };
    const answered = async (about: { readonly by: string; readonly query: string; readonly said?: string }) => {
      const maxTokens = Math.max(100, session.tokensFor(input.maxTokens) - tokensOf(JSON.stringify(about)));
      return { ...about, ...(await queryTool.call(session, { ...input, maxTokens, query: about.query }, context)) };
    };
    const { model, signal } = context;
    let modelQuestion: string | null = null;
    if (model !== undefined) {
      const { writeQuery } = await import("@semantic-xpath/chat");
      const answer = await writeQuery(model, request, about, defined({ signal }));
      if ("query" in answer) return answered({ by: "model", query: answer.query });
      modelQuestion = answer.question;
    }
    const by = model === undefined ? ("reader" as const) : ("model" as const);
    const { isClear, readings, question } = await translate(request, about);
    const queries = readings.flatMap((reading) =>
      reading.kind === "query" && !reading.isHistory && reading.version === undefined ? [reading] : [],
    );
    const [first] = queries;
    if (isClear && first !== undefined && first === readings[0] && modelQuestion === null)
      return answered({ by, query: first.query, said: first.said });
    const choices = queries.map(({ query, said, confidence }) => ({ query, said, confidence }));
    return { by, question: modelQuestion ?? question ?? CHANGES, readings: unlessEmpty(choices) };
  },
});

const CHANGES = "This is no question about the data of this task. Which of the other tools is meant?";
