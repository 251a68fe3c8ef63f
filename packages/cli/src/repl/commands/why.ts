import { whyLines } from "../../render/answers/why.js";
import { nodeIn } from "../session/references.js";
import { lastRun, misuse, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

export const why = replCommand({
  name: "why",
  usage: "[N|PATH]",
  group: "ask",
  summary: "why is this node in the result, with this weight?",
  details:
    "N is the number of a result of the last run; without one, the first. What it shows: in words, then every score that made the weight with its " +
    "operands, and what cost it most.",
  examples: [
    { line: ":why 3", says: "The third result.", after: ['//POI[node =~ "museum"]'] },
    { line: ":why /Itinerary/Day[3]", says: "A node by its path.", after: ['//Day[avg(/POI[node =~ "museum"])]'] },
  ],
  completes: { kind: "node" },
  run: (session: Session, rest: string) => {
    const { inspection } = lastRun(session);
    const node = nodeIn(lastRun(session), rest === "" ? "1" : rest);
    const found = inspection.why(node);
    if (found === null) {
      const { path } = inspection.tree.node(node);
      throw misuse(`${path} is not in the result. Why not? :whynot ${path}`);
    }
    say(session, whyLines(found, outputOf(session)).join("\n"));
  },
});
