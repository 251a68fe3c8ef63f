// @module-tag process
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fileProblem, readRegularFile, readStream } from "@semantic-xpath/readers/node";
import { loadConfig, resolveScorer } from "@semantic-xpath/runtime/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../packages/lsp/src/server/nodeFiles.js";
import { sxp } from "../cli/sxp.js";

const folder = mkdtempSync(join(tmpdir(), "sxp-special-"));
const at = (name: string): string => join(folder, name);
const PIPES = "it is a pipe, a device or a socket, and only files are read";
let server: Server;

/** What stands where a file is expected, with what is said about it. A pipe blocks whoever opens it, /dev/zero never ends. */
const SPECIAL: Readonly<Record<string, string>> = {
  [at("pipe")]: PIPES,
  [at("linked")]: PIPES,
  [at("socket")]: PIPES,
  "/dev/zero": PIPES,
  [at("folder")]: "it is a folder",
};

const UNIX = process.platform !== "win32" && existsSync("/dev/zero");

describe.runIf(UNIX)("what is no regular file is refused at once", () => {
  beforeAll(async () => {
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync(at("pipe"), at("linked"));
    mkdirSync(at("folder"));
    server = createServer();
    await new Promise<void>((done) => server.listen(at("socket"), done));
    writeFileSync(at("data.xml"), "<A/>");
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(Object.entries(SPECIAL))("%s: by the reader of files", async (path, words) => {
    const error = await readRegularFile(path).catch((thrown: unknown) => thrown);
    expect(fileProblem(error)).toBe(words);
  });

  it.each(Object.entries(SPECIAL))(
    "%s: by the command, as data, schema, import, query and scorer",
    async (path, words) => {
      const runs = [
        ["run", "/A", "--data", path],
        ["run", "/A", "--data", at("data.xml"), "--schema", path],
        ["run", `import data ${JSON.stringify(path)}; declare query q() := /A;`],
        ["run", '/A[node =~ "b"]', "-d", at("data.xml"), "--scorer", `recorded:${path}`],
        ["check", `import schema ${JSON.stringify(path)}; declare query q() := /A;`],
      ];
      for (const args of runs) {
        const { code, err } = await sxp(args);
        // A folder may be data, but this one has none.
        const isData =
          args.some((arg) => arg === "--data" || arg.startsWith("import data")) && !args.includes("--schema");
        const said = words === "it is a folder" && isData ? "has no file of a format that is read" : words;
        expect([code, err]).toEqual([3, expect.stringContaining(`${said}.\n`)]);
      }
    },
  );

  it.each(Object.entries(SPECIAL))("%s: by the server and for scorers", async (path, words) => {
    expect(await nodeFiles.read(pathToFileURL(path).href)).toBeNull();
    await expect(resolveScorer(`recorded:${path}`, { config: null, folder })).rejects.toThrow(words);
  });

  it("a query", async () => {
    execFileSync("mkfifo", [at("pipe.sxp")]);
    const { code, err } = await sxp(["check", "pipe.sxp"], { cwd: folder });
    expect([code, err]).toEqual([3, `sxp: can't read "pipe.sxp": ${PIPES}.\n`]);
  });

  it("a configuration", async () => {
    const project = at("project");
    mkdirSync(project);
    execFileSync("mkfifo", [join(project, "sxp.config.json")]);
    await expect(loadConfig(project)).rejects.toThrow(PIPES);
    const { code, err } = await sxp(["run", "/A", "-d", at("data.xml")], { cwd: project });
    expect([code, err]).toEqual([3, `sxp: sxp.config.json can't be read: ${PIPES}.\n`]);
  });
});

describe("the reader of files", () => {
  it("bounds standard input as it bounds files", async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 1000;
        yield Buffer.alloc(1000);
      }
    }
    await expect(readStream(endless(), 1000)).rejects.toMatchObject({ code: "EFBIG" });
    expect(given).toBe(4000);
  });

  it("reads no more than it may", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "sxp-bounded-")), "file");
    writeFileSync(file, "x".repeat(30));
    expect((await readRegularFile(file, 10)).length).toBe(30);
    appendFileSync(file, "x");
    const error = await readRegularFile(file, 10).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "EFBIG", path: file });
    expect(fileProblem(error)).toBe("it is too large");
  });

  // Their size is said to be 0.
  it.runIf(existsSync("/proc/self/status"))("reads files that lie about their size, within the bound too", async () => {
    expect(new TextDecoder().decode(await readRegularFile("/proc/self/status"))).toContain("Pid:");
    await expect(readRegularFile("/proc/self/status", 10)).rejects.toMatchObject({ code: "EFBIG" });
  });
});

describe("a file in another encoding", () => {
  it.each([
    ["windows-1251", [0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "привет"],
    ["ISO-8859-1", [0x63, 0x61, 0x66, 0xe9], "café"],
    ["Shift_JIS", [0x93, 0xfa, 0x96, 0x7b], "日本"],
  ] as const)("%s is read by the command, in names, attributes and texts", async (encoding, word, said) => {
    const place = mkdtempSync(join(tmpdir(), "sxp-encoding-"));
    const written = Buffer.from(word).toString("latin1");
    const xml = `<?xml version="1.0" encoding="${encoding}"?>\n<${written} n="${written}">${written}</${written}>\n`;
    writeFileSync(join(place, "plan.xml"), Buffer.from(xml, "latin1"));
    const { code, out } = await sxp(["run", `/*[@n = "${said}"]`, "-d", "plan.xml", "-f", "csv"], { cwd: place });
    expect([code, out.split("\n")[1]]).toEqual([0, `1,1,plan.xml,2,/${said},${said},${said},${said}`]);
  });

  const declared = Buffer.from(
    '<?xml version="1.0" encoding="windows-1251"?>\n<A n="\xef\xf0\xe8">\xe2\xe5\xf2</A>\n',
    "latin1",
  );
  it("is read by the command and the server, and its mistakes are shown in it", async () => {
    const place = mkdtempSync(join(tmpdir(), "sxp-encoding-"));
    writeFileSync(join(place, "good.xml"), declared);
    writeFileSync(join(place, "bad.xml"), Buffer.from(`${declared.toString("latin1")}\xef`, "latin1"));
    expect((await sxp(["run", "/A[@n = 'при']", "-d", "good.xml"], { cwd: place })).out).toContain("вет");
    const { code, err } = await sxp(["run", "/A", "-d", "bad.xml"], { cwd: place });
    expect([code, err]).toEqual([3, expect.stringContaining("bad.xml:3:1: error SXP4005")]);
    expect(err).toContain("\n  п\n  ^\n");
    expect(await nodeFiles.read(pathToFileURL(join(place, "good.xml")).href)).toContain('n="при">вет');
  });
});
