/** The folder of a file, both with `/` from the top folder on; "" for the top folder. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The name of a file with its ending. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A path from a folder on, without `.`, and with `..` only at its beginning, where it leads out of the top folder. */
export function joinedPath(folder: string, path: string): string {
  const kept: string[] = [];
  for (const segment of `${folder}/${path}`.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(segment);
  }
  return `${kept.join("/")}${path.endsWith("/") ? "/" : ""}`;
}
