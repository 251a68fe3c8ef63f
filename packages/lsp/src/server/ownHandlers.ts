import {
  type CancellationToken,
  ErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  WorkDoneProgress,
  type WorkDoneProgressParams,
} from "vscode-languageserver";
import type { LanguageService } from "../features/languageService.js";
import type { FileParams, RunParams, UpdateOutcome, ViewParams } from "../features/run/requests.js";
import type { QueryReference } from "../features/structure/codeLens.js";
import { cancellable } from "./answering.js";
import { executeLens } from "./executeLens.js";
import { REQUESTS } from "./requests.js";
import type { Serving } from "./server.js";

/** All requests beyond the protocol are cancellable. Their parameters come from outside, unchecked. */
export function registerOwnHandlers({ connection, service, files }: Serving): void {
  for (const [request, answer] of Object.entries(answersOf(service)) as [Request, Answer][]) {
    connection.onRequest(REQUESTS[request], (...given: readonly unknown[]) => {
      // A request without parameters is called with the token alone, or with null before it.
      const [first, token] = (given.length > 1 ? given : [null, ...given]) as [object | null, CancellationToken];
      const params = first ?? {};
      const { uri, workDoneToken } = params as Partial<FileParams & WorkDoneProgressParams>;
      const title = TITLES[request];
      const progress =
        title !== undefined && workDoneToken !== undefined
          ? connection.window.attachWorkDoneProgress(workDoneToken)
          : null;
      progress?.begin(title!, 0, undefined, true);
      const report: Report = (done, of, message) => {
        const percentage = of === 0 ? 0 : Math.floor((100 * done) / of);
        // Its counts are fields, too: no client has to read them out of the message.
        const value = { kind: "report", percentage, message, done, of } as const;
        if (progress !== null) void connection.sendProgress(WorkDoneProgress.type, workDoneToken!, value);
      };
      return cancellable(token, async (signal) => {
        // A file that no editor has open is read first.
        if (uri !== undefined) await files.known(uri);
        return answer(params as never, signal, report);
      }).finally(() => progress?.done());
    });
  }
  connection.onExecuteCommand(({ command, arguments: given }, token) =>
    cancellable(token, async (signal) => {
      // Some clients send null for no arguments.
      const [reference]: readonly (QueryReference | null | undefined)[] = Array.isArray(given) ? given : [];
      if (typeof reference?.uri !== "string") return new ResponseError<void>(ErrorCodes.InvalidParams, "Which query?");
      await files.known(reference.uri);
      const answer = await executeLens(service, command, reference, signal);
      if (answer === null)
        return new ResponseError<void>(ErrorCodes.InvalidParams, `There is no command "${command}".`);
      const { data, edits } = answer.result as Partial<UpdateOutcome>;
      if (command === "sxp.applyUpdate" && data && edits?.length)
        await connection.workspace.applyEdit({ changes: { [data]: [...edits] } });
      await connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Info,
        message: answer.shown,
      });
      return answer.result;
    }),
  );
}

type Request = keyof typeof REQUESTS;
type Report = (done: number, of: number, message: string) => void;
/** Answers a request beyond the protocol. */
type Answer = (params: never, signal: AbortSignal, report: Report) => unknown;

const answersOf = (service: LanguageService): Readonly<Record<Request, Answer>> => ({
  compile: service.compile,
  explain: service.explain,
  run: (params: RunParams, signal, report) =>
    service.run(params, { signal, onProgress: ({ pairs, wanted }) => report(pairs, wanted, `${pairs} of ${wanted}`) }),
  update: service.update,
  trace: service.trace,
  test: service.test,
  view: (params: ViewParams, signal, report) =>
    service.view(params, { signal, onProgress: ({ tried, of }) => report(tried, of, `${tried} of at most ${of}`) }),
  source: service.source,
  compare: service.compare,
  export: service.exportRun,
  forget: service.forgetRun,
  runs: service.runs,
  inferSchema: service.inferSchema,
  types: service.types,
  ask: service.ask,
  question: service.question,
  nodeAt: service.nodeAt,
  memoryTasks: service.memoryTasks,
  memoryVersions: service.memoryVersions,
  memoryFile: service.memoryFile,
  memoryBlame: service.memoryBlame,
  memoryStep: service.memoryStep,
});

/** Titles of the requests that report progress. */
const TITLES: { readonly [R in Request]?: string } = { run: "Running the query", view: "Trying changes" };
