import type { RunEntry } from "@semantic-xpath/lsp";
import type { ViewName } from "@semantic-xpath/views";
import { commands, type Disposable, type QuickPickItem, type Uri, window } from "vscode";
import { chooseFile } from "../files/chooseFile.js";
import { openExample } from "../files/openExample.js";
import { generateTypes, inferSchema } from "../files/preview.js";
import { type ExportFormat, exportRun } from "../runs/exportRun.js";
import { runTarget } from "../runs/runTarget.js";
import { runWith } from "../runs/runWith.js";
import { type Target, targetOf } from "../runs/target.js";
import type { Services } from "../services.js";
import { chooseScorer } from "./chooseScorer.js";
import { copyAsTest } from "./copyAsTest.js";
import { debugTarget } from "./debugTarget.js";
import { explain } from "./explain.js";
import { openReport } from "./openReport.js";
import { whyNot } from "./whyNot.js";

type Command = (services: Services, argument: unknown) => Promise<unknown> | unknown;

/** Every command of the manifest. A lens gives the query that it stands above; a menu gives a file. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  "sxp.run": forTarget(runTarget),
  "sxp.runWith": forTarget(runWith),
  "sxp.explain": forTarget(explain),
  "sxp.debug": forTarget(debugTarget),
  "sxp.copyAsTest": forTarget(copyAsTest),
  "sxp.cancel": ({ runs }) => runs.cancel(),
  "sxp.showResults": forRun((services, run) => services.panel.show(run.id, "results")),
  "sxp.showMemory": forRun((services, run) => services.panel.show(run.id, "memory")),
  "sxp.showExecution": forRun((services, run) => services.panel.show(run.id, "execution")),
  "sxp.compareRuns": compareRuns,
  "sxp.whyNot": forRun(whyNot),
  "sxp.exportRun": forRun(chooseExport),
  "sxp.openReport": forRun(openReport),
  "sxp.clearHeat": ({ heat }) => heat.clear(),
  "sxp.clearHistory": async ({ runs, heat, panel }) => {
    for (const { id } of await runs.list()) await runs.forget(id);
    heat.clear();
    panel.close();
  },
  "sxp.chooseData": (services) => forOpenFile((uri) => chooseFile(services, "data", uri)),
  "sxp.chooseSchema": (services) => forOpenFile((uri) => chooseFile(services, "schema", uri)),
  "sxp.chooseScorer": chooseScorer,
  "sxp.inferSchema": inferSchema,
  "sxp.generateTypes": generateTypes,
  "sxp.openExample": openExample,
  "sxp.restartServer": async ({ session }) => {
    await session.restart();
    window.setStatusBarMessage("The language server was started anew.", 3000);
  },
  "sxp.showLog": ({ log }) => log.show(),
};

export function registerCommands(services: Services): Disposable[] {
  return Object.entries(COMMANDS).map(([id, command]) =>
    commands.registerCommand(id, async (argument: unknown) => {
      try {
        return await command(services, argument);
      } catch (error) {
        services.log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        const chosen = await window.showErrorMessage(
          `This did not work: ${error instanceof Error ? error.message : String(error)}`,
          "Show Log",
        );
        if (chosen !== undefined) services.log.show();
        return undefined;
      }
    }),
  );
}

function forTarget(work: (services: Services, target: Target) => Promise<void>): Command {
  return async (services, argument) => {
    const target = await targetOf(services.session, argument);
    if (target !== undefined) await work(services, target);
  };
}

/** For the run that is shown, else the newest. */
function forRun(work: (services: Services, run: RunEntry) => Promise<void>): Command {
  return async (services) => {
    const kept = await services.runs.list();
    const run = kept.find(({ id }) => id === services.panel.shown) ?? kept.at(-1);
    if (run === undefined) await window.showInformationMessage("Nothing has run yet.");
    else await work(services, run);
  };
}

async function forOpenFile(work: (uri: Uri) => Promise<unknown>): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  if (uri === undefined) await window.showInformationMessage("Open a file with queries first.");
  else await work(uri);
}

async function compareRuns({ runs, panel }: Services): Promise<void> {
  const newest = (await runs.list()).at(-1);
  if (newest !== undefined) await panel.show(newest.id, "compare" satisfies ViewName);
}

async function chooseExport(services: Services, run: RunEntry): Promise<void> {
  const items: (QuickPickItem & { readonly format: ExportFormat; readonly redacted: boolean })[] = [
    { label: "HTML page", detail: "Self-contained, with every view", format: "html", redacted: false },
    { label: "HTML page without the data's words", detail: "Texts and values as bars", format: "html", redacted: true },
    { label: "JSON", detail: "The run with its trace", format: "json", redacted: false },
    { label: "JSON without the data's words", detail: "Texts and values as bars", format: "json", redacted: true },
    { label: "Mermaid diagram", detail: "The plan with its numbers", format: "mermaid", redacted: false },
  ];
  const chosen = await window.showQuickPick(items, { title: `Export ${run.title}` });
  if (chosen !== undefined) await exportRun(services, run, chosen.format, chosen.redacted);
}
