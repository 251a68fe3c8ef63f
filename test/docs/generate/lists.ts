import { FORMATS, MAPPINGS, SCHEMAS } from "@semantic-xpath/readers";
import { textOf } from "../../structure/support/sources.js";

export const CONFIG_SCHEMA = "packages/scorers/schema/sxp-config.json";
export const MANIFEST = "packages/vscode-extension/package.json";

/** A list in a hand-written file, in place of each match of a pattern; there is one at least. */
function filled(path: string, pattern: RegExp, by: (start: string) => string): string {
  const text = textOf(path);
  if (!pattern.test(text)) throw new Error(`${path} has no place for a list`);
  return text.replace(pattern, (_, start: string) => by(start));
}

/** The schema of configurations with the names that come with the package. */
export function configSchema(): string {
  const lists = [MAPPINGS, SCHEMAS][Symbol.iterator]();
  return filled(CONFIG_SCHEMA, /(\n *)"enum": \[\s*"chatgpt"[^\]]*\]/g, (indent) => {
    const names = lists.next().value!.map(({ name }) => `${indent}  "${name}"`);
    return `${indent}"enum": [${names.join(",")}${indent}]`;
  });
}

/** The manifest of the editor with the extensions of data files in its menus. */
export function editorManifest(): string {
  const endings = Object.values(FORMATS).flatMap((format) => format.endings.map((ending) => ending.slice(1)));
  return filled(MANIFEST, /(resourceExtname =~ \/\^\\\\\.\()xml\|[^)]*(?=\))/g, (start) => start + endings.join("|"));
}
