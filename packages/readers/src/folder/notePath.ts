/** The folder of a file, both with `/` from the top folder on; "" for the top folder. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The name of a file with its ending. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A path from a folder on, without `.`, and with `..` only at its beginning, where it leads out of the top folder. */
export function joinedPath(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${folder}/${path}`.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else segments.push(segment);
  }
  return `${segments.join("/")}${path.endsWith("/") ? "/" : ""}`;
}
