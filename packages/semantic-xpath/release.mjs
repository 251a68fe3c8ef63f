import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * `npm run check`: reports where names, versions and files of a release disagree, without a network.
 * `npm run version:set -- 0.2.0`: writes a version into every place that has it.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (path) => readFileSync(ROOT + path, "utf8");
const jsonOf = (path) => JSON.parse(textOf(path));
const PUBLISHED = "packages/semantic-xpath/package.json";
const EXTENSION = "packages/vscode-extension/package.json";

const inJson = /^( {2,6}"version": ")(\d[^"]*)(")/gm;
const inSource = /(\b(?:VERSION = |version: )")(\d+\.\d+\.\d+)(")/g;
const ofSiblings = /("@semantic-xpath\/[\w-]+": ")(\d[^"]*)(")/g;

/** Files that have the version, each with the patterns around it: the second group is the version. */
function placesOfVersion() {
  const manifests = readdirSync(`${ROOT}packages`).map((name) => `packages/${name}/package.json`);
  return [
    ...["package.json", ...manifests].map((path) => [path, [/^( {2}"version": ")(\d[^"]*)(")/gm, ofSiblings]]),
    ["server.json", [inJson]],
    ["skills/semantic-xpath/SKILL.md", [/^( {2}version: ")(\d[^"]*)(")/gm]],
    ["packages/agents/src/mcp.ts", [inSource]],
    ["packages/agents/src/otel.ts", [inSource]],
    ["packages/cli/src/cli.ts", [inSource]],
    ["packages/cli/src/commands/demo/mcpCall.ts", [inSource]],
  ];
}

/** Sentences about what is wrong; none if a release can be made. */
export function problemsOfRelease() {
  const problems = [];
  const expect = (isRight, sentence) => {
    if (!isRight) problems.push(sentence);
  };
  const manifest = jsonOf(PUBLISHED);
  const { name, version, mcpName } = manifest;
  for (const [path, patterns] of placesOfVersion()) {
    const found = patterns.flatMap((pattern) => [...textOf(path).matchAll(pattern)].map(([, , each]) => each));
    expect(found.length > 0, `${path} has no version where one is expected.`);
    for (const each of new Set(found))
      expect(each === version, `${path} has the version ${each}, and ${name} has ${version}.`);
  }
  expect(/^\d+\.\d+\.\d+$/.test(version), `${version} is not a version of three numbers, which the Marketplace needs.`);
  for (const path of ["CHANGELOG.md", "packages/vscode-extension/CHANGELOG.md"])
    expect(textOf(path).includes(`\n## ${version}`), `${path} has no section "## ${version}".`);
  for (const path of ["LICENSE", "SECURITY.md", "RELEASING.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md"])
    expect(existsSync(ROOT + path), `${path} is missing.`);
  problemsOfServer(jsonOf("server.json"), { name, version, mcpName }, expect);
  problemsOfExtension(jsonOf(EXTENSION), expect);
  for (const path of filesBelow("").filter((path) => /\.(?:md|json|ya?ml|mjs|ts)$|\.npmrc$/.test(path)))
    for (const host of ["registry." + "npmjs", "registry." + "yarnpkg", "npm." + "pkg.github"])
      expect(!textOf(path).includes(host), `${path} names a registry's host.`);
  return problems;
}

/** The rules of the MCP registry for `server.json`, as its published schema of 2025-09-29 and its documentation state them. */
function problemsOfServer(server, { name, version, mcpName }, expect) {
  expect(server.name === mcpName, `server.json has the name ${server.name}, and mcpName is ${mcpName}.`);
  expect(
    /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(server.name),
    `${server.name} is not a namespace, a slash and a name.`,
  );
  expect(server.name.length >= 3 && server.name.length <= 200, "The name in server.json has from 3 to 200 characters.");
  const { length } = server.description;
  expect(length >= 1 && length <= 100, `The description in server.json has ${length} characters, and 100 are allowed.`);
  for (const { registryType, identifier, version: packed, transport } of server.packages) {
    expect(
      registryType === "npm" && identifier === name,
      `server.json has the package ${identifier}, and this one is ${name}.`,
    );
    expect(packed === version, `server.json has the package in version ${packed}, and this one is ${version}.`);
    expect(transport?.type === "stdio", "The package in server.json has the transport stdio.");
  }
}

/** What the Marketplace and Open VSX refuse. */
function problemsOfExtension({ publisher, icon, license, repository, engines }, expect) {
  const folder = "packages/vscode-extension";
  for (const [key, value] of Object.entries({
    publisher,
    icon,
    license,
    repository,
    "engines.vscode": engines?.vscode,
  }))
    expect(value !== undefined, `${folder}/package.json has no ${key}.`);
  expect(
    /\.png$/.test(icon) && existsSync(`${ROOT}${folder}/${icon}`),
    `The icon ${icon} is not a PNG of the extension.`,
  );
  for (const [, image] of textOf(`${folder}/README.md`).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
    expect(
      !/\.svg$/.test(image) && (image.startsWith("https:") || existsSync(`${ROOT}${folder}/${image}`)),
      `The stores can't show ${image}.`,
    );
}

function filesBelow(folder) {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(?:node_modules|dist|\.git|\.vitepress)$/.test(entry.name)) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function setVersion(version) {
  for (const [path, patterns] of placesOfVersion()) {
    const text = textOf(path);
    const changed = patterns.reduce((all, pattern) => all.replace(pattern, `$1${version}$3`), text);
    if (changed !== text) writeFileSync(ROOT + path, changed);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , command, version] = process.argv;
  if (command === "set") {
    if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) throw new Error("A version has three numbers, such as 0.2.0.");
    setVersion(version);
  }
  const problems = problemsOfRelease();
  for (const problem of problems) console.error(problem);
  if (command !== "set" && problems.length > 0) process.exitCode = 1;
  else if (problems.length === 0) console.log("Names, versions and files agree.");
}
