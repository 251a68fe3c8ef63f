import { dataText, loadData } from "../session/loading.js";
import { typedPath } from "../session/paths.js";
import { change, note, type Session } from "../session/session.js";
import { replCommand } from "./command.js";

export const data = replCommand({
  name: "data",
  usage: "[FILE]",
  group: "set",
  summary: "read the tree that queries run over, or say which it is",
  details: "XML or JSON. The file is read again when it changes; runs before that stay as they were.",
  examples: [
    { line: ":data examples/itinerary/itinerary.xml", says: "Read a tree." },
    { line: ":data", says: "Which tree is it?" },
  ],
  completes: { kind: "files", endings: ["xml", "json"] },
  run: async (session: Session, rest: string) => {
    if (rest !== "") change(session, "data", { data: await loadData(session, typedPath(session, rest)) });
    const { data: loaded } = session.settings;
    note(session, loaded === null ? "There is no data. Read some with :data FILE" : `data: ${dataText(loaded)}`);
  },
});
