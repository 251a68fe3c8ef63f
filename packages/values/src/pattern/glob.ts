import { compilePattern, type Pattern } from "./compilePattern.js";

/** Tests that a text names files within a folder. */
export const isGlob = (text: string): boolean =>
  text !== "" && !/^(?:[/\\]|[A-Za-z]:)/.test(text) && !text.split("/").includes("..") && patternOf(text) !== null;

/**
 * Tests that a glob names a path with "/" between its parts: `*` is any part of a name, `**` any folders, `?` a character.
 * In time linear in the path: configurations come from strangers, too.
 */
export const matchesGlob = (glob: string, path: string): boolean => patternOf(glob)?.test(path) ?? false;

function patternOf(glob: string): Pattern | null {
  const source = glob
    .replace(/^\.\//, "")
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => WILD[part] ?? part.replace(/[\\|.?*+(){}[\]^$-]/g, "\\$&"))
    .join("");
  const pattern = compilePattern(`^${source}$`);
  return pattern.kind === "Pattern" ? pattern : null;
}

const WILD: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
