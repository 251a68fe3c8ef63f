import { dirname, isAbsolute, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Case,
  type CaseResult,
  englishMethod,
  failureDetails,
  goldQueryMethod,
  type Method,
  openSuite,
  readSuiteText,
  runSuite,
  type Suite,
  type SuiteFile,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import type { Scorer } from "@semantic-xpath/runtime";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { EvaluatedCase, EvaluateParams, EvaluateResult, MissingNode, SuiteResult } from "./requests.js";

/** The cases of a file with their places. Nothing that it names is opened. */
export function suiteCases(uri: string, text: string): SuiteResult {
  const { file, diagnostics, spanAt } = readSuiteText(text);
  if (file === null) return { problem: diagnostics[0]?.message ?? "It is no suite.", cases: [] };
  const document = TextDocument.create(uri, "json", 0, text);
  const cases = (file.cases ?? []).map((about, i) => {
    const { start, end } = spanAt(["cases", i, "id"]);
    const range = { start: document.positionAt(start), end: document.positionAt(end) };
    return { id: about.id, asks: firstRequest(about), range };
  });
  return { problem: null, cases };
}

/** The first request or query of a case. */
function firstRequest({ request, query, turns }: NonNullable<SuiteFile["cases"]>[number]): string {
  const first = turns?.[0];
  return request ?? query ?? first?.request ?? first?.query ?? "";
}

/** Runs cases as `sxp eval` runs them: by their query (the method gold), else by their request (english). */
export async function evaluateCases(
  { uri, cases }: EvaluateParams,
  scorer: Scorer,
  signal: AbortSignal,
): Promise<EvaluateResult> {
  const path = fileURLToPath(uri);
  const { suite, problems } = await openSuite(path, nodeHost());
  const [problem] = problems;
  if (suite === null || problem !== undefined) return unopened(problem);
  const chosen = suite.cases.filter(({ id }) => cases === null || cases.some((one) => isOf(id, one)));
  const results: EvaluatedCase[] = [];
  for (const [name, method] of [
    ["gold", goldQueryMethod(scorer)],
    ["english", englishMethod(scorer)],
  ] as const) {
    const ofMethod = chosen.filter(({ question }) => (question.query === null ? "english" : "gold") === name);
    if (ofMethod.length > 0)
      results.push(
        ...(await resultsOf({ ...suite, cases: ofMethod }, method as Method, { name, uri, scorer, signal })),
      );
  }
  return { problem: null, at: null, results };
}

/** Tells if a result is of a case, or of one of its turns. */
const isOf = (id: string, of: string): boolean => id === of || id.startsWith(`${of}.`);

function unopened(problem: Awaited<ReturnType<typeof openSuite>>["problems"][number] | undefined): EvaluateResult {
  if (problem === undefined) return { problem: "The suite can't be opened.", at: null, results: [] };
  const uri = pathToFileURL(problem.file).href;
  const position = TextDocument.create(uri, "json", 0, problem.text).positionAt(problem.diagnostic.span.start);
  return { problem: problem.diagnostic.message, at: { uri, position }, results: [] };
}

interface Running {
  readonly name: EvaluatedCase["method"];
  readonly uri: string;
  readonly scorer: Scorer;
  readonly signal: AbortSignal;
}

async function resultsOf(suite: Suite, method: Method, { name, uri, scorer, signal }: Running) {
  const run = await runSuite(suite, { methods: [method], signal });
  const details = await failureDetails(suite, run, { scorer });
  const each = (run.times[method.name]?.milliseconds ?? 0) / suite.cases.length;
  return suite.cases.map((about): EvaluatedCase => {
    const result = run.results.find(({ id }) => id === about.id);
    const [reason = "no method can answer it"] = Object.keys(run.methods[0]!.skipped);
    if (result === undefined)
      return { ...NOTHING, id: about.id, method: name, outcome: "skipped", why: reason, milliseconds: 0 };
    const { outcome, why } = result;
    return {
      ...{ id: about.id, method: name, outcome, why, milliseconds: each },
      expected: expectedText(about),
      actual: actualText(result),
      whyNot: [...details.values()].length === 0 ? [] : (details.get(`${method.name}\n${about.id}`)?.whyNot ?? []),
      missing: missingNode(about, result, uri),
    };
  });
}

const NOTHING = { expected: "", actual: "", whyNot: [], missing: null };

function expectedText({ golds }: Case): string {
  const [gold] = golds;
  if (gold === undefined) return "";
  const { references, value, action, instead, checks } = gold;
  const lines = [
    ...(references?.include ?? []).map((group) => group.join(" or ")),
    ...[...(references?.exclude ?? [])].map((path) => `not ${path}`),
    ...(value === undefined ? [] : [JSON.stringify(value)]),
    ...(action === null ? [] : [JSON.stringify(action)]),
    ...(instead === null ? [] : [`a ${instead}`]),
    ...checks,
  ];
  return lines.join("\n");
}

function actualText({ answer }: CaseResult): string {
  if (answer === null) return "";
  const { references, value, update, instead, count } = answer;
  const lines = [
    ...(value === null || value === undefined ? references : [JSON.stringify(value)]),
    ...(count > references.length ? [`and ${count - references.length} more`] : []),
    ...(update === null ? [] : [update]),
    ...(instead === null ? [] : [`a ${instead}`]),
  ];
  return lines.join("\n");
}

function missingNode({ source, golds }: Case, { answer }: CaseResult, uri: string): MissingNode | null {
  if (source.kind !== "tree" || source.files === null || answer?.query == null) return null;
  const references = new Set(answer.references);
  const path = golds[0]?.references?.include.find((group) => !group.some((one) => references.has(one)))?.[0];
  if (path === undefined) return null;
  const folder = dirname(fileURLToPath(uri));
  const fromSuite = (file: string): string => relative(folder, file).replaceAll("\\", "/");
  const { data, schema = null } = source.files;
  const named = schema !== null && isAbsolute(schema) ? fromSuite(schema) : schema;
  return { uri, query: answer.query, data: fromSuite(data), schema: named, path };
}
