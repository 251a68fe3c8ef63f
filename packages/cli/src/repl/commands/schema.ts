import { emitOutline } from "@semantic-xpath/emitters";
import { type Schema, typeWords } from "@semantic-xpath/planner";
import { inferSchema, SCHEMAS } from "@semantic-xpath/runtime";
import { treesOf } from "../../input/data.js";
import { isFile } from "../../input/files.js";
import { wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { didYouMean } from "../../spec/readLine.js";
import { loadSchema, schemaText, typedPath } from "../session/loading.js";
import { change, failure, misuse, note, type Session, say } from "../session/session.js";
import { filesWith, type ReplCommand } from "./command.js";

export const schema: ReplCommand = {
  name: "schema",
  usage: "[FILE|NAME|TYPE|off]",
  summary: "show what types and attributes there are, or read a schema",
  details:
    "FILE is checked against from then on, and so is the schema that comes with sxp under a NAME. TYPE shows that type with its documentation. off goes on without a schema. Where there is none, what " +
    "is shown is what the data follows.",
  examples: [
    ["All types with their children and attributes.", ":schema"],
    ["One type, with what its attributes mean.", ":schema Restaurant"],
    ["Read a schema.", ":schema examples/itinerary/itinerary.schema.json"],
    ["The schema of folders of notes.", ":schema notes"],
  ],
  files: filesWith("json"),
  words: ({ settings }) => [
    ...Object.keys(settings.schema?.schema.types ?? {}).map((word) => ({ word, says: "type" })),
    ...SCHEMAS.map(({ name, title }) => ({ word: name, says: `schema of ${title}` })),
  ],
  run: async (session, rest) => {
    const path = typedPath(session, rest);
    if (path === "off") return change(session, "schema", { schema: null }, "no schema");
    if (isPath(path) || isShipped(path, session) || (path !== "" && (await isFile(path, session)))) {
      const loaded = await loadSchema(session, path);
      return change(session, "schema", { schema: loaded }, `schema: ${schemaText(loaded)}`);
    }
    await outline(session, path);
  },
};

const isPath = (text: string): boolean => text.includes(".") || text.includes("/");

/** Types of the schema at hand come first. */
const isShipped = (text: string, { settings }: Session): boolean =>
  settings.schema?.schema.types[text] === undefined && SCHEMAS.some(({ name }) => name === text);

async function outline(session: Session, type: string): Promise<void> {
  const { data, schema: loaded } = session.settings;
  const current = loaded?.schema ?? (data === null ? null : inferSchema(treesOf(data)));
  if (current === null) throw misuse("There is neither a schema nor data. Read some with :schema FILE or :data FILE");
  if (type !== "" && current.types[type] === undefined)
    throw failure(`There is no type "${type}".${await didYouMean(type, Object.keys(current.types))}`);
  if (loaded === null) note(session, session.screen.paint.dim("No schema: this is what the data follows."));
  say(session, type === "" ? outlineLines(current, session.screen) : typeLines(current, type, session.screen));
}

const INDENT = "    ";

/** A line for each type, with its children and attributes. */
const outlineLines = (schema: Schema, { paint, columns }: Screen): string[] =>
  emitOutline(schema)
    .split("\n")
    .flatMap((line) => hanging(line, paint.cyan, columns - 2));

/** One type with what is documented about it. */
function typeLines(schema: Schema, name: string, screen: Screen): string[] {
  const { paint, columns } = screen;
  const type = schema.types[name]!;
  const attributes = Object.entries(type.attributes).flatMap(([each, attribute]) => {
    const values = attribute.values === undefined ? "" : ` one of ${attribute.values.join(", ")}`;
    const needed = attribute.required ? ", required" : "";
    const about = attribute.documentation === undefined ? "" : `. ${attribute.documentation}`;
    return hanging(
      `@${each}  ${typeWords(attribute.type)}${needed}${values}${about}`,
      paint.blue,
      columns - INDENT.length,
    );
  });
  const documented = type.documentation === undefined ? [] : wrap(type.documentation, columns).map(paint.dim);
  return [
    ...outlineLines({ ...schema, types: { [name]: { ...type, attributes: {} } } }, screen),
    ...documented,
    ...attributes.map((line) => INDENT + line),
  ];
}

/** A text in lines that begins with a name; further lines stand further in. */
const hanging = (text: string, paint: (name: string) => string, columns: number): string[] =>
  wrap(text, Math.max(10, columns)).map((line, i) => (i === 0 ? line.replace(/^\S+/, paint) : `  ${line}`));
