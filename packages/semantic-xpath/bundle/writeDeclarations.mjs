import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ENTRIES, publishedText } from "./names.mjs";

const PACKAGES = fileURLToPath(new URL("../..", import.meta.url));
const HERE = join(PACKAGES, "semantic-xpath");

/**
 * Copies the declarations that the entries need to `dist/types`, one folder for each package of the repository. Imports between packages become
 * relative, and examples in comments name what is published.
 */
export function writeDeclarations(names) {
  const waiting = ENTRIES.map((name) => join(HERE, `dist/entries/${name}.d.ts`));
  const copied = new Set(waiting);
  for (const file of copied) {
    const text = readFileSync(file, "utf8").replace(/\n?\/\/# sourceMappingURL=.*/, "");
    const target = targetOf(file);
    const written = text.replace(
      /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|"(\.{1,2}\/[^"\n]*|@semantic-xpath\/[^"\n]*)"/g,
      (all, comment, module) => {
        if (comment !== undefined) return publishedText(comment, names);
        const source = declarationOf(module, file);
        if (!existsSync(source)) return all;
        copied.add(source);
        const path = relative(dirname(target), targetOf(source))
          .replaceAll(sep, "/")
          .replace(/\.d\.ts$/, ".js");
        return JSON.stringify(path.startsWith(".") ? path : `./${path}`);
      },
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${written.trimEnd()}\n`);
  }
}

/** The declaration that a module's name leads to. */
function declarationOf(module, from) {
  if (module.startsWith(".")) return resolve(dirname(from), module.replace(/\.js$/, ".d.ts"));
  const [, name, ...rest] = module.split("/");
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8"));
  return join(PACKAGES, name, exports[["."].concat(rest).join("/")].types);
}

/** `packages/parser/dist/parse.d.ts` → `dist/types/parser/parse.d.ts`; entries lie beside the folders. */
function targetOf(file) {
  const [name, , ...rest] = relative(PACKAGES, file).split(sep);
  return join(HERE, "dist/types", ...(name === "semantic-xpath" ? rest.slice(1) : [name, ...rest]));
}
