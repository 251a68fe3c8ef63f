import { dirname, resolve } from "node:path";
import { fileProblem, openData, openMapping, openSchema, readRegularFile, textOf } from "@semantic-xpath/readers/node";
import { nodeData, type Tree } from "@semantic-xpath/tree";
import { digestOf } from "../digest.js";
import type { SuiteHost } from "../format/suite.js";

/** Opens the files of suites on the disk. */
export function nodeHost(): SuiteHost {
  return {
    resolve: (from, path) => resolve(dirname(from), path),
    readText: (path) => reading(async () => textOf(await readRegularFile(path))),
    openTree: (path, mapping) =>
      reading(async () => {
        const options = mapping === undefined ? {} : { mapping: await mappingOf(mapping) };
        const { trees, problems } = await openData([path], { optionsFor: async () => options });
        const [problem] = problems;
        if (problem !== undefined) throw new Error(problem.error.diagnostic.message);
        if (trees.length !== 1) throw new Error(`it is ${trees.length} trees, and has to be one`);
        const { tree } = trees[0]!;
        return { tree, digest: treeDigest(tree) };
      }),
    openMemory,
    openSchema: (nameOrPath) =>
      reading(async () => {
        const opened = await openSchema(nameOrPath);
        const error = opened.diagnostics.find(({ severity }) => severity === "error");
        if (opened.schema === null || error !== undefined) throw new Error(error?.message ?? "it is no schema");
        return { schema: opened.schema, digest: digestOf(opened.text) };
      }),
  };
}

async function mappingOf(nameOrPath: string) {
  const { mapping, diagnostics } = await openMapping(nameOrPath);
  const [problem] = diagnostics.filter(({ severity }) => severity === "error");
  if (mapping !== null && problem === undefined) return mapping;
  throw new Error(`its mapping "${nameOrPath}" can't be used: ${problem?.message ?? "it is no mapping"}`);
}

/** Names a tree by all that is in it. */
export const treeDigest = (tree: Tree): string => digestOf(nodeData(tree, 1));

const openMemory: SuiteHost["openMemory"] = async (path, task) => {
  const { openMemory: open } = await import("@semantic-xpath/memory/node");
  const memory = open(path, { readOnly: true });
  try {
    const [only, ...more] = memory.tasks();
    const name = task ?? only?.name;
    if (name === undefined || (task === undefined && more.length > 0))
      throw new Error('it has several tasks: name one as "task"');
    const version = memory.task(name).head();
    const tree = version.tree();
    return { tree, schema: version.schema, digest: `${treeDigest(tree)} ${version.schemaHash}` };
  } finally {
    memory.close();
  }
};

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && !("code" in error)) throw error;
    throw new Error(fileProblem(error));
  }
}
