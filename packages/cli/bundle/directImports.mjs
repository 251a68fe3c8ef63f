import { readFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Statements that import names, or pass them on; types alone are of another form. */
const STATEMENTS = /^(import|export) \{([^}]*)\} from "([^"]+)";$/gm;
/** Imports at the place of need: names of what is loaded, one of its functions, or all of it. */
const LOADED = /const \{([^}:]*)\} = await import\("([^"]+)"\)/g;
const ONE_LOADED = /\(await import\("([^"]+)"\)\)\.(\w+)/g;
const ALL_LOADED = /\bimport\("([^"]+)"\)/g;
const SOURCES = /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/;

/** The name of the module that a place of need loads: the file, and the names that it wants; none for all. */
const PART = "part:";

/**
 * Names are imported from the files that define them, and not from the entry point of a package that passes them on: a chunk has
 * whatever the files of a command import, so that an entry point would bring its whole package along. What is loaded at its place of need is a
 * module of its own with the names that are wanted there. Each of these also imports what `joined` gives for it, by the path of the module.
 */
export const directImports = (joined = new Map()) => ({
  name: "direct imports",
  setup(build) {
    const once = (make) => {
      const made = new Map();
      return (key) => made.get(key) ?? made.set(key, make(key)).get(key);
    };
    const textOf = once((path) => readFile(path, "utf8"));

    /** The file that a specifier means, null if it is not one of ours. */
    async function fileOf(specifier, importer) {
      if (!/^(?:\.|@semantic-xpath\/)/.test(specifier)) return null;
      const { path } = await build.resolve(specifier, {
        resolveDir: dirname(importer),
        importer,
        kind: "import-statement",
      });
      return SOURCES.test(path) ? path : null;
    }

    /** What a file passes on: by name, the other file and the name there. */
    const passedOn = once(async (path) => {
      const found = new Map();
      for (const [, keyword, list, specifier] of (await textOf(path)).matchAll(STATEMENTS)) {
        const file = keyword === "export" ? await fileOf(specifier, path) : null;
        for (const { name, as } of file === null ? [] : namesOf(list)) found.set(as, { file, name });
      }
      return found;
    });
    async function definitionOf(file, name) {
      const next = (await passedOn(file)).get(name);
      return next === undefined ? { file, name } : definitionOf(next.file, next.name);
    }
    async function statements(keyword, names, path) {
      const found = names.map(async ({ name, as }) => {
        const definition = await definitionOf(path, name);
        return `${keyword} { ${definition.name} as ${as} } from ${JSON.stringify(definition.file)};`;
      });
      return (await Promise.all(found)).join(" ");
    }

    const direct = (text, path) =>
      replaced(text, STATEMENTS, async ([whole, keyword, list, specifier]) => {
        const file = await fileOf(specifier, path);
        // As many lines as there were, for the source map.
        return file === null
          ? whole
          : (await statements(keyword, namesOf(list), file)) + "\n".repeat(whole.split("\n").length - 1);
      });
    const part = async (specifier, path, names, written) => {
      const file = await fileOf(specifier, path);
      return file === null ? null : written(`import(${JSON.stringify(`${PART}${file}?${names.toSorted()}`)})`);
    };
    build.onLoad({ filter: SOURCES }, async ({ path }) => {
      let contents = await direct(await textOf(path), path);
      contents = await replaced(contents, LOADED, async ([whole, list, from]) => {
        const names = namesOf(list).map(({ name }) => name);
        return (await part(from, path, names, (loaded) => `const {${list}} = await ${loaded}`)) ?? whole;
      });
      contents = await replaced(
        contents,
        ONE_LOADED,
        async ([whole, from, name]) =>
          (await part(from, path, [name], (loaded) => `(await ${loaded}).${name}`)) ?? whole,
      );
      contents = await replaced(
        contents,
        ALL_LOADED,
        async ([whole, from]) => (await part(from, path, [], (loaded) => loaded)) ?? whole,
      );
      return { contents, loader: "ts" };
    });

    build.onResolve({ filter: /^part:/ }, ({ path }) => ({ path: path.slice(PART.length), namespace: "part" }));
    build.onLoad({ filter: /./, namespace: "part" }, async ({ path }) => {
      const [file, list] = path.split("?");
      const names = list.split(",").filter((name) => name !== "");
      const own =
        names.length === 0
          ? `export * from ${JSON.stringify(file)};`
          : await statements(
              "export",
              names.map((name) => ({ name, as: name })),
              file,
            );
      const others = (joined.get(`${PART}${path}`) ?? []).map((other) => `import ${JSON.stringify(other)};`);
      return { contents: [own, ...others].join("\n"), loader: "ts", resolveDir: dirname(file) };
    });
  },
});

/** The values of a list between braces; types are left out. */
const namesOf = (list) =>
  list
    .replace(/\/\*.*?\*\/|\/\/.*$/gms, "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("type "))
    .map((each) => {
      const [name, as = name] = each.split(" as ");
      return { name, as };
    });

async function replaced(text, pattern, replace) {
  const matches = [...text.matchAll(pattern)];
  const written = await Promise.all(matches.map(replace));
  let end = 0;
  const pieces = matches.map((match, i) => {
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    return before + written[i];
  });
  return pieces.join("") + text.slice(end);
}
