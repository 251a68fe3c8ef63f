import { type CompileResult, REQUESTS } from "@semantic-xpath/lsp";
import { type DebugConfiguration, type DebugConfigurationProvider, type Uri, window } from "vscode";
import type { Arguments } from "../runs/askArguments.js";
import { type Target, targetOf } from "../runs/target.js";
import type { Services } from "../services.js";
import { optionsFor } from "./options.js";
import { pathOf, uriOf } from "./paths.js";
import { sourcesOf } from "./sources.js";

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
    async resolveDebugConfigurationWithSubstitutedVariables(_folder, configuration) {
      const program: unknown = configuration.program;
      if (typeof program !== "string" || program === "") return configuration;
      const target = await targetFor(services, uriOf(program), configuration);
      return target === undefined ? undefined : completed(services, configuration, target);
    },
  };
}

/** One configuration for each query of the open file. */
export function dynamicConfigurations({ session }: Services): DebugConfigurationProvider {
  return {
    async provideDebugConfigurations() {
      const document = window.activeTextEditor?.document;
      if (document?.languageId !== "sxp") return [];
      const { queries } = await session.request<CompileResult>(REQUESTS.compile, { uri: document.uri.toString() });
      return queries.map(({ name }) => ({
        type: "sxp",
        request: "launch",
        name: `Debug ${name ?? "query"}`,
        program: pathOf(document.uri),
        ...(name !== null && { query: name }),
        stopOnEntry: true,
      }));
    },
  };
}

async function targetFor({ session }: Services, uri: Uri, { query }: DebugConfiguration): Promise<Target | undefined> {
  if (typeof query === "string" && query !== "") {
    return targetOf(session, { uri: uri.toString(), name: query, offset: 0 });
  }
  return targetOf(session, uri);
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
  return { ...sources, ...options, ...configuration, ...(name !== null && { query: name }), params: options.params };
}
