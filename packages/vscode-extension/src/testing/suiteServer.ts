import { messageOf } from "@semantic-xpath/inspect/numbers";
import type { Extension } from "@semantic-xpath/lsp/server";
import { evaluateCases, suiteCases } from "./evaluate.js";
import { type EvaluateParams, type EvaluateResult, SUITE_REQUESTS, type SuiteParams } from "./requests.js";

/** Answers the requests about suites in the process of the language server. */
export const answerSuites: Extension = ({ connection, service, files, scorers }) => {
  connection.onRequest(SUITE_REQUESTS.cases, async ({ uri }: SuiteParams) => {
    await files.known(uri);
    const text = files.readText(uri);
    return text == null ? { problem: "The file can't be read.", cases: [] } : suiteCases(uri, text);
  });
  connection.onRequest(SUITE_REQUESTS.evaluate, async (params: EvaluateParams, token): Promise<EvaluateResult> => {
    const { trusted, scorer: spec } = service.settings();
    if (!trusted) return notRun("This workspace is not trusted, so nothing is run.");
    if (!params.uri.startsWith("file:")) return notRun("A suite runs from the disk, and this file is not on one.");
    const opened = await scorers!.open(spec, params.uri);
    if (opened.problem !== null) return notRun(opened.problem);
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    try {
      return await evaluateCases(params, opened.scorer, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return notRun("The run was cancelled.");
      return notRun(messageOf(error));
    }
  });
};

const notRun = (problem: string): EvaluateResult => ({ problem, at: null, results: [] });
