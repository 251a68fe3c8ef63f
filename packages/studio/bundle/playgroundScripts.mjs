import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** A file of this package. */
export const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const ENTRIES = {
  playground: at("src/playground/main.tsx"),
  studioWorker: at("src/playground/worker.ts"),
  languageWorker: at("../lsp/src/server/browser.ts"),
};

/**
 * The scripts of the page and its two workers. A module is left out if nothing of it is used: of ours, only an entry does something by being loaded.
 *
 * Where each module goes is decided by who needs it, which a first pass finds out: what paints the page and a worker needs too is one
 * chunk, and all else that the studio needs is another, for the language server as well. It has no need of a third of that, but the file is
 * there already when it starts, and one text compresses better than two: 8 kB less are loaded.
 */
export async function playgroundScripts(folder) {
  const bundle = await rolldown({
    input: ENTRIES,
    // Nobody imports an entry.
    preserveEntrySignatures: false,
    platform: "browser",
    resolve: {
      // Our packages from their sources: the condition is in each manifest.
      conditionNames: ["@semantic-xpath/source", "module", "browser", "import", "default"],
      extensionAlias: { ".js": [".ts", ".tsx", ".js"] },
      // Chevrotain needs a small part of it.
      alias: { "lodash-es": at("../cli/src/grammar/lodash.ts") },
    },
    tsconfig: false,
    transform: {
      jsx: { runtime: "automatic", importSource: "preact" },
      target: ["chrome114", "firefox120", "safari17"],
    },
    treeshake: { moduleSideEffects: (id) => !id.startsWith(at("..")) && !/[\\/]@?chevrotain[\\/]/.test(id) },
  });
  try {
    const { output } = await bundle.generate({ format: "esm", entryFileNames: "[name].js" });
    const inPage = neededBy("playground.js", output);
    const inStudio = neededBy("studioWorker.js", output);
    const inLanguage = neededBy("languageWorker.js", output);
    const entries = new Set(Object.values(ENTRIES));
    const nameOf = (id) => {
      if (entries.has(id)) return null;
      if (inPage.has(id)) return inStudio.has(id) || inLanguage.has(id) ? "shared" : null;
      return inStudio.has(id) ? "engine" : null;
    };
    await bundle.write({
      dir: folder,
      format: "esm",
      entryFileNames: "[name].js",
      // Named after its content, so that it may be kept for ever.
      chunkFileNames: "[name]-[hash].js",
      minify: { compress: { target: "es2022" }, mangle: { toplevel: true } },
      comments: false,
      codeSplitting: { groups: [{ name: nameOf, debugName: "shared", includeDependenciesRecursively: false }] },
    });
  } finally {
    await bundle.close();
  }
}

/** The modules of a file and of all that it imports at once. */
function neededBy(name, output) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set([name]);
  for (const file of files) for (const other of chunks.get(file)?.imports ?? []) files.add(other);
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []));
}
