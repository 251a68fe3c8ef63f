import { handedOn } from "@semantic-xpath/chat";
import { type Reading, translate } from "@semantic-xpath/chat/translate";
import { compile } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import type { Answer, Method, TreeSource } from "../format/method.js";
import { answerOf } from "./goldQuery.js";

/** The reader of requests in English: what it reads without asking is run, else it has asked. */
export function englishMethod(scorer: Scorer, name = "english"): Method<TreeSource | null> {
  return {
    id: `english@2 ${scorer.id}`,
    name,
    cannot: (source, { request }) => {
      if (source.kind === "dialogue") return "the reader is for data that is a tree";
      return request === null ? "the case has no request in words" : null;
    },
    build: async (source) => (source.kind === "tree" ? source : null),
    async ask(source, { request, earlier }): Promise<Answer> {
      const { tree, schema, now, history } = source!;
      const context = {
        found: earlier.map(({ references }) => references),
        requests: earlier.map(({ request: said, text }) => ({ request: said, text })),
      };
      const { readings, isClear } = await translate(request!, {
        tree,
        schema,
        scorer,
        context,
        memory: history,
        now,
      });
      const [reading] = readings;
      if (!isClear || reading === undefined) return { items: [], instead: "question" };
      return readingAnswer(reading, source!, scorer);
    },
  };
}

/** A reading of a request as an answer: what its query finds, or what it would do. */
export async function readingAnswer(
  reading: Reading,
  { tree, schema, now }: Pick<TreeSource, "tree" | "schema" | "now">,
  scorer: Scorer,
): Promise<Answer> {
  switch (reading.kind) {
    case "query": {
      if (reading.isHistory) return { items: [], action: { do: "query", query: reading.query } };
      const { query } = compile(reading.query, { schema });
      const result = await query!.run(tree, { scorer, now });
      return answerOf(reading.query, result, handedOn(result));
    }
    case "update":
      return { items: [], update: reading.update };
    case "create":
      return { items: [], action: { do: "create", name: reading.title } };
    case "history":
      return { items: [], action: { ...reading.action } };
    case "facts":
      return { items: [], action: { do: reading.action.do } };
    case "talk":
      return { items: [], instead: "talk" };
  }
}
