import type { AttributeType, NodeType, Occurrence, Schema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/runtime";
import { isFile } from "../../input/files.js";
import { cut, widthOf, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { didYouMean } from "../../spec/readLine.js";
import { loadSchema, schemaText, typedPath } from "../session/loading.js";
import { change, failure, misuse, note, type Session, say } from "../session/session.js";
import { filesWith, type ReplCommand } from "./command.js";

export const schema: ReplCommand = {
  name: "schema",
  usage: "[FILE|TYPE|off]",
  summary: "show what types and attributes there are, or read a schema",
  details:
    "FILE is checked against from then on. TYPE shows that type with its documentation. off goes on without a schema. Where there is none, what " +
    "is shown is what the data follows.",
  examples: [
    ["All types with their children and attributes.", ":schema"],
    ["One type, with what its attributes mean.", ":schema Restaurant"],
    ["Read a schema.", ":schema examples/itinerary/itinerary.schema.json"],
  ],
  files: filesWith("json"),
  words: ({ settings }) => Object.keys(settings.schema?.schema.types ?? {}).map((word) => ({ word, says: "type" })),
  run: async (session, rest) => {
    const path = typedPath(session, rest);
    if (path === "off") {
      change(session, "schema", { schema: null });
      note(session, "no schema");
      return;
    }
    if (path.includes(".") || path.includes("/") || (path !== "" && (await isFile(path, session)))) {
      const loaded = await loadSchema(session, path);
      change(session, "schema", { schema: loaded });
      note(session, `schema: ${schemaText(loaded)}`);
      return;
    }
    await outline(session, path);
  },
};

async function outline(session: Session, type: string): Promise<void> {
  const { data, schema: loaded } = session.settings;
  const known = loaded?.schema ?? (data === null ? null : inferSchema(data.tree));
  if (known === null) throw misuse("There is neither a schema nor data. Read some with :schema FILE or :data FILE");
  if (type !== "" && known.types[type] === undefined)
    throw failure(`There is no type "${type}".${await didYouMean(type, Object.keys(known.types))}`);
  if (loaded === null) note(session, session.screen.paint.dim("No schema: this is what the data follows."));
  say(session, outlineLines(known, type === "" ? null : type, session.screen));
}

const INDENT = "    ";

/** The types of a schema, each with its children and attributes; one type alone with what is documented about it. */
function outlineLines(schema: Schema, only: string | null, screen: Screen): string[] {
  if (only !== null) return typeLines(only, schema.types[only]!, screen);
  return Object.entries(schema.types).flatMap(([name, type]) => summaryLines(name, type, screen));
}

/** `Day   1..7 POI, Restaurant` and below it the attributes. */
function summaryLines(name: string, type: NodeType, screen: Screen): string[] {
  const { paint, columns } = screen;
  const children = Object.entries(type.children).map(([child, times]) => `${child}${timesText(times, screen)}`);
  const holds = [...children, ...(type.text ? ["text"] : [])].join(", ");
  const attributes = Object.entries(type.attributes).map(([each, attribute]) => `@${each}${valueText(attribute)}`);
  const [first = "", ...more] = wrap(holds === "" ? "" : `{ ${holds} }`, Math.max(10, columns - widthOf(name) - 2));
  return [
    `${paint.cyan(name)} ${first}`.trimEnd(),
    ...more.map((line) => `${INDENT}${line}`),
    ...wrap(attributes.join(" "), Math.max(10, columns - INDENT.length))
      .filter((line) => line !== "")
      .map((line) => `${INDENT}${paint.blue(line)}`),
  ];
}

function typeLines(name: string, type: NodeType, screen: Screen): string[] {
  const { paint, columns } = screen;
  const [heading = name, ...children] = summaryLines(name, { ...type, attributes: {} }, screen);
  const attributes = Object.entries(type.attributes).flatMap(([each, attribute]) => {
    const values = attribute.values === undefined ? "" : ` one of ${attribute.values.join(", ")}`;
    const needed = attribute.required ? ", required" : "";
    const said = `${attribute.type}${needed}${values}${attribute.documentation === undefined ? "" : `. ${attribute.documentation}`}`;
    return wrap(`@${each}  ${said}`, Math.max(10, columns - INDENT.length)).map(
      (line, i) => `${INDENT}${i === 0 ? line.replace(/^@\S+/, (shown) => paint.blue(shown)) : `  ${line}`}`,
    );
  });
  const about =
    type.documentation === undefined ? [] : wrap(type.documentation, columns).map((line) => paint.dim(line));
  return [heading, ...children, ...about, ...attributes];
}

const timesText = ({ min, max }: Occurrence, { glyphs }: Screen): string => {
  if (max === undefined) return min === 0 ? "*" : "+";
  return min === max ? ` x${min}` : ` ${min}${glyphs.ellipsis === "…" ? "–" : "-"}${max}`;
};

/** What is no string says so. */
const valueText = ({ type, values }: AttributeType): string =>
  values !== undefined ? `=${cut(values.join("|"), 40, "...")}` : type === "string" ? "" : `:${type}`;
