import { dirname, resolve } from "node:path";
import { fileProblem, openData, openMapping, openSchema, readRegularFile, textOf } from "@semantic-xpath/readers/node";
import { nodeData, type Tree } from "@semantic-xpath/tree";
import { digestOf } from "../digest.js";
import type { SuiteHost } from "../format/openSuite.js";

type MemoryOpener = SuiteHost["openMemory"];

/** Opens the files of suites on the disk. `openMemory`: how memories are opened; without it they can't be. */
export function nodeHost(openMemory: MemoryOpener = noMemories): SuiteHost {
  return {
    resolve: (from, path) => resolve(dirname(from), path),
    readText: (path) => reading(async () => textOf(await readRegularFile(path))),
    openTree: (path, mapping) =>
      reading(async () => {
        const read = mapping === undefined ? null : (await openMapping(mapping)).mapping;
        if (read === null && mapping !== undefined) throw new Error(`its mapping "${mapping}" can't be used`);
        const options = read === null ? {} : { mapping: read };
        const { trees, problems } = await openData([path], { optionsFor: async () => options });
        const [problem] = problems;
        if (problem !== undefined) throw new Error(problem.error.diagnostic.message);
        if (trees.length !== 1) throw new Error(`it is ${trees.length} trees, and has to be one`);
        const { tree } = trees[0]!;
        return { tree, digest: treeDigest(tree) };
      }),
    openMemory,
    openSchema: (from, nameOrPath) =>
      reading(async () => {
        const isPath = /[./\\]/.test(nameOrPath);
        const opened = await openSchema(isPath ? resolve(dirname(from), nameOrPath) : nameOrPath);
        const error = opened.diagnostics.find(({ severity }) => severity === "error");
        if (opened.schema === null || error !== undefined) throw new Error(error?.message ?? "it is no schema");
        return { schema: opened.schema, digest: digestOf(opened.text) };
      }),
  };
}

/** Names a tree by all that is in it. */
export const treeDigest = (tree: Tree): string => digestOf(nodeData(tree, 1));

const noMemories: MemoryOpener = () => Promise.reject(new Error("memories are opened by the command alone"));

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && !("code" in error)) throw error;
    throw new Error(fileProblem(error));
  }
}
