import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { openSuite, readSuiteText, type SuiteHost } from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { CheckedSuite, SuiteCheck } from "./fileSystem.js";
import { pathOf } from "./pathOf.js";

/** Milliseconds of checking after which other work has its turn. */
const TURN = 20;

const host = nodeHost();
/** The tree that was read last, since a suite is checked after each change of its text. */
let lastTree: { readonly key: string; readonly read: ReturnType<SuiteHost["openTree"]> } | null = null;

/**
 * The mistakes that `sxp eval` finds in a suite. Data is read as it is saved, suites as they are in the editor. What is wrong in an imported suite is shown at its import.
 * Rejects when it is no longer wanted.
 */
export async function checkSuite({ uri, text, opened, isWanted }: SuiteCheck): Promise<CheckedSuite> {
  const path = pathOf(uri);
  if (path === null) return { problems: readSuiteText(text).diagnostics, suites: new Map(), files: new Set() };
  const suites = new Map<string, string>();
  const files = new Set<string>();
  const uses = (file: string): string => {
    const used = pathToFileURL(file).href;
    files.add(used);
    return used;
  };
  let turn = performance.now();
  const { problems } = await openSuite(path, {
    ...host,
    async readText(file) {
      if (file === path) return text;
      const used = uses(file);
      const read = opened(used) ?? (await host.readText(file));
      suites.set(used, read);
      return read;
    },
    openTree(file, mapping) {
      uses(file);
      return treeOf(file, mapping);
    },
    openMemory(file, task) {
      uses(file);
      return host.openMemory(file, task);
    },
    openSchema(nameOrPath) {
      uses(nameOrPath);
      return host.openSchema(nameOrPath);
    },
    async pause() {
      if (performance.now() - turn < TURN) return;
      await new Promise((next) => setImmediate(next));
      if (!isWanted()) throw new Error("the text has changed");
      turn = performance.now();
    },
  });
  return {
    problems: problems.map(
      ({ file, diagnostic, via }): Diagnostic =>
        via === null
          ? diagnostic
          : {
              ...diagnostic,
              span: via,
              message: `${pathToFileURL(file).pathname.replace(/^.*\//, "")}: ${diagnostic.message}`,
            },
    ),
    suites,
    files,
  };
}

async function treeOf(path: string, mapping: string | undefined): ReturnType<SuiteHost["openTree"]> {
  const { mtimeMs = 0, size = 0 } = (await stat(path).catch(() => null)) ?? {};
  const key = JSON.stringify([path, mapping, mtimeMs, size]);
  if (lastTree?.key !== key) lastTree = { key, read: host.openTree(path, mapping) };
  const { read } = lastTree;
  read.catch(() => {
    lastTree = null;
  });
  return read;
}
