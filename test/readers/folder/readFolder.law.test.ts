import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "@semantic-xpath/parser";
import { formatOf } from "@semantic-xpath/readers";
import { readFolder } from "@semantic-xpath/readers/node";
import type { ReadError, Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const NAMES = [
  "a",
  "b c",
  " d",
  "-",
  "--e",
  "é",
  "e\u0301",
  "日本",
  "😀",
  "\uff5e",
  "constructor",
  "__proto__",
  "[f]",
  "{g,h}",
  "*",
  "!(i)",
  "(j)",
  "k#l",
  "m%20n",
  "it's",
  "a.b",
  ".hidden",
  "node_modules",
  "x\ny",
  "\\back",
];
const ENDINGS = [".md", ".MD", ".json", ".jsonl", ".yaml", ".csv", ".xml", ".html", ".txt", "", ".md.bak", ".md/"];
const TEXTS = [
  "",
  "# A\n\ntext [[b c]] #t\n",
  "[x](constructor.md) and [[__proto__#A]]\n",
  '{"a":{"b":1}}',
  "a,b\n1,2\n",
  "<a><b>c</b></a>",
  "- [",
  "\ufeff# B\n",
  "\xff",
];
const name = fc.constantFrom(...NAMES);
const file = fc.tuple(fc.array(name, { maxLength: 2 }), name, fc.constantFrom(...ENDINGS), fc.constantFrom(...TEXTS));
const root = fc.constantFrom("n", "[n]", "n *", "constructor", "-n", "ñ{a,b}");
const folders = fc.tuple(root, fc.array(file, { maxLength: 10 }));

const base = mkdtempSync(join(tmpdir(), "sxp-folders-"));
afterAll(() => rmSync(base, { recursive: true }));

/** Writes a folder; its files from the folder on. */
function write(cwd: string, folder: string, files: readonly (readonly [string[], string, string, string])[]): string[] {
  const written = new Set<string>();
  mkdirSync(join(cwd, folder));
  for (const [folders, own, ending, text] of files) {
    const path = [...folders, own + (ending === ".md/" ? ".md/inner.md" : ending)].join("/");
    try {
      mkdirSync(dirname(join(cwd, folder, path)), { recursive: true });
      writeFileSync(join(cwd, folder, path), text, text === "\xff" ? "latin1" : "utf8");
      written.add(path);
    } catch {
      // What is a file already is no folder, and the other way round.
    }
  }
  return [...written];
}

const isLeftOut = (path: string): boolean =>
  path.split("/").some((part) => part.startsWith(".") || part === "node_modules") || formatOf(path) === null;

interface Read {
  readonly tree: Tree | null;
  readonly told: readonly { readonly file: string; readonly diagnostic: Diagnostic }[];
}

async function read(cwd: string, folder: string): Promise<Read> {
  const told: { file: string; diagnostic: Diagnostic }[] = [];
  try {
    const onDiagnostic = (diagnostic: Diagnostic, of: string) => told.push({ file: of, diagnostic });
    return { tree: await readFolder(folder, { cwd, onDiagnostic, checkLinks: true }), told };
  } catch (error) {
    expect((error as ReadError).code).toBe("SXP4036");
    return { tree: null, told };
  }
}

const pathsOf = (tree: Tree): string[] => tree.source.documents!.map(({ node }) => tree.attribute(node, "path")!);

it("every file of a folder is read, told or left out for a reason, in an order that is always the same", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(folders, async ([folder, files]) => {
      const cwd = join(base, String(count++));
      mkdirSync(cwd);
      const paths = write(cwd, folder, files);
      const asked = paths.filter((path) => !isLeftOut(path));
      const { tree, told } = await read(cwd, folder);
      expect(tree === null).toBe(asked.length === 0);
      if (tree === null) return;

      const found = pathsOf(tree);
      const silent = asked.filter(
        (path) => !found.includes(path) && !told.some((one) => one.file === join(folder, path)),
      );
      // An empty file of some formats has no tree.
      expect(silent.filter((path) => readFileSync(join(cwd, folder, path)).length > 0)).toEqual([]);
      expect(found.filter((path) => !asked.includes(path))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(found.toSorted((a, b) => (a < b ? -1 : 1)));
      expectSoundDocuments(tree, cwd, folder);

      // Files that were written in another order are another folder with the same tree.
      const other = join(base, String(count++));
      mkdirSync(other);
      const bytes = new Map(paths.map((path) => [path, readFileSync(join(cwd, folder, path))]));
      for (const [path, content] of [...bytes].toReversed()) {
        mkdirSync(dirname(join(other, folder, path)), { recursive: true });
        writeFileSync(join(other, folder, path), content);
      }
      const again = await read(other, folder);
      expect(JSON.stringify(again.tree!.root)).toBe(JSON.stringify(tree.root));
      expect(again.tree!.source).toEqual(tree.source);
      expect(again.told).toEqual(told);
    }),
    { numRuns: runs(150, 10) },
  );
});

/** Each document is where its path says, with ids of its own, and its nodes have spans within its text. */
function expectSoundDocuments(tree: Tree, cwd: string, folder: string): void {
  const ids = new Set<string>();
  for (const document of tree.source.documents!) {
    const { node, name: called, format } = document;
    const path = tree.attribute(node, "path")!;
    expect([called, format]).toEqual([join(folder, path), formatOf(path)]);
    const above: (string | undefined)[] = [];
    for (let at = tree.parent[node]!; at > 1; at = tree.parent[at]!) above.unshift(tree.attribute(at, "name"));
    expect(above).toEqual(path.split("/").slice(0, -1));
    const id = tree.attribute(node, "id")!;
    expect(ids.has(id)).toBe(false);
    ids.add(id);
    const { length } = readFileSync(join(cwd, called), "utf8");
    for (let at = node; at < tree.end[node]!; at++) {
      const { start, end } = tree.node(at).span!;
      expect(0 <= start && start <= end && end <= length + 1, `${path} ${tree.node(at).path}`).toBe(true);
      expect(tree.documentOf(at)).toBe(document);
    }
  }
  for (const node of tree.postings[tree.typeId("Folder")] ?? [])
    if (tree.documentOf(node) === null) expect(tree.node(node).span).toBeNull();
}
