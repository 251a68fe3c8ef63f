import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MANIFEST, SETTINGS } from "./support/manifest.js";
import { withVscode } from "./support/withVscode.js";

/** A path of a file system, as far as these files use it. */
class Path {
  constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static parse = (text: string): Path => new Path(...(text.split(/:(.*)/s).slice(0, 2) as [string, string]));
  static joinPath = ({ scheme, path }: Path, name: string): Path =>
    new Path(scheme, name === ".." ? path.replace(/\/[^/]*$/, "") : `${path}/${name}`);
  toString = (): string => `${this.scheme}:${this.path}`;
}

const FILES: Readonly<Record<string, number>> = {
  "/w/a.xml": 5,
  "/w/q.sxp": 3,
  "/w/deep/b.xml": 7,
  "/w/node_modules/c.xml": 1,
  "/w/.hidden/d.xml": 1,
  "/w/huge.xml": 1e9,
};

/** An editor with these files, and with folders of names and schemes. Its search finds nothing and answers on the disk only. */
function editor(folders: readonly { readonly name: string; readonly uri: Path }[] = []) {
  const readDirectory = async ({ path }: Path) => {
    const rest = Object.keys(FILES)
      .filter((file) => file.startsWith(`${path}/`))
      .map((file) => file.slice(path.length + 1));
    return [...new Map(rest.map((name) => [name.split("/")[0]!, name.includes("/") ? 2 : 1]))];
  };
  const around = (uri: Path) => folders.find((folder) => `${uri}/`.startsWith(`${folder.uri}/`));
  return {
    FileType: { File: 1, Directory: 2 },
    RelativePattern: class {
      constructor(readonly base: Path) {}
    },
    Uri: Path,
    workspace: {
      workspaceFolders: folders,
      getWorkspaceFolder: around,
      asRelativePath: (uri: Path) => uri.path,
      findFiles: ({ base }: { base: Path }) =>
        base.scheme === "file" ? Promise.resolve([]) : new Promise(() => undefined),
      fs: {
        readDirectory,
        stat: async ({ path }: Path) => {
          if (!(path in FILES)) throw new Error("there is no such file");
          return { size: FILES[path] };
        },
        readFile: async ({ path }: Path) => new TextEncoder().encode(`\ufeff${path}`),
      },
    },
  };
}

type Found = (endings: readonly string[], most: number, folders?: readonly Path[]) => Promise<readonly Path[]>;

describe("files of a folder", () => {
  const found = async (scheme: string, endings: readonly string[], most = 10): Promise<string[]> => {
    const { foundFiles } = await withVscode<{ foundFiles: Found }>("files/foundFiles.ts", editor());
    return (await foundFiles(endings, most, [new Path(scheme, "/w")])).map(({ path }) => path).sort();
  };
  it("are searched on the disk", async () => {
    expect(await found("file", [".xml"])).toEqual([]);
  });
  it("are looked for one by one where there may be no search, without those of tools and hidden ones", async () => {
    expect(await found("memory", [".xml"])).toEqual(["/w/a.xml", "/w/deep/b.xml", "/w/huge.xml"]);
    expect(await found("memory", [".sxp", ".ts"])).toEqual(["/w/q.sxp"]);
    expect(await found("memory", [".xml"], 1)).toHaveLength(1);
  });
});

describe("a language server that asks for a file", () => {
  const asked = async (method: string, uri: string): Promise<unknown> => {
    const handlers = new Map<string, (params: { uri: string }) => Promise<unknown>>();
    const client = { onRequest: (name: string, handler: never) => handlers.set(name, handler) };
    const { answerFileRequests } = await withVscode<{ answerFileRequests(client: unknown): void }>(
      "client/files.ts",
      editor(),
    );
    answerFileRequests(client);
    return handlers.get(method)!({ uri });
  };
  it("gets its text without the mark at its start, or nothing", async () => {
    expect(await asked("sxp/readFile", "memory:/w/a.xml")).toBe("/w/a.xml");
    expect(await asked("sxp/readFile", "memory:/w/none.xml")).toBeNull();
  });
  it("gets the length of one that is too long to be sent", async () => {
    expect(await asked("sxp/readFile", "memory:/w/huge.xml")).toBe(1e9);
  });
  it("gets nothing from the network, though the editor could", async () => {
    for (const scheme of ["http", "https"]) {
      expect(await asked("sxp/readFile", `${scheme}:/w/a.xml`)).toBeNull();
      expect(await asked("sxp/listFolder", `${scheme}:/w`)).toEqual([]);
    }
    expect(await asked("sxp/listFolder", "memory:/w")).toContain("a.xml");
  });
});

describe("a file is named for people", () => {
  const FOLDERS = [
    { name: "one", uri: new Path("file", "/one") },
    { name: "two", uri: new Path("file", "/two") },
  ];
  interface Names {
    nameInWorkspace(uri: Path): string;
    folderInWorkspace(uri: Path): string;
  }
  const names = (count: number) => withVscode<Names>("files/names.ts", editor(FOLDERS.slice(0, count)));

  it("by its name where the workspace is one folder, with its folder where there are several", async () => {
    const file = new Path("file", "/two/q.sxp");
    expect((await names(2)).nameInWorkspace(file)).toBe("q.sxp in two");
    expect((await names(1)).nameInWorkspace(new Path("file", "/one/q.sxp"))).toBe("q.sxp");
    expect((await names(2)).nameInWorkspace(new Path("untitled", "Untitled-1"))).toBe("Untitled-1");
  });
  it("by the folder that it lies in, and never by a path of the machine within the workspace", async () => {
    expect((await names(2)).folderInWorkspace(new Path("file", "/two/d.xml"))).toBe("two");
    expect((await names(1)).folderInWorkspace(new Path("file", "/one/d.xml"))).toBe("");
  });
});

describe("a relative path", () => {
  const names = () => withVscode<{ relativePath(from: string, to: string): string }>("files/names.ts", {});
  it("leads from a file to another one", async () => {
    const { relativePath } = await names();
    expect(relativePath("/w/a/q.sxp", "/w/a/d.xml")).toBe("d.xml");
    expect(relativePath("/w/a/q.sxp", "/w/b/c/d.xml")).toBe("../b/c/d.xml");
    expect(relativePath("/w/a/b/q.sxp", "/w/d.xml")).toBe("../../d.xml");
  });
  it("resolves to where it leads, whatever the files", async () => {
    const { relativePath } = await names();
    const path = fc
      .array(fc.constantFrom("a", "b", "c"), { maxLength: 4 })
      .map((parts) => `/${[...parts, "f.x"].join("/")}`);
    fc.assert(
      fc.property(path, path, (from, to) => {
        expect(new URL(relativePath(from, to), `file://${from}`).pathname).toBe(to);
      }),
    );
  });
});

describe("what can be done about a problem", () => {
  interface Remedy {
    readonly title: string;
    readonly command: string;
    readonly argument?: unknown;
  }
  const remedies = () =>
    withVscode<{ remediesFor(about: string | undefined, own?: object): readonly Remedy[] }>("problems.ts", {});

  it.each([
    ["trust", "workbench.trust.manage"],
    ["noData", "sxp.chooseData"],
    ["data", "sxp.chooseData"],
    ["unsaved", "workbench.action.files.save"],
    ["scorer", "sxp.chooseScorer"],
    ["arguments", "sxp.runWith"],
  ])("about %s is %s, which there is", async (about, first) => {
    const found = (await remedies()).remediesFor(about);
    expect(found[0]!.command).toBe(first);
    const known = MANIFEST.contributes.commands.map(({ command }) => command);
    for (const { command, argument } of found) {
      if (command.startsWith("sxp.")) expect(known).toContain(command);
      if (typeof argument === "string")
        for (const name of argument.replace("@id:", "").split(",")) expect(SETTINGS).toHaveProperty([name]);
    }
  });
  it("is to choose another scorer in the settings, or for the query if that has its own", async () => {
    const own = { uri: "file:///q.sxp", name: "a", offset: 0 };
    const [first] = (await remedies()).remediesFor("scorer", own);
    expect(first).toEqual({ title: "Run With…", command: "sxp.runWith", argument: own });
  });
  it("is nothing if nothing can be", async () => expect((await remedies()).remediesFor(undefined)).toEqual([]));
});
