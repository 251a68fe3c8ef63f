import { type DebugConfiguration, debug, workspace } from "vscode";
import { type Origin, optionsFor } from "../debug/options.js";
import { pathOf } from "../debug/paths.js";
import { sourcesOf } from "../debug/sources.js";
import { rangeOf, type Target } from "../runs/target.js";
import type { Services } from "../services.js";

/** Starts a debug session on a query. */
export async function debugTarget(services: Services, target: Target): Promise<void> {
  const { uri, title } = target;
  const document = await workspace.openTextDocument(uri);
  const what =
    document.languageId === "sxp"
      ? ofFile(target)
      : await ofScript(services, target, document.getText(rangeOf(target.entry)));
  if (what === undefined) return;
  const launch = { type: "sxp", request: "launch", name: `Debug ${title}`, stopOnEntry: true, ...what };
  await debug.startDebugging(workspace.getWorkspaceFolder(uri), launch);
}

const ofFile = ({ uri, entry }: Target): Partial<DebugConfiguration> => ({
  program: pathOf(uri),
  ...(entry.name !== null && { query: entry.name }),
});

/** A query in a script is debugged as a text of its own: the file around it is no query file. */
async function ofScript(
  services: Services,
  target: Target,
  spelled: string,
): Promise<Partial<DebugConfiguration> | undefined> {
  const options = await optionsFor(services, target);
  const sources = options && (await sourcesOf(services, target.uri, false));
  if (sources === undefined) return undefined;
  const from: Origin = { uri: target.uri.toString(), offset: target.offset };
  return { text: spelled.replaceAll(/\\(.)/g, "$1"), from, ...options, ...sources };
}
