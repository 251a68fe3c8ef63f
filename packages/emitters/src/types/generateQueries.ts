import {
  type AstNode,
  assertNever,
  bracketsOf,
  type CallFunction,
  type Comment,
  callRow,
  type Declaration,
  type Diagnostic,
  errorsOf,
  type Field,
  type GroupBy,
  nameOfEntry,
  type Parameter,
  type Path,
  parse,
  type Query,
  READINGS,
  type RecordStep,
  type Step,
  type ValueQuery,
} from "@semantic-xpath/parser";
import {
  type ArgumentUse,
  type Checked,
  check,
  contextItems,
  isOneValue,
  isTest,
  isValue,
  plan,
  printSchema,
  type Schema,
} from "@semantic-xpath/planner";
import { rowOf } from "../valueTypes.js";
import { docComment, identifiers, nodeTypes, propertyName, valueType } from "./emitTypes.js";

export interface GenerateOptions {
  /** Schema of the queried trees; null: any tree. */
  readonly schema: Schema | null;
  /** Name of the document in the head of the source: its file name. */
  readonly name: string;
  /**
   * `module`: TypeScript with everything, for the program. `javascript` and `declarations`: the same in two, for a bundler that reads the
   * document itself and the compiler beside it. Default "module".
   */
  readonly form?: "module" | "javascript" | "declarations";
}

export interface GeneratedQueries {
  /** The source of the module. Empty where `diagnostics` has an error. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Declared names, and the names under which the module exports them; of a bare query null and "query". */
  readonly exports: readonly { readonly name: string | null; readonly identifier: string }[];
}

/**
 * A module that exports each query of a document with its types: its arguments, and its nodes, attributes or values. It
 * holds the text and the schema and depends on `@semantic-xpath/runtime` alone. An invalid TypeScript name becomes a similar one.
 *
 * @example
 * generateQueries("declare query day($n as number) := /Plan/Day[$n];", { schema, name: "plan.sxp" }).text
 * … export const day: TypedQuery<TypedMatches<NodeMatch<Day>>, { readonly n: number }> = queries("day");
 */
export function generateQueries(text: string, { schema, name, form = "module" }: GenerateOptions): GeneratedQueries {
  const { ast, diagnostics: syntax } = parse(text);
  const diagnostics = [...syntax];
  const declared = declaredIn(ast.declarations, ast.query);
  const identifierOf = identifiers(
    declared.map((one) => one.name ?? "query"),
    VALUE_NAMES,
  );
  const types = schema === null ? null : nodeTypes(schema, TYPE_NAMES);
  const exported = declared.map((one): Exported => {
    const checked = check(one.query, schema, one.parameters);
    diagnostics.push(...checked.diagnostics);
    return {
      ...one,
      checked,
      identifier: identifierOf(one.name ?? "query"),
      comment: commentBefore(text, ast.comments, one),
    };
  });
  const exports = exported.map((one) => ({ name: one.name, identifier: one.identifier }));
  if (errorsOf(diagnostics).length > 0) return { text: "", diagnostics, exports };
  const typesOf = (one: Exported): string =>
    `TypedQuery<${resultType(one, schema, types?.nameOf ?? null)}, ${parametersType(one, text, schema)}>`;
  const bodies = exported.map((one) => {
    const head = docComment([one.comment], "");
    if (form === "declarations") return `${head}export declare const ${one.identifier}: ${typesOf(one)};`;
    const typed = form === "javascript" ? "" : `: ${typesOf(one)}`;
    return `${head}export const ${one.identifier}${typed} = queries(${JSON.stringify(one.name)});`;
  });
  const held = [JSON.stringify(text), ...(schema === null ? [] : [JSON.stringify(compact(schema))])];
  const source = [
    HEAD(name),
    imports(form, bodies.join("\n")),
    ...(form === "javascript" || types === null ? [] : [types.source]),
    ...(form === "declarations" ? [] : [`const queries = defineQueries(${held.join(", ")});`]),
    ...bodies,
  ];
  return { text: `${source.join("\n\n")}\n`, diagnostics, exports };
}

const HEAD = (name: string): string =>
  docComment([`Written by "sxp codegen" from ${name}: change that file and write this one again.`], "").trimEnd();

/** Names of types that the source declares or imports. */
const IMPORTED_TYPES = [
  "AttributeMatch",
  "GroupMatch",
  "Match",
  "NodeMatch",
  "RecordMatch",
  "TextMatch",
  "TypedMatches",
  "TypedQuery",
  "TypedValue",
] as const;
const TYPE_NAMES = [...IMPORTED_TYPES, "Root", "AnyNode", "NodesByType", "Record", "never"];
/** Names of values that it declares or imports. */
const VALUE_NAMES = ["queries", "defineQueries"];

function imports(form: GenerateOptions["form"], source: string): string {
  const types = form === "javascript" ? [] : IMPORTED_TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
  const names = [...types.map((name) => `type ${name}`), ...(form === "declarations" ? [] : ["defineQueries"])];
  return `import { ${names.join(", ")} } from "@semantic-xpath/runtime";`;
}

const compact = (schema: Schema): string => JSON.stringify(JSON.parse(printSchema(schema)));

interface Declared {
  readonly name: string | null;
  readonly parameters: readonly Parameter[] | null;
  readonly query: Query | ValueQuery;
  readonly start: number;
}

interface Exported extends Declared {
  readonly checked: Checked;
  readonly identifier: string;
  readonly comment: string;
}

/** The queries with a name, each name once, or the bare one. */
function declaredIn(declarations: readonly Declaration[], bare: Query | ValueQuery | null): readonly Declared[] {
  if (bare !== null) return [{ name: null, parameters: null, query: bare, start: bare.span.start }];
  const byName = new Map<string, Declared>();
  for (const { name, parameters, query, span } of declarations) {
    if (name.kind !== "Name" || byName.has(name.text)) continue;
    byName.set(name.text, { name: name.text, parameters, query, start: span.start });
  }
  return [...byName.values()];
}

/** The comment right before a query. */
function commentBefore(text: string, comments: readonly Comment[], { start }: Declared): string {
  const before = comments.findLast(({ span }) => span.end <= start);
  if (before === undefined || text.slice(before.span.end, start).trim() !== "") return "";
  return before.text.slice(2, -2);
}

/** The arguments, each as narrow as its declaration and its uses say. */
function parametersType({ checked, parameters }: Exported, text: string, schema: Schema | null): string {
  const members = plan(checked, text, schema, parameters ?? [])
    .parameters.filter(({ name }) => name !== "")
    .map(({ name, type, uses }) => `readonly ${propertyName(name)}: ${type ?? argumentType(uses)}`);
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("; ")} }`;
}

function argumentType(uses: readonly ArgumentUse[]): string {
  if (uses.includes("position")) return "number";
  if (uses.includes("condition")) return "string";
  return "string | number | boolean";
}

type NameOf = ((type: string) => string) | null;

function resultType({ query, checked }: Exported, schema: Schema | null, nameOf: NameOf): string {
  if (query.kind === "ValueQuery") return `TypedValue<${typeOfValue(query.value, checked)}>`;
  const record = lastStep(query.paths[0]);
  if (record?.kind === "RecordStep") return `TypedMatches<RecordMatch<${recordType(record, checked)}>>`;
  const groups = query.paths.length === 1 ? groupByOf(query.paths[0]!) : null;
  if (groups !== null && contextItems(query).kind === "groups") {
    const keys = groups.keys.flatMap((key) => {
      const name = nameOfEntry(key)?.text;
      return name === undefined ? [] : [`readonly ${propertyName(name)}: ${typeText(key.value, checked)} | null`];
    });
    return `TypedMatches<GroupMatch<{ ${keys.join("; ")} }>>`;
  }
  const matches = query.paths.flatMap((path) => matchesOf(path, checked, schema, nameOf));
  return `TypedMatches<${[...new Set(matches)].join(" | ") || "Match"}>`;
}

const lastStep = (path: Query["paths"][number] | undefined): Step | undefined =>
  path?.kind === "Path" ? path.segments.at(-1)?.step : undefined;

/** The last `group by` at the end of a path; null if it has none there. */
function groupByOf(path: Query["paths"][number]): GroupBy | null {
  if (path.kind !== "Path") return null;
  const last = lastStep(path);
  const brackets = last === undefined ? (path.head?.brackets ?? []) : bracketsOf(last);
  const by = brackets.findLast(({ content }) => content.kind === "GroupBy")?.content;
  return by?.kind === "GroupBy" ? by : null;
}

/** The type of a record: a property for each field. */
function recordType({ fields }: RecordStep, checked: Checked): string {
  const properties = fields.flatMap((field) => {
    const name = nameOfEntry(field)?.text;
    return name === undefined ? [] : [`readonly ${propertyName(name)}: ${fieldType(field.value, checked)}`];
  });
  return `{ ${properties.join("; ")} }`;
}

function fieldType(value: Field["value"], checked: Checked): string {
  const last = value.kind === "Evidence" ? value.segments.at(-1)?.step : undefined;
  if (last?.kind === "RecordStep") return `readonly ${recordType(last, checked)}[]`;
  if (!isValue(value)) return checked.kinds.get(value) === "Relevance" ? "number" : "boolean";
  if (isTest(value)) return "boolean";
  const single = typeText(value, checked);
  if (!isOneValue(value)) return `readonly (${single})[]`;
  return value.kind === "Call" && isAlwaysThere(value.function) ? single : `${single} | null`;
}

/** The type of one value in JSON. */
function typeText(value: AstNode, { values }: Checked): string {
  const type = values.get(value)?.type ?? null;
  return type === null ? "string | number | boolean" : (RESULTS[rowOf(type).json.kind] ?? "string");
}

/** Result types of a path; for an intersection those of the left. */
function matchesOf(path: Query["paths"][number], checked: Checked, schema: Schema | null, nameOf: NameOf): string[] {
  if (path.kind === "Missing" || schema === null || nameOf === null) return ["Match"];
  if (path.kind === "Meet") return matchesOf(path.left, checked, schema, nameOf);
  const last = path.segments.at(-1)?.step;
  if (last === undefined) return groupMatches(path, checked, schema, nameOf);
  if (last.kind === "AttributeStep" && last.name.kind === "Name")
    return attributeMatches(ownersIn(path, checked), last.name.text, schema, nameOf);
  const isText = last.kind === "TextStep";
  const types = isText ? ownersIn(path, checked) : (checked.types.get(path.segments.at(-1)!) ?? []);
  return [`${isText ? "TextMatch" : "NodeMatch"}<${types.map(nameOf).join(" | ") || "AnyNode"}>`];
}

/** A group alone gives what is in it, unless an offset leads elsewhere. */
function groupMatches({ head }: Path, checked: Checked, schema: Schema, nameOf: NonNullable<NameOf>): string[] {
  if (head === null) return ["Match"];
  if (!head.brackets.some(({ content }) => content.kind === "SiblingOffset"))
    return head.query.paths.flatMap((path) => matchesOf(path, checked, schema, nameOf));
  const types = checked.types.get(head) ?? [];
  return [`NodeMatch<${types.map(nameOf).join(" | ") || "AnyNode"}>`];
}

/** The nodes of which a path's last step is an attribute or the own text. */
function ownersIn({ head, segments }: Path, checked: Checked): readonly string[] {
  const before = segments.length > 1 ? segments.at(-2)! : head;
  return (before === null ? null : checked.types.get(before)) ?? [];
}

function attributeMatches(
  owners: readonly string[],
  name: string,
  schema: Schema,
  nameOf: NonNullable<NameOf>,
): string[] {
  const key = JSON.stringify(name);
  const matches = owners.flatMap((owner) => {
    const { attributes } = schema.types[owner]!;
    return Object.hasOwn(attributes, name)
      ? [`AttributeMatch<${nameOf(owner)}, ${key}, ${valueType(attributes[name]!)}>`]
      : [];
  });
  return matches.length > 0 ? matches : [`AttributeMatch<AnyNode, ${key}>`];
}

/** The type of a value as a result. */
function typeOfValue(value: ValueQuery["value"], { values }: Checked): string {
  if (value.kind === "Comparison") return "boolean";
  const type = values.get(value)?.type ?? null;
  const single = type === null ? "string | number | boolean" : (RESULTS[rowOf(type).json.kind] ?? "string");
  if (value.kind === "Evidence" || (value.kind === "Call" && callRow(value.function).gives === "values"))
    return single.includes("|") ? `readonly (${single})[]` : `readonly ${single}[]`;
  const isSure = value.kind === "Call" && isAlwaysThere(value.function);
  return isSure ? single : `${single} | null`;
}

const RESULTS: Partial<Record<string, string>> = {
  NumberLiteral: "number",
  BooleanLiteral: "boolean",
};

/** True of functions that give a value of nothing too. */
function isAlwaysThere(name: CallFunction): boolean {
  const row = callRow(name);
  switch (row.kind) {
    case "context":
    case "count":
    case "join":
      return true;
    case "sum":
      return row.ofNothing === "zero";
    case "pick":
      return false;
    case "scalar":
      return row.ofAbsent !== null || row.parameters.every(({ reading }) => READINGS[reading].types === null);
    default:
      return assertNever(row);
  }
}
