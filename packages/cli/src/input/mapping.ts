import { dirname, resolve } from "node:path";
import type { Mapping } from "@semantic-xpath/readers";
import { FORMATS, type FormatName } from "@semantic-xpath/readers/formats";
import { fileProblem, findData, type OpenedMapping, type OpenedTree } from "@semantic-xpath/readers/node";
import { diagnosticTexts, hasErrors } from "../render/diagnostics.js";
import type { World } from "../render/screen.js";
import { EXIT, problem, Stop } from "../stop.js";
import { shownPath } from "./files.js";
import { hasProject } from "./project.js";

const MAPPED = "Mappings are for JSON, JSON Lines, YAML and CSV.";

/** By which mapping each file is read. */
interface Mappings {
  optionsFor(name: string): Promise<{ mapping?: Mapping }>;
  /** Prints that a shipped mapping is for a tree. */
  say(opened: OpenedTree): Promise<void>;
}

/** The mapping that `--mapping` names, for all files; else for each file the one that the configuration of its folder names. */
export async function mappingsOf(named: string | undefined, io: World): Promise<Mappings> {
  const explicit = named === undefined ? null : await opened(named, io);
  let saidUnmapped = false;
  return {
    async optionsFor(name) {
      const mapping = explicit ?? (await configured(name, io));
      return mapping === null ? {} : { mapping };
    },
    async say({ name, tree }) {
      const { mappingNotice } = await import("@semantic-xpath/readers");
      const notice = mappingNotice(tree);
      if (notice !== null && explicit === null) io.stderr.write(`${name}: ${notice.message}\n`);
      const { mapping, documents, format } = tree.source;
      if (explicit === null || mapping !== undefined || documents !== undefined || saidUnmapped) return;
      io.stderr.write(`${name}: ${FORMATS[format as FormatName].noun} is read without --mapping. ${MAPPED}\n`);
      saidUnmapped = true;
    },
  };
}

async function opened(named: string, io: World): Promise<Mapping> {
  const { isMappingPath } = await import("@semantic-xpath/readers");
  const { openMapping } = await import("@semantic-xpath/readers/node");
  const mapping = await openMapping(isMappingPath(named) ? resolve(io.cwd, named) : named).catch((error: unknown) => {
    throw problem(EXIT.input, `can't read "${named}": ${fileProblem(error)}.`);
  });
  // An unknown name is a mistake of the line.
  return usable(mapping, mapping.path === null ? "--mapping" : named, io);
}

/** Mistakes are printed, and errors end the command: data read by half a mapping would answer wrongly. */
function usable({ mapping, text, diagnostics }: OpenedMapping, name: string, io: World): Mapping {
  io.stderr.write(diagnosticTexts({ name, text }, diagnostics, io.errors));
  if (mapping === null || hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  return mapping;
}

/**
 * The name of the schema that the configurations of data have: of several files the first that one has a schema for. What is wrong
 * with a configuration is said where the data is read.
 */
export async function configuredSchema(names: readonly string[], io: World): Promise<string | null> {
  const { files } = await findData(
    names.filter((name) => name !== "-"),
    { cwd: io.cwd },
  );
  const without = new Set<string>();
  for (const { path } of files) {
    const folder = dirname(path);
    if (without.has(folder)) continue;
    if (!(await namesSchemas(folder))) {
      without.add(folder);
      continue;
    }
    const { dataSettings } = await import("@semantic-xpath/runtime/node");
    const schema = (await dataSettings(path))?.schema;
    if (schema) return schema.name ?? shownPath(schema.path!, io);
  }
  return null;
}

/** Tests that the configuration of a folder names a schema for any data. */
async function namesSchemas(folder: string): Promise<boolean> {
  if (!hasProject(folder)) return false;
  const { loadConfig } = await import("@semantic-xpath/runtime/node");
  const loaded = await loadConfig(folder).catch(() => null);
  return loaded?.config.data?.some(({ schema }) => schema !== undefined) === true;
}

async function configured(name: string, io: World): Promise<Mapping | null> {
  const path = resolve(io.cwd, name);
  if (name === "-" || !hasProject(dirname(path))) return null;
  const { dataSettings } = await import("@semantic-xpath/runtime/node");
  const settings = await dataSettings(path);
  for (const said of settings?.problems ?? []) throw problem(EXIT.input, said);
  const { mapping = null } = settings ?? {};
  return mapping === null ? null : usable(mapping, mapping.path ?? name, io);
}
