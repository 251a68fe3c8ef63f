import { STEP_WITHOUT } from "@semantic-xpath/inspect";
import {
  type Diagnostic,
  type Document,
  errorsOf,
  type Import,
  parse,
  type Span,
  suggest,
} from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { isMappingPath, shippedSchemaName, unknownMapping } from "@semantic-xpath/readers";
import {
  Collection,
  type CompiledQuery,
  compile,
  type DataReading,
  formatOf,
  type Mapping,
  mappingNamed,
  type NamedTree,
  parseMapping,
  ReadError,
  readAs,
  schemaNamed,
  type Tree,
} from "@semantic-xpath/runtime";
import type { DebugHost } from "../host.js";
import type { LaunchArguments } from "../launch.js";
import { messageOf, RequestProblem } from "../problem.js";
import { baseName, isUri, joinPath } from "../text/paths.js";
import { diagnosticText } from "../text/rendered.js";

/** A query with everything that it runs on. */
export interface Program {
  /** The file, null for a bare query. */
  readonly path: string | null;
  /** Name in messages. */
  readonly name: string;
  /** The whole text of the file; operators' spans point into it. */
  readonly text: string;
  /** The declared query, null for a bare one. */
  readonly queryName: string | null;
  readonly query: CompiledQuery;
  /** The part of the text that declares it. */
  readonly own: Span;
  /** The parts of the text that are other queries. */
  readonly others: readonly Span[];
  readonly tree: Tree;
  /** Collection of the tree; null for a single tree. */
  readonly within: Collection | null;
  readonly dataPath: string;
  readonly schemaPath: string | null;
  /** Warnings and hints, rendered. */
  readonly remarks: readonly string[];
}

/** Name in messages of a query without a file. */
export const QUERY_NAME = "query";

/** Reads and compiles what a launch asks for. Throws a `RequestProblem` with the diagnostics rendered if something is wrong. */
export async function loadProgram(host: DebugHost, launch: LaunchArguments): Promise<Program> {
  const resolve = host.resolvePath?.bind(host) ?? joinPath;
  const path = launch.program === undefined ? null : resolve(launch.program, null);
  const text = launch.text ?? (await read(host, path!, "the query"));
  const name = path === null ? QUERY_NAME : baseName(path);
  const { ast } = parse(text);
  const imported = (what: Import["what"]): string | null => importOf(ast, what, name, (given) => resolve(given, path));
  const dataPath = launch.data === undefined ? imported("data") : resolve(launch.data, null);
  const reading = dataPath === null ? null : ((await host.dataReading?.(dataPath)) ?? null);
  const named = launch.schema === undefined ? imported("schema") : resolve(launch.schema, null);
  const schemaPath = named ?? reading?.schema ?? null;
  const schema = schemaPath === null ? null : await readSchema(host, schemaPath);
  const chosen = choose(ast, launch.query, name);
  const otherSpans = ast.declarations.map(({ span }) => span).filter((span) => chosen !== null && span !== chosen.span);
  const source = { path, name, text, queryName: chosen?.name ?? null, others: otherSpans, schemaPath };
  const compiled = compileChosen(source, schema, launch);
  if (dataPath === null)
    throw new RequestProblem(`A query runs over data: write import data "…"; into ${name}, or give "data".`);
  const ownSpan = chosen?.span ?? compiled.query.plan.result.span;
  const { reported, ...data } = await readData(host, dataPath, launch, reading);
  return { ...source, ...compiled, own: ownSpan, ...data, remarks: [...compiled.remarks, ...reported] };
}

async function read(host: DebugHost, path: string, what: string): Promise<string> {
  try {
    return await host.readText(path);
  } catch (error) {
    throw new RequestProblem(`${what} can't be read: ${path}: ${messageOf(error)}`);
  }
}

function importOf(
  { imports }: Document,
  what: Import["what"],
  name: string,
  resolve: (path: string) => string,
): string | null {
  const declaration = imports.find((candidate) => candidate.what === what);
  if (declaration === undefined || declaration.path.kind === "Missing") return null;
  const { value } = declaration.path;
  if (!isUri(value)) return resolve(value);
  throw new RequestProblem(`${name}: can't import "${value}": imports are files, and nothing is fetched.`);
}

async function readSchema(host: DebugHost, path: string): Promise<Schema> {
  const shipped = shippedSchemaName(path);
  if (shipped !== null) return (await schemaNamed(shipped))!;
  const text = await read(host, path, "the schema");
  const { schema, diagnostics } = parseSchema(text);
  const mistakes = errorsOf(diagnostics);
  if (schema !== null && mistakes.length === 0) return schema;
  throw new RequestProblem(mistakes.map((mistake) => diagnosticText(baseName(path), text, mistake)).join("\n\n"));
}

type Data = Pick<Program, "tree" | "within" | "dataPath"> & {
  /** Diagnostics of its reader, rendered. */
  readonly reported: readonly string[];
};

/** Warnings of a reader that are reported; untrusted data can have any number. */
const MAX_REPORTED = 10;

async function readData(
  host: DebugHost,
  path: string,
  { source, mapping: named }: LaunchArguments,
  reading: DataReading | null,
): Promise<Data> {
  const trees = await host.openTrees?.(path, named ?? null).catch((error: unknown) => {
    throw new RequestProblem(`the data can't be read: ${path}: ${messageOf(error)}`);
  });
  if (trees) return chosenTree(trees, path, source);
  const mapping = await mappingFor(host, named, reading);
  const text = await read(host, path, "the data");
  const findings: Diagnostic[] = [];
  const onDiagnostic = (diagnostic: Diagnostic): void => {
    if (diagnostic.severity === "error") throw new ReadError(diagnostic);
    findings.push(diagnostic);
  };
  try {
    const tree = await readAs(formatOf(path), text, {
      onDiagnostic,
      ...(mapping && { mapping }),
      ...(host.limits && { limits: host.limits }),
    });
    const reported = findings.slice(0, MAX_REPORTED).map((one) => diagnosticText(baseName(path), text, one));
    if (findings.length > MAX_REPORTED) reported.push(`${baseName(path)}: and ${findings.length - MAX_REPORTED} more.`);
    return { tree, within: null, dataPath: path, reported };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new RequestProblem(diagnosticText(baseName(path), text, error.diagnostic));
  }
}

/** The mapping that the launch names, else the configured one. */
async function mappingFor(
  host: DebugHost,
  named: string | undefined,
  reading: DataReading | null,
): Promise<Mapping | null> {
  if (named === undefined) {
    if (reading?.problem) throw new RequestProblem(reading.problem);
    return reading?.mapping ?? null;
  }
  const shipped = await mappingNamed(named);
  if (shipped !== null) return shipped.mapping;
  if (!isMappingPath(named)) throw new RequestProblem(unknownMapping(named).message);
  const path = (host.resolvePath?.bind(host) ?? joinPath)(named, null);
  const text = await read(host, path, "the mapping");
  const { mapping, diagnostics } = parseMapping(text, baseName(path));
  const mistakes = errorsOf(diagnostics);
  if (mapping !== null && mistakes.length === 0) return mapping;
  throw new RequestProblem(mistakes.map((mistake) => diagnosticText(baseName(path), text, mistake)).join("\n\n"));
}

/** Names of trees that a message lists. */
const MAX_LISTED = 8;

/** One steps through one tree at a time: of several it has to be said which. */
function chosenTree(trees: readonly NamedTree[], path: string, source: string | undefined): Data {
  const names = trees.map(({ name }) => name);
  const named = source === undefined && trees.length === 1 ? trees[0] : trees.find(({ name }) => name === source);
  if (named !== undefined)
    return { tree: named.tree, within: new Collection(trees), dataPath: named.name, reported: [] };
  const listed = names.slice(0, MAX_LISTED).join(", ") + (names.length > MAX_LISTED ? ", …" : "");
  const [near] = suggest(source ?? "", names);
  throw new RequestProblem(
    source === undefined
      ? `${path} is ${trees.length} trees. Choose one with "source": ${listed}.`
      : `${path} has no tree "${source}".${near === undefined ? ` It has ${listed}.` : ` Did you mean "${near}"?`}`,
  );
}

/** The declared query that is meant; null: the file is a bare one. */
function choose({ declarations, query }: Document, wanted: string | undefined, file: string) {
  const declared = declarations.flatMap(({ name, span }) =>
    name.kind === "Missing" ? [] : [{ name: name.text, span }],
  );
  const names = declared.map(({ name }) => name);
  if (wanted !== undefined) {
    const declaration = declared.find(({ name }) => name === wanted);
    if (declaration !== undefined) return declaration;
    const [near] = suggest(wanted, names);
    const suggestion = near === undefined ? "" : ` Did you mean "${near}"?`;
    throw new RequestProblem(`${file} declares no query "${wanted}".${suggestion}`);
  }
  if (declared.length > 1)
    throw new RequestProblem(
      `${file} declares ${declared.length} queries. Choose one with "query": ${names.join(", ")}.`,
    );
  if (declared.length === 0 && query === null && declarations.length === 0)
    throw new RequestProblem(`${file}: there is no query in it.`);
  return declared[0] ?? null;
}

function compileChosen(
  { text, name: file, queryName: name, others }: Omit<Program, "query" | "remarks" | "own" | keyof Data>,
  schema: Schema | null,
  { optimise = false }: LaunchArguments,
): Pick<Program, "query" | "remarks"> {
  const compiled = compile(text, { schema, without: optimise ? [] : STEP_WITHOUT, ...(name !== null && { name }) });
  const isOwn = ({ span }: Diagnostic): boolean =>
    !others.some(({ start, end }) => span.start >= start && span.end <= end);
  const findings = compiled.diagnostics.filter(isOwn);
  const mistakes = errorsOf(findings);
  const query = name === null ? compiled.query : compiled.queries[name];
  if (query === undefined || mistakes.length > 0) {
    const texts = mistakes.map((mistake) => diagnosticText(file, text, mistake));
    throw new RequestProblem(texts.length === 0 ? `${file}: there is no query in it.` : texts.join("\n\n"));
  }
  return { query, remarks: findings.map((remark) => diagnosticText(file, text, remark)) };
}
