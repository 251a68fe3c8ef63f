import { realpath } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type DataReading, MAPPINGS, SCHEMAS, shippedSchemaUri } from "@semantic-xpath/readers";
import { type OpenedMapping, type OpenedSchema, openMapping, openSchema } from "@semantic-xpath/readers/node";
import { matchesGlob } from "@semantic-xpath/values";
import { type LoadedConfig, loadConfig } from "./config.js";

/** Settings for reading a data file, from the configuration of its folder. */
export interface DataSettings {
  /** The configuration with the settings. */
  readonly config: LoadedConfig;
  /** Null if it names none, or one that is not there or leads outside of its folder: `problems` has why. */
  readonly mapping: OpenedMapping | null;
  readonly schema: OpenedSchema | null;
  /** Sentences for people. */
  readonly problems: readonly string[];
}

/**
 * Settings of the nearest configuration for a data file. The command, the language server, the debugger and the editor call
 * this function, so that all of them show one tree. Null without a configuration, or without an entry for the file. Files that it names
 * are opened only within its folder, links followed.
 */
export async function dataSettings(file: string): Promise<DataSettings | null> {
  const path = resolve(file);
  const config = await loadConfig(dirname(path));
  if (config === null) return null;
  const name = relative(config.folder, path).split(sep).join("/");
  const entry = config.config.data?.find(({ files }) => matchesGlob(files, name));
  if (entry === undefined) return null;
  const problems: string[] = [];
  const opened = async <T>(named: string | undefined, open: (path: string) => Promise<T>): Promise<T | null> => {
    if (named === undefined) return null;
    try {
      return await open(await insideOf(config.folder, named));
    } catch (error) {
      problems.push(`${config.path}: "${named}" can't be read (${(error as Error).message})`);
      return null;
    }
  };
  const [mapping, schema] = [
    isOneOf(MAPPINGS, entry.mapping) ? await openMapping(entry.mapping) : await opened(entry.mapping, openMapping),
    isOneOf(SCHEMAS, entry.schema) ? await openSchema(entry.schema) : await opened(entry.schema, openSchema),
  ];
  return { config, mapping, schema, problems };
}

/** Settings for hosts that read files themselves: with paths, and the first problem. */
export async function dataReading(file: string): Promise<DataReading | null> {
  const settings = await dataSettings(file);
  if (settings === null) return null;
  const { config, mapping, schema, problems } = settings;
  const mistake = mapping?.diagnostics.find(({ severity }) => severity === "error");
  return {
    mapping: mapping?.mapping ?? null,
    schema: schema === null ? null : (schema.path ?? shippedSchemaUri(schema.name!)),
    sources: [config.path, ...(mapping?.path ? [mapping.path] : [])],
    problem: problems[0] ?? (mistake === undefined ? null : `${mapping!.path ?? config.path}: ${mistake.message}`),
  };
}

const isOneOf = (shipped: readonly { readonly name: string }[], name: string | undefined): name is string =>
  shipped.some((one) => one.name === name);

/** The path of a file which is in a folder, links within it followed. */
async function insideOf(folder: string, named: string): Promise<string> {
  const [within, real] = await Promise.all([realpath(folder), realpath(resolve(folder, named))]);
  if (!real.startsWith(within.endsWith(sep) ? within : within + sep)) throw new Error("it leads out of the folder");
  return join(folder, relative(within, real));
}
