import type { AttributeType, NodeType, Occurrence, Schema } from "@semantic-xpath/planner";
import { cut, widthOf, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";

const INDENT = "    ";

/** The types of a schema, each with its children and attributes; one type alone with what is documented about it. */
export function outlineLines(schema: Schema, only: string | null, screen: Screen): string[] {
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
