import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What one process of a run makes for all of them, such as a bundle of the sources: a folder that goes when the run ends. The first to ask makes it, the
 * others wait. While sources are watched each has its own, since the run does not end.
 */
export async function onceForAll(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const { SXP_TESTS_FOLDER, VITEST_MODE } = process.env;
  if (SXP_TESTS_FOLDER === undefined || VITEST_MODE === "WATCH") {
    const own = mkdtempSync(join(tmpdir(), `sxp-${name}-`));
    await make(own);
    return own;
  }
  const folder = join(SXP_TESTS_FOLDER, `once-${name}`);
  const outcome = `${folder}.outcome`;
  if (isFirst(`${folder}.begun`)) {
    mkdirSync(folder);
    const problem = await make(folder).then(
      () => "",
      (error: unknown) => String(error),
    );
    writeFileSync(`${outcome}.part`, problem);
    renameSync(`${outcome}.part`, outcome);
  }
  while (!existsSync(outcome)) await new Promise((resolve) => setTimeout(resolve, 50));
  const problem = readFileSync(outcome, "utf8");
  if (problem !== "") throw new Error(`${name} could not be made: ${problem}`);
  return folder;
}

/** Making a folder succeeds for one process. */
function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}
