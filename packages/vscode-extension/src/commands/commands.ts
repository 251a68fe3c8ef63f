import { messageOf } from "@semantic-xpath/inspect/numbers";
import type { RunEntry } from "@semantic-xpath/lsp";
import type { ViewName } from "@semantic-xpath/views";
import { commands, type Disposable, type Uri, window, workspace } from "vscode";
import { debugTarget } from "../debug/launch.js";
import { chooseFile } from "../files/chooseFile.js";
import { openExample } from "../files/openExample.js";
import { generateTypes, inferSchema } from "../files/preview.js";
import { MEMORY_COMMANDS } from "../memory/memoryCommands.js";
import { showProblem } from "../problems.js";
import { askData } from "../questions/questionBox.js";
import { chooseScorer } from "../runs/askScorer.js";
import { runTarget } from "../runs/runTarget.js";
import { runWith } from "../runs/runWith.js";
import { type Target, targetOf } from "../runs/target.js";
import { updateAt } from "../runs/updateTarget.js";
import type { Services } from "../services.js";
import type { Line } from "../sidebar/sidebar.js";
import { applyUpdate, previewUpdate } from "../updates/updates.js";
import { askInEnglish } from "./askInEnglish.js";
import { copyNodePath, newQueryHere, whyHere } from "./dataCommands.js";
import { copyAsTest, explain } from "./queryCommands.js";
import { chooseExport, openReport, whyNot } from "./runCommands.js";

type Command = (services: Services, argument: unknown) => Promise<unknown> | unknown;

/** Every command of the manifest. A lens gives the query below it; a menu gives a file. */
const COMMANDS: Readonly<Record<string, Command>> = {
  "sxp.run": ifTrusted(async (services, argument) => {
    // One key serves both: an update is only previewed.
    const isUpdate = argument === undefined && (await updateAt(services.session, undefined)) !== undefined;
    await (isUpdate ? previewUpdate(services, undefined) : forTarget(runTarget)(services, argument));
  }),
  "sxp.previewUpdate": ifTrusted(forUpdate(previewUpdate)),
  "sxp.applyUpdate": ifTrusted(forUpdate(applyUpdate)),
  "sxp.runWith": ifTrusted(forTarget(runWith)),
  "sxp.explain": forTarget(explain),
  "sxp.debug": forTarget(debugTarget),
  "sxp.copyAsTest": forTarget(copyAsTest),
  "sxp.cancel": ({ runs }) => runs.cancel(),
  "sxp.showResults": showing("results"),
  "sxp.showMemory": showing("memory"),
  "sxp.showExecution": showing("execution"),
  "sxp.compareRuns": async ({ runs, panel }) => {
    const newest = (await runs.list()).at(-1);
    if (newest !== undefined) await panel.show(newest.id, "compare", { isFocused: true });
  },
  "sxp.forgetRun": forRun(({ runs }, { id }) => runs.forget(id)),
  "sxp.keepPanel": ({ panel }) => panel.keep(),
  "sxp.whyNot": forRun(whyNot),
  "sxp.exportRun": forRun(chooseExport),
  "sxp.openReport": forRun(openReport),
  "sxp.clearHeat": ({ heat, marks }) => {
    heat.clear();
    marks.clear();
  },
  "sxp.clearHistory": async ({ runs, heat, marks, panel }) => {
    for (const { id } of await runs.list()) await runs.forget(id);
    heat.clear();
    marks.clear();
    panel.close();
  },
  "sxp.chooseData": (services) => forOpenFile((uri) => chooseFile(services, "data", uri)),
  "sxp.chooseSchema": (services) => forOpenFile((uri) => chooseFile(services, "schema", uri)),
  "sxp.chooseScorer": chooseScorer,
  "sxp.ask": ifTrusted(askInEnglish),
  "sxp.askData": ifTrusted(askData),
  "sxp.inferSchema": inferSchema,
  "sxp.generateTypes": generateTypes,
  ...Object.fromEntries(Object.entries(MEMORY_COMMANDS).map(([id, command]) => [id, ifTrusted(command)])),
  "sxp.copyNodePath": copyNodePath,
  "sxp.whyHere": whyHere,
  "sxp.newQueryHere": newQueryHere,
  "sxp.openExample": openExample,
  "sxp.restartServer": async ({ session }) => {
    await session.restart();
    window.setStatusBarMessage("The language server was started again.", 3000);
  },
  "sxp.showLog": ({ log }) => log.show(),
};

export function registerCommands(services: Services): Disposable[] {
  return Object.entries(COMMANDS).map(([id, command]) =>
    commands.registerCommand(id, async (argument: unknown) => {
      try {
        return await command(services, argument);
      } catch (error) {
        services.log.error(`${id}: ${error instanceof Error ? error.stack : String(error)}`);
        const chosen = await window.showErrorMessage(`This did not work: ${messageOf(error)}`, "Show Log");
        if (chosen !== undefined) services.log.show();
        return undefined;
      }
    }),
  );
}

function forTarget(work: (services: Services, target: Target) => Promise<void>): Command {
  return async (services, argument) => {
    const target = await targetOf(services.session, (argument as Partial<Line> | undefined)?.reference ?? argument);
    if (target !== undefined) await work(services, target);
  };
}

/** A line of the side bar names the update. */
function forUpdate(work: Command): Command {
  return (services, argument) => work(services, (argument as Partial<Line> | undefined)?.reference ?? argument);
}

/** Commands with keys exist without trust too, and report its lack. */
function ifTrusted(command: Command): Command {
  const untrusted = { problem: "This workspace is not trusted, so nothing is run.", about: "trust" } as const;
  return (services, argument) => (workspace.isTrusted ? command(services, argument) : showProblem(untrusted));
}

function showing(view: ViewName): Command {
  return forRun(({ panel }, { id }) => panel.show(id, view, { isFocused: true }));
}

/** For the run of a line in the side bar, else for the one that is shown, else for the newest. */
function forRun(work: (services: Services, run: RunEntry) => Promise<void>): Command {
  return async (services, argument) => {
    const runs = await services.runs.list();
    const runId = (argument as Partial<Line> | undefined)?.run ?? services.panel.shown;
    const run = runs.find(({ id }) => id === runId) ?? runs.at(-1);
    if (run === undefined) await window.showInformationMessage("Nothing has run yet.");
    else await work(services, run);
  };
}

async function forOpenFile(work: (uri: Uri) => Promise<unknown>): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  if (uri === undefined) await window.showInformationMessage("Open a file with queries first.");
  else await work(uri);
}
