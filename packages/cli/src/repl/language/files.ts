import { readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Choice } from "../editor/menu/menu.js";

/** Names in a folder, folders with a slash behind; none where it can't be read. Hidden ones are left out. */
export function listFolder(folder: URL | string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith("."))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort((a, b) => a.localeCompare(b));
  } catch {
    return [];
  }
}

/** Files with one of the endings (none: all) and folders that a path may go on with. */
export function fileChoices(typed: string, start: number, endings: readonly string[], cwd: string): readonly Choice[] {
  const slash = typed.lastIndexOf("/") + 1;
  const [folder, name] = [typed.slice(0, slash), typed.slice(slash)];
  const at = isAbsolute(folder) ? folder : join(cwd, folder);
  return listFolder(at)
    .filter((entry) => entry.startsWith(name))
    .filter(
      (entry) => entry.endsWith("/") || endings.length === 0 || endings.some((ending) => entry.endsWith(`.${ending}`)),
    )
    .map((entry) => {
      const text = folder + entry;
      return {
        label: entry,
        kind: entry.endsWith("/") ? "folder" : "file",
        detail: "",
        text,
        start,
        end: start + typed.length,
        cursor: text.length,
        explain: null,
      };
    });
}
