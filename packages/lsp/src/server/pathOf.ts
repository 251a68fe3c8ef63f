import { fileURLToPath } from "node:url";

/** The path of a `file:` URI, null for any other. */
export function pathOf(uri: string): string | null {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
