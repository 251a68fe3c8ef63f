import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file of the counts of one tree, or one that is being written. */
interface CountsFile {
  readonly path: string;
  readonly bytes: number;
  readonly used: number;
  readonly isPart: boolean;
}

const NAME = /^v1-[0-9a-f]{64}\.counts$/;
const PART = /^v1-[0-9a-f]{64}-[0-9a-f]{12}\.counts\.part$/;
/** The files of counts in a folder, the one used longest ago first; none if there is no folder. */
export async function listCounts(directory: string): Promise<CountsFile[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => NAME.test(name) || PART.test(name));
  const found = await Promise.all(
    names.map(async (name): Promise<CountsFile | null> => {
      const path = join(directory, name);
      const facts = await stat(path).catch(() => null);
      return facts?.isFile() ? { path, bytes: facts.size, used: facts.mtimeMs, isPart: PART.test(name) } : null;
    }),
  );
  return found.filter((file) => file !== null).sort((a, b) => a.used - b.used);
}
