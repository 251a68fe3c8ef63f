import { causeLines } from "../../render/answers/causes.js";
import { placeLines } from "../../render/empty.js";
import { runIn } from "../session/references.js";
import { outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

export const causes = replCommand({
  name: "causes",
  usage: "[RUN]",
  group: "ask",
  summary: "what may be wrong with the last run, in words",
  details:
    "All of the common causes that fit, each with its place in the query. A result shows the most telling two by itself.",
  examples: [{ line: ":causes", says: "Is something suspicious?", after: ['//POI[node =~ "museum"]'] }],
  completes: {
    kind: "words",
    words: ({ runs }) => runs.map(({ number, asked }) => ({ word: String(number), says: asked })),
  },
  run: (session: Session, rest: string) => {
    const { inspection, source } = runIn(session, rest);
    const screen = outputOf(session);
    const found = inspection.causes();
    if (found.length === 0) say(session, "Nothing looks wrong.");
    for (const cause of found)
      say(session, [...causeLines([cause], screen), ...placeLines(source, cause.span, screen)].join("\n"));
  },
});
