import type { DebugHost } from "@semantic-xpath/dap";
import {
  DebugAdapterInlineImplementation,
  type DebugConfiguration,
  DebugConfigurationProviderTriggerKind,
  type DebugSession,
  type Disposable,
  debug,
  Uri,
  workspace,
} from "vscode";
import { platformSettings, setting } from "../client/settings.js";
import { openDocument } from "../files/names.js";
import type { Services } from "../services.js";
import { configurationProvider, dynamicConfigurations } from "./configurations.js";
import { followSessions } from "./follow.js";
import type { Origin } from "./launch.js";
import { fileOf, isWhole, pathOf, uriOf } from "./paths.js";
import { showValues } from "./values.js";

/** Debugging of queries: the adapter runs in this process and is loaded with the first session. */
export function registerDebugging(services: Services): Disposable[] {
  return [
    debug.registerDebugAdapterDescriptorFactory("sxp", {
      async createDebugAdapterDescriptor(session) {
        const host = debugHost(services, session);
        return new DebugAdapterInlineImplementation(await services.platform.createDebugSession(host));
      },
    }),
    debug.registerDebugConfigurationProvider("sxp", configurationProvider(services)),
    debug.registerDebugConfigurationProvider(
      "sxp",
      dynamicConfigurations(services),
      DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    ...followSessions(services),
    ...showValues(),
  ];
}

/** The world of a debug session: the texts as they are in the editors, files of any kind of workspace, and the scorers of runs. */
const debugHost = ({ platform }: Services, { configuration }: DebugSession): DebugHost => ({
  async readText(path) {
    const uri = uriOf(path);
    return openDocument(uri.toString())?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri));
  },
  resolvePath(path, from) {
    if (isWhole(path)) return path;
    return pathOf(from === null ? fileOf(path) : fileOf(path, Uri.joinPath(uriOf(from), "..")));
  },
  async dataReading(path) {
    const reading = await platform.dataReading(uriOf(path).toString());
    return reading && { ...reading, schema: reading.schema && pathOf(Uri.parse(reading.schema)) };
  },
  openScorer(name) {
    const spec = name ?? (setting("scorer") || null);
    return platform.openScorer(spec, queryUri(configuration).toString(), platformSettings());
  },
});

/** The file of the query: a configuration of scorers is looked for from there, as for a run. */
function queryUri({ program, from }: DebugConfiguration): Uri {
  if (typeof program === "string" && program !== "") return fileOf(program);
  if (from !== undefined) return Uri.parse((from as Origin).uri);
  return Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file("/"), "query.sxp");
}
