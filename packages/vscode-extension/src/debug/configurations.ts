import { REQUESTS } from "@semantic-xpath/lsp";
import { type DebugConfiguration, type DebugConfigurationProvider, type Uri, window, workspace } from "vscode";
import type { Arguments } from "../runs/askArguments.js";
import { type Target, targetOf } from "../runs/target.js";
import type { Services } from "../services.js";
import { optionsFor, queryOf, sourcesOf } from "./launch.js";
import { fileOf, pathOf } from "./paths.js";

/** Fills in what a configuration leaves open: the query, its arguments, and data that the file does not import. */
export function configurationProvider(services: Services): DebugConfigurationProvider {
  return {
    /** F5 without a launch.json comes with an empty configuration. */
    resolveDebugConfiguration(_folder, configuration) {
      if (configuration.type) return configuration;
      const document = window.activeTextEditor?.document;
      if (document?.languageId !== "sxp") return undefined;
      return { type: "sxp", request: "launch", name: "Debug query", program: pathOf(document.uri), stopOnEntry: true };
    },
    async resolveDebugConfigurationWithSubstitutedVariables(folder, configuration) {
      const program: unknown = configuration.program;
      if (typeof program !== "string" || program === "" || configuration.text !== undefined) return configuration;
      const uri = fileOf(program, folder?.uri);
      const resolved = { ...configuration, program: pathOf(uri) };
      // The session itself reports an unreadable file, and an undeclared query.
      const names = await declaredIn(services, uri);
      if (names === null || (isText(configuration.query) && !names.includes(configuration.query))) return resolved;
      const { query } = configuration;
      const reference = isText(query) ? { uri: uri.toString(), name: query, offset: 0 } : uri;
      const target = await targetOf(services.session, reference);
      return target === undefined ? undefined : completed(services, resolved, target);
    },
  };
}

/** One configuration for each query of the open file. */
export function dynamicConfigurations({ session }: Services): DebugConfigurationProvider {
  return {
    async provideDebugConfigurations() {
      const document = window.activeTextEditor?.document;
      if (document?.languageId !== "sxp") return [];
      const { queries } = await session.request(REQUESTS.compile, { uri: document.uri.toString() });
      return queries.map(({ name }) => ({
        type: "sxp",
        request: "launch",
        name: `Debug ${name ?? "query"}`,
        program: pathOf(document.uri),
        ...queryOf(name),
        stopOnEntry: true,
      }));
    },
  };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The names of the queries of a file; null if it can't be read. */
async function declaredIn({ session }: Services, uri: Uri): Promise<readonly (string | null)[] | null> {
  const document = await workspace.openTextDocument(uri).then(undefined, () => null);
  return document && (await session.compile(uri)).queries.map(({ name }) => name);
}

async function completed(
  services: Services,
  configuration: DebugConfiguration,
  target: Target,
): Promise<DebugConfiguration | undefined> {
  const options = await optionsFor(services, target, configuration.params as Arguments | undefined);
  if (options === undefined) return undefined;
  const sources = configuration.data === undefined ? await sourcesOf(services, target.uri, true) : {};
  if (sources === undefined) return undefined;
  const { name } = target.entry;
  return { ...sources, ...options, ...configuration, ...queryOf(name), params: options.params };
}
