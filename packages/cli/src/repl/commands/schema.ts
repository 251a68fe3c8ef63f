import { inferSchema } from "@semantic-xpath/runtime";
import { isFile } from "../../input/files.js";
import { didYouMean } from "../../options/readOptions.js";
import { outlineLines } from "../render/outline.js";
import { loadSchema, schemaText } from "../session/loading.js";
import { typedPath } from "../session/paths.js";
import { change, failure, misuse, note, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

export const schema = replCommand({
  name: "schema",
  usage: "[FILE|TYPE|off]",
  group: "set",
  summary: "show what types and attributes there are, or read a schema",
  details:
    "FILE is checked against from then on. TYPE shows that type with its documentation. off goes on without a schema. Where there is none, what " +
    "is shown is what the data follows.",
  examples: [
    { line: ":schema", says: "All types with their children and attributes." },
    { line: ":schema Restaurant", says: "One type, with what its attributes mean." },
    { line: ":schema examples/itinerary/itinerary.schema.json", says: "Read a schema." },
  ],
  completes: {
    kind: "wordThenFile",
    words: ({ settings }) => Object.keys(settings.schema?.schema.types ?? {}).map((word) => ({ word, says: "type" })),
  },
  run: async (session, rest) => {
    const path = typedPath(session, rest);
    if (path === "off") {
      change(session, "schema", { schema: null });
      note(session, "no schema");
      return;
    }
    if (path.includes(".") || path.includes("/") || (path !== "" && (await isFile(path, session.io)))) {
      const loaded = await loadSchema(session, path);
      change(session, "schema", { schema: loaded });
      note(session, `schema: ${schemaText(loaded)}`);
      return;
    }
    await outline(session, path);
  },
});

async function outline(session: Session, type: string): Promise<void> {
  const { data, schema: loaded } = session.settings;
  const known = loaded?.schema ?? (data === null ? null : inferSchema(data.tree));
  if (known === null) throw misuse("There is neither a schema nor data. Read some with :schema FILE or :data FILE");
  if (type !== "" && known.types[type] === undefined)
    throw failure(`There is no type "${type}".${await didYouMean(type, Object.keys(known.types))}`);
  if (loaded === null) note(session, outputOf(session).paint.dim("No schema: this is what the data follows."));
  say(session, outlineLines(known, type === "" ? null : type, outputOf(session)).join("\n"));
}
