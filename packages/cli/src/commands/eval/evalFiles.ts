import { dirname, relative, resolve } from "node:path";
import {
  changeMarkdown,
  clockOf,
  compareEvalRuns,
  dayOf,
  resultValue,
  SAVED,
  type SuiteFile,
} from "@semantic-xpath/eval";
import { parse } from "@semantic-xpath/parser";
import { compile } from "@semantic-xpath/runtime";
import { readData } from "../../input/data.js";
import { writeOut } from "../../input/files.js";
import { dataPaths, importedPath, readQuery } from "../../input/query.js";
import { readSchemaAt } from "../../input/schema.js";
import { diagnosticTexts, inOrder } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, Stop, usage } from "../../stop.js";
import type { EvalCompareLine, EvalInitLine } from "./command.js";
import { readRun } from "./eval.js";

/** `sxp eval compare`. */
export async function compareRunFiles(
  { operands: [before = "", after = ""], options }: EvalCompareLine,
  io: World,
): Promise<ExitCode> {
  const change = compareEvalRuns(await readRun(before, io), await readRun(after, io));
  await writeOut(changeMarkdown(change), options.output, io);
  return EXIT.fine;
}

/** `sxp eval init`: a suite in which what each declared query finds today is right. */
export async function initSuite({ operands: [file = ""], options }: EvalInitLine, io: World): Promise<ExitCode> {
  const source = await readQuery(file, io);
  const data = dataPaths([], source, io);
  const [tree] = data;
  if (tree === undefined || data.length > 1)
    throw usage(`${file} has to import one file of data: a suite is about one.`);
  const schemaPath = importedPath(source, "schema", io);
  const schema = await readSchemaAt(schemaPath, io);
  const opened = await readData([tree], io);
  const { queries, diagnostics } = compile(source.text, { schema });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    throw new Stop(EXIT.diagnostics, diagnosticTexts(source, inOrder(errors), io.errors).trimEnd());
  const texts = textsOf(source.text);
  const cases: NonNullable<SuiteFile["cases"]> = [];
  const now = dayOf(new Date());
  for (const [name, query] of Object.entries(queries)) {
    if (query.plan.parameters.length > 0) {
      io.stderr.write(`${name}: left out, since it has parameters.\n`);
      continue;
    }
    const result = await query.run(opened.tree, { now: clockOf(now) });
    const { matches } = result;
    const value = resultValue(result);
    if (value === undefined && matches.length === 0)
      io.stderr.write(`${name}: finds nothing today, and the suite says that this is right.\n`);
    const expectation =
      value === undefined
        ? { include: [...new Set(matches.map(({ path }) => path.replace(/\/(?:@[^/]+|text\(\))$/, "")))] }
        : { value: value as never };
    const { query: text, request } = texts.get(name)!;
    cases.push({ id: name, kind: SAVED, ...(request !== null && { request }), query: text, ...expectation });
  }
  if (cases.length === 0)
    throw usage(`${file} declares no query without parameters, so that there is nothing to measure.`);
  const folder = options.output === undefined ? io.cwd : dirname(resolve(io.cwd, options.output));
  const from = (path: string): string => relative(folder, resolve(io.cwd, path));
  const suite: SuiteFile = {
    version: 1,
    tree: from(tree),
    ...(schemaPath !== null && schemaPath !== undefined && { schema: from(schemaPath) }),
    now,
    cases,
  };
  await writeOut(`${JSON.stringify(suite, null, 2)}\n`, options.output, io);
  return EXIT.fine;
}

interface Declared {
  readonly query: string;
  /** The comment above the declaration, as a request in words; null without one. */
  readonly request: string | null;
}

/** Declared queries by their names. */
function textsOf(text: string): ReadonlyMap<string, Declared> {
  const texts = new Map<string, Declared>();
  for (const { name, query, span } of parse(text).ast.declarations) {
    if (name.kind !== "Name" || texts.has(name.text)) continue;
    const before = text.slice(0, span.start).trimEnd();
    const comment = before.endsWith(":)") ? before.slice(before.lastIndexOf("(:") + 2, -2) : null;
    const request = comment?.replace(/\s+/g, " ").trim() ?? null;
    texts.set(name.text, {
      query: text.slice(query.span.start, query.span.end),
      request: request === "" ? null : request,
    });
  }
  return texts;
}
