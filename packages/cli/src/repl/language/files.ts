import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Io } from "../../io.js";
import type { Choice } from "../editor/menu/menu.js";
import { atHome } from "../session/paths.js";

/** Names in a folder, folders with a slash behind; none where it can't be read. Hidden ones are left out unless asked for. */
export function listFolder(folder: URL | string, withHidden = false): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => withHidden || !name.startsWith("."))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort((a, b) => a.localeCompare(b));
  } catch {
    return [];
  }
}

/** Where paths are completed: the folder that they are seen from, and the environment that says which one is the user's. */
type Place = Pick<Io, "cwd" | "env">;

/**
 * Files with one of the endings (none: all) and folders that a path may go on with. A path in quotes is closed by its file, unless
 * what stands `behind` it does that.
 */
export function fileChoices(
  typed: string,
  start: number,
  endings: readonly string[],
  place: Place,
  behind = "",
): readonly Choice[] {
  const quote = /^["']/.exec(typed)?.[0] ?? "";
  const path = typed.slice(quote.length);
  const slash = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, slash), path.slice(slash)];
  const at = resolve(place.cwd, atHome(folder, place));
  return listFolder(at, name.startsWith("."))
    .filter((entry) => entry.startsWith(name))
    .filter(
      (entry) => entry.endsWith("/") || endings.length === 0 || endings.some((ending) => entry.endsWith(`.${ending}`)),
    )
    .map((entry) => {
      const isFolder = entry.endsWith("/");
      const text = `${quote}${folder}${entry}${isFolder || (quote !== "" && behind.startsWith(quote)) ? "" : quote}`;
      return {
        label: entry,
        kind: isFolder ? "folder" : "file",
        detail: "",
        text,
        start,
        end: start + typed.length,
        cursor: text.length,
        explain: null,
      };
    });
}
