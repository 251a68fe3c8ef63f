import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileCacheFolder } from "../../packages/cli/src/compileCache.js";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "sxp-compiled-"));

describe.skipIf(process.platform === "win32")("the folder for compiled code", () => {
  test("is made in the user's cache, for the user alone", () => {
    const cache = join(newFolder(), "cache", "sxp");
    const folder = compileCacheFolder(cache);
    expect(folder).toBe(join(cache, "compiled"));
    for (const made of [cache, folder!]) expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(compileCacheFolder(cache)).toBe(folder);
  });

  test("is none where others may write", () => {
    for (const part of ["", "compiled"]) {
      const cache = newFolder();
      mkdirSync(join(cache, "compiled"));
      chmodSync(join(cache, part), 0o777);
      expect(compileCacheFolder(cache)).toBeNull();
    }
  });

  test("is none where it can't be made", () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(compileCacheFolder(file)).toBeNull();
  });

  test("does not depend on where the command is called", () => {
    expect(compileCacheFolder(join(".cache", "sxp"))).toBeNull();
  });
});
