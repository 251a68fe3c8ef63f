import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** VS Code 1.100.3. The last one that runs on Node 20. */
const VERSION = "4.100.3";
/** Finds files for VS Code. From this version on the program itself is in the package, not in an install script. */
const RIPGREP = "1.18.0";

/** Variables of a VS Code without a gallery: nothing is looked up in the network. */
export const NO_GALLERY = {
  EXTENSIONS_GALLERY: JSON.stringify({
    serviceUrl: "",
    itemUrl: "",
    resourceUrlTemplate: "",
    controlUrl: "",
    nlsBaseUrl: "",
  }),
};

const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/", import.meta.url));
const ENTRY = "node_modules/code-server/out/node/entry.js";
const PATIENCE = 240_000;

/**
 * A real VS Code, served to a browser: the one in the folder that `SXP_CODE_SERVER` names, the one installed by an earlier call, or
 * one installed now. Nothing is compiled: what its native modules would give (file logs, a terminal, passwords) the tests don't need.
 *
 * @returns {Promise<{ entry: string } | { missing: string }>}
 */
export async function codeServer() {
  const given = process.env.SXP_CODE_SERVER;
  if (given) {
    const entry = join(given, ENTRY);
    return existsSync(entry) ? { entry } : { missing: `no code-server in the folder of SXP_CODE_SERVER, ${given}` };
  }
  const folder = join(CACHE, `code-server-${VERSION}`);
  const entry = join(folder, ENTRY);
  if (existsSync(entry)) return { entry };
  console.log(`Installing code-server ${VERSION} …`);
  const problem = await install(folder);
  return problem === null ? { entry } : { missing: `code-server ${VERSION} could not be installed: ${problem}` };
}

/** Into a folder beside, renamed at the end: an interrupted installation is never taken for a whole one. */
async function install(/** @type {string} */ folder) {
  const beside = `${folder}.${process.pid}`;
  try {
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, "package.json"), '{ "private": true }\n');
    await npm(beside, "install", "--no-package-lock", `code-server@${VERSION}`, `@vscode/ripgrep@${RIPGREP}`);
    const vscode = join(beside, "node_modules/code-server/lib/vscode");
    await npm(vscode, "install", "--omit=dev");
    // The desktop build packs its modules into an archive of this name.
    rmSync(join(vscode, "node_modules.asar"), { recursive: true, force: true });
    symlinkSync("node_modules", join(vscode, "node_modules.asar"));
    replaceArgon2(join(beside, "node_modules/argon2"));
    copyRipgrep(join(beside, "node_modules/@vscode"), join(vscode, "node_modules/@vscode/ripgrep/bin"));
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
    return null;
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    return error instanceof Error ? error.message : String(error);
  }
}

/** Hashes passwords, needs a compiler, is loaded at every start. The tests start without a password. */
function replaceArgon2(/** @type {string} */ folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "argon2", "version": "0.0.0", "main": "index.js" }\n');
  writeFileSync(
    join(folder, "index.js"),
    'exports.hash = async () => { throw new Error("no passwords here"); };\nexports.verify = async () => false;\n',
  );
}

function copyRipgrep(/** @type {string} */ packages, /** @type {string} */ folder) {
  cpSync(join(packages, `ripgrep-${process.platform}-${process.arch}/bin`), folder, { recursive: true });
}

/** @returns {Promise<void>} */
function npm(/** @type {string} */ folder, /** @type {string[]} */ ...words) {
  // Below `npm run`, npm tells its children by the environment which project they are in.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const child = spawn("npm", [...words, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: PATIENCE,
  });
  let said = "";
  child.stderr.on("data", (piece) => (said += piece));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => {
      if (code === 0) return done();
      fail(new Error(signal ? `no answer in ${PATIENCE / 1000} s` : said.trim().split("\n").slice(-3).join(" ")));
    });
  });
}
