import { dirname, resolve } from "node:path";
import type { Mapping } from "@semantic-xpath/readers";
import { fileProblem, type OpenedMapping, type OpenedTree, openMapping } from "@semantic-xpath/readers/node";
import { diagnosticTexts, hasErrors } from "../render/diagnostics.js";
import type { World } from "../render/screen.js";
import { EXIT, problem, Stop } from "../stop.js";
import { hasProject } from "./project.js";

/** By which mapping each file is read. */
export interface Mappings {
  optionsFor(name: string): Promise<{ mapping?: Mapping }>;
  /** Prints that a shipped mapping is for a tree. */
  say(opened: OpenedTree): Promise<void>;
}

/** The mapping that `--mapping` names, for all files; else for each file the one that the configuration of its folder names. */
export async function mappingsOf(named: string | undefined, io: World): Promise<Mappings> {
  const given = named === undefined ? null : await opened(named, io);
  return {
    async optionsFor(name) {
      const mapping = given ?? (await configured(name, io));
      return mapping === null ? {} : { mapping };
    },
    async say({ name, tree }) {
      const { mappingNotice } = await import("@semantic-xpath/readers");
      const notice = mappingNotice(tree);
      if (notice !== null) io.stderr.write(`${name}: ${notice.message}\n`);
    },
  };
}

async function opened(named: string, io: World): Promise<Mapping> {
  const isPath = /[./\\]/.test(named);
  const found = await openMapping(isPath ? resolve(io.cwd, named) : named).catch((error: unknown) => {
    throw problem(EXIT.input, `can't read "${named}": ${fileProblem(error)}.`);
  });
  return usable(found, named, io);
}

/** Mistakes are printed, and errors end the command: data read by half a mapping would answer wrongly. */
function usable({ mapping, text, diagnostics }: OpenedMapping, name: string, io: World): Mapping {
  io.stderr.write(diagnosticTexts({ name, text }, diagnostics, io.errors));
  if (mapping === null || hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  return mapping;
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
