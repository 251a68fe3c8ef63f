/** Paths and URIs as editors and configurations write them: `/a/b`, `C:\a\b`, `file:///a/b`, `vscode-vfs://github/a/b`. */

const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;
const isAbsolute = (path: string): boolean => /^(?:[/\\]|[a-z]:[/\\])/i.test(path) || isUri(path);

export const isUri = (path: string): boolean => SCHEME.test(path);

/** A path seen from a file; null: as it is. */
export function joinPath(path: string, from: string | null): string {
  if (from === null || isAbsolute(path)) return path;
  const folder = from.slice(0, Math.max(from.lastIndexOf("/"), from.lastIndexOf("\\")) + 1);
  const root = /^(?:[a-z][a-z\d+.-]+:\/\/[^/]*\/|[a-z]:[/\\]|[/\\])/i.exec(folder)?.[0] ?? "";
  const steps: string[] = [];
  for (const step of `${folder.slice(root.length)}${path}`.split(/[/\\]/)) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "" && step !== "." && !(step === ".." && root !== "")) steps.push(step);
  }
  return root + steps.join(folder.includes("\\") && !folder.includes("/") ? "\\" : "/");
}

/** Tests that two spellings name one file. */
export const isSamePath = (a: string, b: string): boolean => spelled(a) === spelled(b);

function spelled(path: string): string {
  const plain = /^file:\/\//i.test(path) ? decoded(path.replace(/^file:\/\/(?:localhost)?/i, "")) : path;
  const slashed = plain.replaceAll("\\", "/").replace(/^\/([a-z]:\/)/i, "$1");
  return slashed.replace(/^[a-z]:/i, (drive) => drive.toLowerCase());
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A path as a URI; a URI stays what it is. */
export function fileUri(path: string): string {
  if (isUri(path)) return path;
  const steps = path.replaceAll("\\", "/").replace(/^\/*/, "").split("/");
  return `file:///${steps.map((step) => encodeURIComponent(step).replace(/^([a-z])%3A$/i, "$1:")).join("/")}`;
}

/** A path without the place that a URI has it at: an editor whose files are on another machine puts that machine before it. */
export const barePath = (path: string): string => (isUri(path) ? decoded(path.replace(/^[^:]*:\/\/[^/]*/, "")) : path);

/** The last part of a path. */
export const baseName = (path: string): string => /[^/\\]*$/.exec(path.replace(/[/\\]+$/, ""))?.[0] ?? path;
