#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

const bundle = new URL("../dist/sxp.js", import.meta.url);
if (existsSync(bundle)) {
  // Where Node can keep compiled code between runs (22.8 and later), starting takes half as long.
  if (module.enableCompileCache !== undefined) {
    const { compileCacheFolder } = await import("../dist/chunks/compileCache.js");
    const folder = compileCacheFolder();
    if (folder !== null) module.enableCompileCache(folder);
  }
  await import(bundle.href);
} else {
  process.stderr.write('sxp is not built yet. Run "npm run build" in the folder of the repository, then try again.\n');
  process.exitCode = 3;
}
