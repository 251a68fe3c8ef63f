import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { build, type Plugin } from "esbuild";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { smaller } from "../../../packages/studio/build.mjs";
import * as lodash from "../../../packages/studio/src/smaller/lodash.js";
import { Marked } from "../../../packages/studio/src/smaller/marked.js";
import picomatch from "../../../packages/studio/src/smaller/picomatch.js";
import { exampleText } from "../../lsp/kit.js";
import { isLong } from "../../support/runs.js";

const folder = mkdtempSync(join(tmpdir(), "sxp-smaller-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The exports of a module of ours, once with the packages themselves and once with what stands in their place. */
async function both<T>(entry: string): Promise<readonly [whole: T, small: T]> {
  const made = async (name: string, plugins: readonly Plugin[]) => {
    const outfile = join(folder, `${name}.mjs`);
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: "esm",
      conditions: ["@semantic-xpath/source", "module", "browser"],
      mainFields: ["browser", "module", "main"],
      plugins: [...plugins],
    });
    return (await import(pathToFileURL(outfile).href)) as T;
  };
  const name = entry.replaceAll(/\W/g, "-");
  return [await made(`${name}-whole`, []), await made(`${name}-small`, [smaller])];
}

describe("what stands in the place of a larger package", () => {
  it("makes the same parser", { tags: "slow" }, async () => {
    type Parser = typeof import("@semantic-xpath/parser");
    const [whole, small] = await both<Parser>("packages/parser/src/index.ts");
    const texts = [
      '//Day[avg(/POI[node =~ "conference sessions"])]',
      "/Plan/Day[2]/POI[1:3][@price <= 20 EUR and not(@closed)]",
      "for $x in",
      "//Day[",
      "//Day[@a = ]/POI[[1]",
      "some $d in //Day satisfies $d/@n > 2",
      'insert node <POI name="a"/> into //Day[1]',
      "(//POI)[order by @price descending, name][1:5]",
      '//POI[max(node =~ "a", 1 - node =~ "b") >= 0.5',
      exampleText("itinerary/changes.sxp"),
    ];
    for (const text of texts) expect(small.parse(text), text).toEqual(whole.parse(text));
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...'// / Day [ ] @n = != 2 1: "a" =~ and or not ( ) , | avg count $x for some in satisfies return order by'.split(
              " ",
            ),
            ..."insert node into delete replace value of with declare query import schema := ; { } <a/> <a </a> => ! #".split(
              " ",
            ),
          ),
        ),
        (parts) => {
          const text = parts.join(" ");
          expect(small.parse(text)).toEqual(whole.parse(text));
        },
      ),
    );
  });

  it.runIf(isLong)("speaks the protocol as the package does", async () => {
    type Server = typeof import("@semantic-xpath/lsp/browser");
    const [whole, small] = await both<Server>("packages/lsp/src/server/browser.ts");
    const said = await spokenBy(small);
    expect(said.length).toBeGreaterThan(25);
    expect(said).toEqual(await spokenBy(whole));
  });

  it("has the functions of lodash with their meaning", () => {
    const original = createRequire(import.meta.resolve("chevrotain"))("lodash-es") as typeof lodash;
    const of = fc.oneof(
      fc.array(fc.oneof(fc.integer(), fc.string(), fc.record({ a: fc.integer() }), fc.constant(null))),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), fc.record({ a: fc.integer() }), {
        noNullPrototype: true,
      }),
      fc.constantFrom(null, undefined),
    );
    const isOdd = (value: unknown) => typeof value === "number" && value % 2 === 1;
    const same = (call: (from: typeof lodash) => unknown) => expect(call(lodash)).toEqual(call(original));
    fc.assert(
      fc.property(of, (given) => {
        const list = Array.isArray(given) ? given : [];
        for (const name of ["values", "keys", "isEmpty", "clone", "flatten", "first", "last", "isArray"] as const)
          if (name !== "flatten" && name !== "first" && name !== "last") same((from) => from[name](given as never));
          else same((from) => from[name](list as never));
        for (const name of ["filter", "reject", "find", "some", "every", "map", "groupBy", "flatMap"] as const) {
          const call = (from: typeof lodash, by: unknown) =>
            (from[name] as (of: unknown, by: unknown) => unknown)(given, by);
          same((from) => call(from, isOdd));
          same((from) => call(from, "a"));
        }
        same((from) => from.reduce(given as never, (sum: number) => sum + 1, 0));
        same((from) => from.includes(given as never, 3));
        for (const name of ["compact", "uniq", "drop", "dropRight"] as const) same((from) => from[name](list as never));
        same((from) => from.drop(list, 2));
        same((from) => from.dropRight(list, 3));
        same((from) => from.difference<unknown>(list, [1, 2, 3]));
        same((from) => from.indexOf<unknown>(list, 3));
        same((from) => {
          const seen: unknown[] = [];
          from.forEach(given as never, (value: unknown, key: unknown) => {
            seen.push(key, value);
            return value !== 0;
          });
          return seen;
        });
      }),
    );
    same((from) => from.defaults({ a: 1, b: undefined }, { a: 2, b: 3, c: 4 }));
    same((from) => from.has({ a: undefined }, "a"));
    same((from) => from.pickBy({ a: 1, b: 2 } as never, isOdd));
    same((from) => from.upperFirst("rule name"));
  });

  it.each([
    "Descendants of the document that are **Day**.\n\nFinds **7 matches** in the data.\n\n- `/A/B[1]` **0.91** a \\*star\\*\n- `` a`b ``\n\n---\n\n```text\na < b\n```",
    "2 * 3 * 4 and snake_case_name and _this_ and *that*, [not a link](x) & <b>",
    "an `unterminated run and **bold",
    "- one\n- two\n\nafter",
  ])("writes Markdown as HTML with the same text: %#", async (text) => {
    const { Marked: Whole } = createRequire(import.meta.resolve("@codemirror/lsp-client"))("marked") as {
      Marked: typeof Marked;
    };
    const words = (html: string) =>
      html
        .replaceAll(/<\/?(?:p|ul|li|hr|pre|code|strong|em|b|a)\b[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .replaceAll("&#39;", "'")
        .trim();
    const tags = (html: string) => html.match(/<(?:ul|li|hr|pre|strong|em)\b/g);
    const [ours, theirs] = [new Marked().parse(text), new Whole().parse(text)];
    if (!text.includes("](")) {
      expect(words(ours)).toBe(words(theirs));
      expect(tags(ours)).toEqual(tags(theirs));
    }
    expect(ours).not.toMatch(/<(?:b|a|script)\b/);
  });

  it("writes no element but its own, whatever the text", () => {
    const text = fc.stringMatching(/^[`*_\\<>&"\n\- a]*$/);
    fc.assert(
      fc.property(text, (given) => {
        const rest = new Marked().parse(given).replaceAll(/<\/?(?:p|ul|li|pre|code|strong|em)>|<hr>/g, "");
        expect(rest).not.toMatch(/[<>]/);
      }),
    );
  });

  it("matches the patterns of a page's files", () => {
    expect(picomatch("*.XML")("a.xml")).toBe(true);
    expect(picomatch("**/*.xml")("b/c/a.xml")).toBe(true);
    expect(picomatch("*.xml")("b/a.xml")).toBe(false);
  });
});

interface Sent {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly uri?: string };
}

const URI = "file:///page/own.sxp";
const QUERY =
  'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\ndeclare query own() :=\n  //Day/PIO[1];\n';
const FILES: Readonly<Record<string, string>> = {
  "file:///page/itinerary.xml": exampleText("itinerary/itinerary.xml"),
  "file:///page/itinerary.schema.json": exampleText("itinerary/itinerary.schema.json"),
};

/** What a server says to a client that opens, asks, changes, cancels and closes; what it asks of the client by itself apart. */
async function spokenBy({ startBrowserServer }: typeof import("@semantic-xpath/lsp/browser")): Promise<unknown[]> {
  const { port1, port2 } = new MessageChannel();
  const said: unknown[] = [];
  const published = new Set<string>();
  const waiting = new Map<unknown, () => void>();
  port2.on("message", (message: Sent) => {
    const { id, method, params } = message;
    if (method?.startsWith("sxp/")) port2.postMessage({ jsonrpc: "2.0", id, result: FILES[params!.uri!] ?? null });
    else if (method !== undefined && id !== undefined) {
      port2.postMessage({ jsonrpc: "2.0", id, result: method === "workspace/configuration" ? [null] : null });
      said.push(method);
    } else if (method === "textDocument/publishDiagnostics") published.add(JSON.stringify(message));
    else if (id !== undefined) {
      said.push(message);
      waiting.get(id)?.();
    }
  });
  let last = 0;
  const send = (message: object): void => port2.postMessage({ jsonrpc: "2.0", ...message });
  const notify = (method: string, params: object): void => send({ method, params });
  const ask = (method: string, params?: object): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      send({ id: last, method, ...(params !== undefined && { params }) });
    });
  startBrowserServer(port1 as unknown as Parameters<typeof startBrowserServer>[0]);
  await conversation(
    ask,
    notify,
    () => last,
    async () => {
      const before = said.length;
      for (let i = 0; i < 5; i++) await ask("workspace/symbol", { query: "" });
      said.splice(before, said.length - before - 1);
    },
  );
  port1.close();
  port2.close();
  // How often diagnostics are sent depends on when files come; what was wrong at first is said by both.
  return [...said, [...published].filter((one) => one.includes("PIO"))];
}

async function conversation(
  ask: (method: string, params?: object) => Promise<void>,
  notify: (method: string, params: object) => void,
  lastId: () => number,
  read: () => Promise<void>,
): Promise<void> {
  const textDocument = { uri: URI };
  const at = (line: number, character: number) => ({ textDocument, position: { line, character } });
  const range = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
  await ask("textDocument/hover", at(0, 0));
  const workspace = {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
  };
  await ask("initialize", { processId: null, rootUri: "file:///page/", capabilities: { workspace } });
  notify("initialized", {});
  notify("textDocument/didOpen", { textDocument: { uri: URI, languageId: "sxp", version: 1, text: QUERY } });
  // All files are read before the rest, so that both servers say as much.
  await read();
  await ask("textDocument/diagnostic", { textDocument });
  await ask("textDocument/completion", at(3, 8));
  await ask("textDocument/hover", at(3, 5));
  await ask("textDocument/signatureHelp", at(3, 5));
  await ask("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } });
  await ask("textDocument/rename", { ...at(2, 16), newName: "no name" });
  await ask("textDocument/rename", { ...at(2, 16), newName: "mine" });
  for (const name of ["documentSymbol", "codeLens", "foldingRange", "documentLink", "semanticTokens/full"])
    await ask(`textDocument/${name}`, { textDocument });
  await ask("textDocument/semanticTokens/range", { textDocument, range });
  await ask("textDocument/formatting", { textDocument, options: { tabSize: 2, insertSpaces: true } });
  await ask("textDocument/selectionRange", { textDocument, positions: [{ line: 3, character: 5 }] });
  for (const name of ["definition", "documentHighlight", "prepareRename", "linkedEditingRange"])
    await ask(`textDocument/${name}`, at(2, 16));
  await ask("textDocument/references", { ...at(2, 16), context: { includeDeclaration: true } });
  await ask("textDocument/noSuchThing", { textDocument });
  await ask("textDocument/hover", { textDocument: { uri: 5 } });
  const running = ask("textDocument/inlayHint", { textDocument, range });
  notify("$/cancelRequest", { id: lastId() });
  await running;
  const contentChanges = [
    { range: { start: { line: 3, character: 8 }, end: { line: 3, character: 11 } }, text: "POI" },
  ];
  notify("textDocument/didChange", { textDocument: { uri: URI, version: 2 }, contentChanges });
  await ask("textDocument/diagnostic", { textDocument });
  notify("textDocument/didClose", { textDocument });
  await ask("textDocument/hover", at(3, 5));
  await ask("shutdown");
  await ask("textDocument/hover", at(3, 5));
}
