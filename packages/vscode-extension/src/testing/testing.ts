import { messageOf } from "@semantic-xpath/inspect/numbers";
import {
  type CancellationToken,
  commands,
  type Disposable,
  Location,
  MarkdownString,
  Range,
  RelativePattern,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  TestRunProfileKind,
  type TestRunRequest,
  tests,
  Uri,
  workspace,
} from "vscode";
import { editorRange } from "../files/names.js";
import type { Services } from "../services.js";
import { explainMissing } from "./explainMissing.js";
import { type EvaluatedCase, type EvaluateResult, type MissingNode, SUITE_REQUESTS } from "./requests.js";

const SUITES = "**/*.eval.json";

/** Suites of `sxp eval` in the Test Explorer. Files are looked for when the view is opened, cases when a file is; what runs is what a person runs. */
export function registerTesting(services: Services): Disposable[] {
  const controller = tests.createTestController("sxp", "Semantic XPath");
  const watchers = new Map<string, Disposable>();
  controller.resolveHandler = async (item) => {
    if (item !== undefined) return resolveCases(services, controller, item);
    for (const folder of workspace.workspaceFolders ?? []) {
      const pattern = new RelativePattern(folder, SUITES);
      if (!watchers.has(folder.uri.toString()))
        watchers.set(folder.uri.toString(), watchSuites(services, controller, pattern));
      for (const uri of await workspace.findFiles(pattern, "**/node_modules/**")) addSuite(controller, uri);
    }
  };
  controller.createRunProfile(
    "Run",
    TestRunProfileKind.Run,
    (request, token) => runCases(services, controller, request, token),
    true,
  );
  return [
    controller,
    { dispose: () => watchers.forEach((one) => void one.dispose()) },
    commands.registerCommand("sxp.explainCase", (missing: MissingNode) => explainMissing(services, missing)),
  ];
}

function addSuite(controller: TestController, uri: Uri): void {
  const id = uri.toString();
  if (controller.items.get(id) !== undefined) return;
  const item = controller.createTestItem(id, workspace.asRelativePath(uri), uri);
  item.canResolveChildren = true;
  controller.items.add(item);
}

function watchSuites(services: Services, controller: TestController, pattern: RelativePattern): Disposable {
  const watcher = workspace.createFileSystemWatcher(pattern);
  watcher.onDidCreate((uri) => addSuite(controller, uri));
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  watcher.onDidChange((uri) => {
    const item = controller.items.get(uri.toString());
    if (item !== undefined && item.children.size > 0) void resolveCases(services, controller, item);
  });
  return watcher;
}

/** Reads the cases of a file: no data is read for that. */
async function resolveCases(
  { session, platform }: Services,
  controller: TestController,
  suite: TestItem,
): Promise<void> {
  if (!platform.hasNode) {
    suite.error = "Suites run where VS Code has Node: in a browser there is no disk to read their data from.";
    return;
  }
  try {
    const { problem, cases } = await session.request(SUITE_REQUESTS.cases, { uri: suite.id });
    suite.error = problem ?? undefined;
    suite.children.replace(
      cases.map(({ id, asks, range }) => {
        const item = controller.createTestItem(id, id, suite.uri);
        item.description = asks;
        item.range = editorRange(range);
        return item;
      }),
    );
  } catch (error) {
    suite.error = messageOf(error);
  }
}

async function runCases(
  services: Services,
  controller: TestController,
  request: TestRunRequest,
  token: CancellationToken,
): Promise<void> {
  const run = controller.createTestRun(request);
  const excluded = new Set((request.exclude ?? []).map(({ id }) => id));
  const bySuite = new Map<TestItem, TestItem[]>();
  for (const item of request.include ?? listOf(controller)) {
    const suite = item.parent ?? item;
    if (suite === item && suite.children.size === 0) await resolveCases(services, controller, suite);
    const cases = suite === item ? [...suite.children].map(([, one]) => one) : [item];
    bySuite.set(suite, [...(bySuite.get(suite) ?? []), ...cases.filter(({ id }) => !excluded.has(id))]);
  }
  try {
    for (const [suite, cases] of bySuite) {
      if (token.isCancellationRequested) break;
      await runSuite(services, run, { suite, cases, token });
    }
  } finally {
    run.end();
  }
}

const listOf = ({ items }: TestController): readonly TestItem[] => [...items].map(([, item]) => item);

interface SuiteRun {
  readonly suite: TestItem;
  readonly cases: readonly TestItem[];
  readonly token: CancellationToken;
}

async function runSuite({ session }: Services, run: TestRun, { suite, cases, token }: SuiteRun): Promise<void> {
  if (suite.error !== undefined) {
    const message = suite.error;
    for (const item of [suite, ...cases]) run.errored(item, new TestMessage(message));
    return;
  }
  for (const item of cases) run.started(item);
  const params = { uri: suite.id, cases: cases.map(({ id }) => id) };
  const watching = { token, onProgress: () => undefined };
  const outcome = await session
    .requestWithProgress(SUITE_REQUESTS.evaluate, params, watching)
    .catch((error: unknown): EvaluateResult => ({ problem: messageOf(error), at: null, results: [] }));
  if (token.isCancellationRequested) {
    for (const item of cases) run.skipped(item);
    return;
  }
  if (outcome.problem !== null) {
    const message = new TestMessage(outcome.problem);
    if (outcome.at !== null) {
      const { uri, position } = outcome.at;
      message.location = new Location(Uri.parse(uri), editorRange({ start: position, end: position }));
    }
    for (const item of cases.length === 0 ? [suite] : cases) run.errored(item, message);
    return;
  }
  for (const item of cases)
    report(
      run,
      item,
      outcome.results.filter(({ id }) => id === item.id || id.startsWith(`${item.id}.`)),
    );
}

/** A case is as good as the worst of its turns. */
function report(run: TestRun, item: TestItem, results: readonly EvaluatedCase[]): void {
  const milliseconds = results.reduce((sum, one) => sum + one.milliseconds, 0);
  const bad = results.filter(({ outcome }) => outcome === "wrong" || outcome === "asked" || outcome === "failed");
  const isSkipped = results.every(({ outcome }) => outcome === "skipped" || outcome === "open");
  for (const { id, why } of results.filter(({ outcome }) => outcome === "skipped" || outcome === "open"))
    run.appendOutput(
      `${id}: not judged, ${why ?? "since nothing in the suite says what is right"}\r\n`,
      undefined,
      item,
    );
  const messages = bad.flatMap((one) => messagesOf(one, item));
  if (bad.some(({ outcome }) => outcome === "failed")) run.errored(item, messages, milliseconds);
  else if (bad.length > 0) run.failed(item, messages, milliseconds);
  else if (isSkipped) run.skipped(item);
  else run.passed(item, milliseconds);
}

/** The nodes side by side, and then why some are missing: beside a comparison the editor shows no more than its first line. */
function messagesOf(result: EvaluatedCase, { uri, range }: TestItem): TestMessage[] {
  const { id, why, expected, actual, whyNot, missing } = result;
  const compared = TestMessage.diff(`${id}: ${why ?? "it is not right"}`, expected, actual);
  const messages = [compared];
  if (whyNot.length > 0 || missing !== null) {
    const words = new MarkdownString();
    words.appendText(whyNot.length === 0 ? `Missing: ${missing!.path}` : whyNot.join("\n"));
    if (missing !== null) {
      const link = `command:sxp.explainCase?${encodeURIComponent(JSON.stringify([missing]))}`;
      words.appendMarkdown(`\n\n[Why is it not in the result?](${link})`);
      words.isTrusted = { enabledCommands: ["sxp.explainCase"] };
    }
    messages.push(new TestMessage(words));
  }
  if (uri !== undefined) for (const one of messages) one.location = new Location(uri, range ?? new Range(0, 0, 0, 0));
  return messages;
}
