import { realpath } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { MAPPINGS, SCHEMAS } from "@semantic-xpath/readers";
import { type OpenedMapping, type OpenedSchema, openMapping, openSchema } from "@semantic-xpath/readers/node";
import { type LoadedConfig, loadConfig } from "./config.js";
import { matchesGlob } from "./glob.js";

/** How a data file is to be read, as the configuration of its folder says. */
export interface DataSettings {
  /** The configuration that says so. */
  readonly config: LoadedConfig;
  /** Null if it names none, or one that is not there or leads outside of its folder: `problems` has why. */
  readonly mapping: OpenedMapping | null;
  readonly schema: OpenedSchema | null;
  /** Sentences for people. */
  readonly problems: readonly string[];
}

/**
 * How the nearest configuration says that a data file is read: the command, the language server, the debugger and the editor ask
 * here, so that all of them show one tree. Null if there is no configuration, or nothing in it about the file. What it names
 * is opened only within its folder, links followed.
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

const isOneOf = (shipped: readonly { readonly name: string }[], name: string | undefined): name is string =>
  shipped.some((one) => one.name === name);

/** The real path of a file, which lies in a folder. */
async function insideOf(folder: string, named: string): Promise<string> {
  const [within, real] = await Promise.all([realpath(folder), realpath(resolve(folder, named))]);
  if (!real.startsWith(within.endsWith(sep) ? within : within + sep)) throw new Error("it leads out of the folder");
  return real;
}
