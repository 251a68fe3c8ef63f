import { compile } from "@semantic-xpath/runtime";
import { queryText } from "../../render/headline.js";
import { oneLine } from "../render/results.js";
import { execute } from "../session/execute.js";
import { misuse, note, outputOf, type Session } from "../session/session.js";
import { showRun } from "../session/showRun.js";
import { NOTHING, replCommand } from "./command.js";

export const apply = replCommand({
  name: "apply",
  usage: "",
  group: "ask",
  summary: "run the change that :whynot suggested last",
  details: "The changed query becomes a run of its own; :compare shows what the change did.",
  examples: [{ line: ":apply", says: "Try it.", after: ['//Day[@city = "Ottawa"]', ":whynot /Itinerary/Day[1]"] }],
  completes: NOTHING,
  run: async (session: Session) => {
    const { suggested } = session;
    if (suggested === null) throw misuse("No change was suggested. :whynot PATH looks for one.");
    const { change, run } = suggested;
    const name = run.name ?? undefined;
    const schema = session.settings.schema?.schema ?? null;
    const { query } = compile(change.text, { schema, ...(name !== undefined && { name }) });
    if (query === undefined) throw misuse("The change no longer fits the query: the schema has changed meanwhile.");
    const text = queryText(query);
    const screen = outputOf(session);
    note(session, screen.paint.bold(oneLine(text, screen.columns, screen)));
    const { limit, minScore } = change.options;
    const params = Object.fromEntries(
      Object.entries(run.inspection.observation.params).map(([key, value]) => [key, String(value)]),
    );
    const done = await execute(
      session,
      { asked: text, source: { name: run.source.name, text: change.text }, name: run.name, query, told: [], params },
      {
        params: change.params,
        ...(limit !== undefined && { limit }),
        ...(minScore !== undefined && { minScore }),
      },
    );
    await showRun(session, done);
  },
});
