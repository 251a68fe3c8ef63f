import type { Calibration } from "../../../packages/scorers/src/calibration.js";
import { FAMILIES } from "../../../packages/scorers/src/node/onnx/families.js";
import { textOf } from "../../structure/support/sources.js";
import { code, generatedFrom, page, table } from "./markdown.js";

const SOURCE = "packages/scorers/schema/sxp-config.json";

interface Property {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly const?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Property>>;
  readonly additionalProperties?: Property | boolean;
}

/** Rows of the properties of an object, those of objects in them with a dot. */
const rowsOf = (
  { properties = {}, required = [] }: Property,
  definitions: Readonly<Record<string, Property>>,
  before = "",
): string[][] =>
  Object.entries(properties).flatMap(([name, written]) => {
    if (name === "$schema" || name === "kind") return [];
    const property = { ...definitions[written.$ref?.split("/").at(-1) ?? ""], ...written };
    const isNeeded = required.includes(name);
    const facts = [
      property.description ?? property.title ?? "",
      property.enum === undefined ? "" : `One of ${property.enum.map((each) => code(each)).join(", ")}.`,
      property.default === undefined ? "" : `Default: \`${JSON.stringify(property.default)}\`.`,
    ];
    const own = [
      `${code(`${before}${name}`)}${isNeeded ? ", required" : ""}`,
      facts.filter((fact) => fact !== "").join(" "),
    ];
    return [own, ...rowsOf(property, definitions, `${before}${name}.`)];
  });

/** The cosines that become 0 and 1. */
function bandOf(calibration: Calibration | null | undefined): string {
  if (calibration === null || calibration === undefined) return "cut at 0";
  const { slope, intercept } = calibration;
  const at = (score: number): string => String(Number(((score - intercept) / slope).toFixed(2)));
  return `${at(0)} … ${at(1)}`;
}

const written = (text: string | undefined): string => code((text ?? "").trim().replaceAll("\n", " "));

export function configurationPage(): string {
  const { $defs, ...file } = JSON.parse(textOf(SOURCE)) as Property & { readonly $defs: Record<string, Property> };
  const { properties = {} } = file;
  const data = properties.data?.additionalProperties;
  const kinds = Object.entries($defs).filter(([, { properties: own }]) => own?.kind?.const !== undefined);
  return page(
    generatedFrom(SOURCE),
    "# Configuration",
    "`sxp.config.json`, in a folder or the nearest above, holds data only: no command runs code or fetches a model because of it, and API keys are in environment variables. Editors complete it by its JSON Schema. [Scorers and models](../how-to/scorers-and-models.md) has examples.",
    table(["property", "meaning"], rowsOf(file, $defs)),
    typeof data === "object" ? `## Data\n\n${table(["property of a pattern", "meaning"], rowsOf(data, $defs))}` : "",
    "## Scorers",
    "Each has a `kind`:",
    ...kinds.map(([name, kind]) => {
      const rows = rowsOf(kind, $defs);
      return [`### ${name}`, `${kind.title}.`, rows.length === 0 ? "" : table(["property", "meaning"], rows)]
        .filter((part) => part !== "")
        .join("\n\n");
    }),
    "## Model families",
    "What an embedding model gets if neither its folder nor its configuration says otherwise. The first row counts whose words are all in the name of the folder or in `config.json`. Bands come from the authors, or from two to four examples of a model's card; a fitted calibration takes precedence.",
    table(
      ["name has", "pooling", "before a condition", "before a text", "cosines for 0 … 1"],
      FAMILIES.map(([words, { pooling = "mean", query, passage, band }]) => [
        code(words),
        pooling,
        written(query),
        written(passage),
        bandOf(band),
      ]),
    ),
  );
}
