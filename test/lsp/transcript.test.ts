import type { MemoryProvider, REQUESTS } from "@semantic-xpath/lsp";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentHighlight,
  MarkupContent,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { TOKEN_LEGEND } from "../../packages/lsp/src/features/structure/semanticTokens.js";
import { steady } from "../support/written.js";
import { type InProcess, inProcess, type ServerOptions } from "./inProcess.js";
import { rangeText, readable } from "./readable.js";

/**
 * Whole answers of the server, as text: each request of the protocol at each word of documents with tabs, emoji, other line ends and several regions, and each
 * request beyond the protocol. A change of an answer is seen in a review; `npx vitest run test/lsp/transcript.test.ts --update` writes it anew.
 */

const W = "file:///w/";

// Examples of today and now are the same each day.
beforeAll(() => {
  vi.useFakeTimers({ now: new Date("2026-06-08T09:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const SCHEMA = `{
  "version": 1,
  "documentation": "A trip.",
  "roots": ["Trip"],
  "types": {
    "Trip": { "documentation": "The whole trip.", "attributes": { "title": { "type": "string" } }, "children": { "Day": {} } },
    "Day": {
      "documentation": "One day.",
      "attributes": {
        "index": { "type": "number", "required": true, "documentation": "From 1." },
        "date": { "type": "date", "documentation": "Calendar date." },
        "city": { "type": "string", "values": ["Toronto", "Ottawa"] }
      },
      "children": { "Stop": {}, "Meal": { "max": 1 } }
    },
    "Stop": {
      "documentation": "A place to see.",
      "text": true,
      "attributes": {
        "name": { "type": "string", "required": true },
        "cost": { "type": "number", "required": true, "documentation": "In dollars." },
        "open": { "type": "boolean" },
        "kind": { "type": "string", "values": ["park", "museum"] }
      },
      "children": { "Note": {} }
    },
    "Meal": { "attributes": { "name": { "type": "string" }, "cost": { "type": "number" } } },
    "Note": { "text": true, "attributes": { "kind": { "type": "string" } } }
  }
}
`;

const DATA = `<Trip title="Lakes 🌊 and parks">
	<Day index="1" date="2026-06-08" city="Toronto">
		<Stop name="Zoo 🐘" cost="12" open="true" kind="park">Quiet paths, elephants &amp; a lake</Stop>	<Stop name="Tower" cost="47" open="false" kind="museum">Crowded lifts</Stop>
		<Meal name="Café" cost="18"/>
	</Day>
	<Day index="2" date="2026-06-09" city="Ottawa">
		<Stop name="Museum of paper" cost="20" open="false" kind="museum"><Note kind="tip">Quiet in the morning</Note></Stop>
		<Stop name="Beach 🌊" cost="0" open="true" kind="park">A quiet beach by the lake</Stop>
	</Day>
</Trip>
`;

const MAIN = `import schema "trip.schema.json";
import data "trip.xml";
(: Quiet places 🌊: what fits best. :)
declare query quiet() :=	//Stop[node =~ "quiet 🌊 lake"][@cost < 20];
	declare query of_day($n as number, $wish as string) := /Trip/Day[$n]/Stop[@name = "🐘" or node =~ $wish];
declare query costs() := (//Stop)[order by @cost descending]/@cost;
declare query dear_days() := //Day[some $s in /Stop satisfies $s/@cost > 40][1:2];
declare query total() := sum(//Day[@city = "Ottawa"]/Stop/@cost);
`;

const CHANGES = `import schema "trip.schema.json";\r\nimport data "trip.xml";\r\n(: 🌊 :)\r\ndeclare update note($day as number, $text as string) :=\r\n\tinsert node <Note kind="tip">{$text}</Note> as last into /Trip/Day[$day]/Stop[1];\r\ndeclare update free() := replace value of node //Stop[@name = "Zoo 🐘"]/@cost with 0,\r\n\tdelete node //Note;\r\n`;

const BROKEN = `import schema "trip.schema.json";
import data "nowhere.xml";
declare query a() := //Stpo[@cost = "🌊"];
	declare query b() := /Trip/Day[@cty = "Toronto"]/Stop[@cost > $n;
declare query c() := //Day[@city = "Tornto"][1:0]
declare query c() := count(//Stop/@nme) + "🌊";
declare update d() := delete node //Meal[@name =~ "x"], insert node <Sotp name="a"/> into /Trip/Day[1];
`;

const SCRIPT = `import { sxp } from "semantic-xpath";
const name = "🌊";
	const first = sxp\`//Stop[@name = "\${name}"]/Note\`; const second = sxp\`//Day[@city = "Ottawa"]/Stpo\`;
export const third = compile('//Stop[@kind = "park"][node =~ \\'quiet\\']');
const fourth = sxp\`
	//Day[1]
	/Stop[@cost < \${limit}]\`;
`;

const NOTEBOOK = `---
data: trip.xml
schema: trip.schema.json
---

# Quiet 🌊

\`\`\`sxp
declare query near() := //Stop[node =~ "quiet"];
\`\`\`

Text with a tab:	and

\`\`\`sxp
near()[@cost < 20]
\`\`\`

\`\`\`sxp error SXP2001
//Stpo
\`\`\`
`;

const texts = (): Map<string, string> =>
  new Map([
    [`${W}trip.schema.json`, SCHEMA],
    [`${W}trip.xml`, DATA],
    [`${W}main.sxp`, MAIN],
    [`${W}changes.sxp`, CHANGES],
    [`${W}broken.sxp`, BROKEN],
    [`${W}app.ts`, SCRIPT],
    [`${W}tour.sxpnb`, NOTEBOOK],
  ]);
const languageOf = (uri: string): string =>
  /\.sxp$/.test(uri) ? "sxp" : /\.ts$/.test(uri) ? "typescript" : /\.json$/.test(uri) ? "json" : "xml";

/** What editors support. */
const ALL = {
  textDocument: {
    completion: { completionItem: { insertReplaceSupport: true, snippetSupport: true } },
    definition: { linkSupport: true },
  },
  workspace: { workspaceFolders: true },
} as const;

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };
const OPTIONS = { options: { tabSize: 2, insertSpaces: true } };

/** What is written of answers, in order. */
class Transcript {
  readonly lines: string[] = [];
  /** Answers that were written, by their text. */
  private readonly seen = new Map<string, string>();
  private readonly around = new Set<string>();
  /** Items of completion that were looked at, and what was said of them. */
  private readonly documented = new Set<string>();
  /** Ids of runs by their names here. */
  readonly ids = new Map<string, string>();
  private readonly lists = new Map<string, string>();

  private constructor(
    readonly server: InProcess,
    readonly files: Map<string, string>,
  ) {}

  static async start(some: readonly string[], options: ServerOptions = {}, files = texts()): Promise<Transcript> {
    const transcript = new Transcript(await inProcess(files, { capabilities: ALL, ...options }), files);
    for (const name of some) await transcript.open(W + name);
    // What answers look up is read by and by.
    for (let round = 0; round < 2; round++) {
      await transcript.server.settled();
      for (const name of some) await transcript.ask(W + name, "inlayHint", { range: WHOLE });
    }
    await transcript.server.settled();
    return transcript;
  }

  async open(uri: string): Promise<void> {
    const textDocument = { uri, languageId: languageOf(uri), version: 1, text: this.files.get(uri)! };
    await this.server.notify("textDocument/didOpen", { textDocument });
  }

  ask<T = unknown>(uri: string, method: string, more: object = {}): Promise<T> {
    return this.server
      .request(`textDocument/${method}`, { textDocument: { uri }, ...more })
      .catch(({ message }: Error) => `fails: ${message}`) as Promise<T>;
  }

  head(title: string): void {
    this.lines.push("", `== ${title}`);
  }

  /** An answer with its title; nothing for an empty one. */
  note(title: string, value: unknown, uri = ""): void {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return;
    this.lines.push(`${title}: ${readable(steady(value, this.ids), this.files, uri)}`);
  }

  /** As `note`, and a long answer once. */
  once(title: string, value: unknown, uri: string, place: string): void {
    if (value === null || (Array.isArray(value) && value.length === 0)) return;
    const text = readable(steady(value, this.ids), this.files, uri);
    const first = this.seen.get(`${title} ${text}`);
    if (first === undefined || text.length < 80) this.lines.push(`${title}: ${text}`);
    else this.lines.push(`${title}: as at ${first}`);
    if (first === undefined) this.seen.set(`${title} ${text}`, place);
  }

  /** Compares what was noted since the last time with its file. */
  async write(name: string): Promise<void> {
    await expect(`${this.lines.splice(0).join("\n").trim()}\n`).toMatchFileSnapshot(`transcripts/${name}.txt`);
  }

  end(): void {
    this.server.end();
    expect(this.server.sent.filter(({ method }) => method === "window/logMessage")).toEqual([]);
  }

  /** The name of a list of completions, which is written where it comes first. */
  private list(items: string): string {
    const named = this.lists.get(items) ?? `c${this.lists.size + 1}`;
    if (!this.lists.has(items)) this.lines.push(`${named} = ${items}`);
    this.lists.set(items, named);
    return named;
  }

  /** What is said of an item that is looked at, where it is said first. */
  private async documentation(item: CompletionItem): Promise<void> {
    const key = JSON.stringify(item.data);
    if (item.data === undefined || this.documented.has(key)) return;
    this.documented.add(key);
    const { documentation, ...rest } = (await this.server.request("completionItem/resolve", item)) as CompletionItem;
    expect(rest).toEqual(item);
    if (documentation === undefined) return;
    const { value } = documentation as MarkupContent;
    // What a function does has a table of its own: here is the example that is made for the place.
    const said = item.data.about === "function" ? value.split("\n\n").slice(-2).join("\n\n") : value;
    const text = said.replaceAll("\n", "⏎");
    if (!this.documented.has(text)) this.lines.push(`of ${item.label}: ${text}`);
    this.documented.add(text);
  }

  /** Answers about a whole document. */
  async document(uri: string): Promise<void> {
    const document = TextDocument.create(uri, "", 0, this.files.get(uri)!);
    const say = (title: string, value: unknown): void => this.note(title, value, uri);
    const ask = (method: string, more: object = {}) => this.ask(uri, method, more);
    const tokens = async (method: string, more: object = {}) =>
      tokensIn(document, await this.ask<SemanticTokens>(uri, `semanticTokens/${method}`, more)).join("; ");
    const part = { start: { line: 2, character: 3 }, end: { line: 4, character: 30 } };
    say("diagnostics", this.server.published.get(uri)?.diagnostics);
    say("symbols", await ask("documentSymbol"));
    say("tokens", await tokens("full"));
    say("tokens of a range", await tokens("range", { range: part }));
    say("hints", await ask("inlayHint", { range: WHOLE }));
    say("hints of a range", await ask("inlayHint", { range: part }));
    say("lenses", await ask("codeLens"));
    say("links", await ask("documentLink"));
    say("folding", await ask("foldingRange"));
    const only = { context: { diagnostics: [], only: ["source"] }, range: WHOLE };
    for (const { title, edit } of (await this.ask<CodeAction[]>(uri, "codeAction", only)) ?? [])
      say(title, this.changed(edit));
    say("formatted", formatted(document, await ask("formatting", OPTIONS)));
    say("formatted range", formatted(document, await ask("rangeFormatting", { range: part, ...OPTIONS })));
    for (const { index } of document.getText().matchAll(/;/g)) {
      const position = document.positionAt(index + 1);
      say(
        `formatted at ${index}`,
        formatted(document, await ask("onTypeFormatting", { position, ch: ";", ...OPTIONS })),
      );
    }
  }

  /** Answers at each place of a document where a word begins or ends; words between the same ones are looked at once. */
  async places(uri: string): Promise<void> {
    const text = this.files.get(uri)!;
    const document = TextDocument.create(uri, "", 0, text);
    const words = [...text.matchAll(WORD)];
    const offsets = new Set(words.flatMap(({ 0: word, index }) => [index, index + word.length]));
    for (const offset of offsets) {
      const left = words.findLast(({ index }) => index < offset);
      const right = words.find(({ index }) => index >= offset);
      const around = `${left?.[0] ?? ""}${left && left.index + left[0].length < offset ? " " : ""}‸${right?.[0] ?? ""}`;
      if (this.around.has(around)) continue;
      this.around.add(around);
      const position = document.positionAt(offset);
      const place = `${position.line}:${position.character}`;
      const before = this.lines.push(`@ ${place} ${around.length > 60 ? "" : around}`);
      const of = { position };
      const say = (title: string, value: unknown): void => this.once(title, value, uri, place);
      if (right?.index === offset) {
        say("definition", await this.ask(uri, "definition", of));
        say("selection", selected(await this.ask(uri, "selectionRange", { positions: [position] })));
        const range = { start: position, end: document.positionAt(offset + right[0].length) };
        const actions = await this.ask<CodeAction[]>(uri, "codeAction", { range, context: { diagnostics: [] } });
        for (const { title, kind, isPreferred, edit, ...more } of actions ?? [])
          if (kind !== "source.fixAll.sxp") {
            say(`${kind}${isPreferred ? ", preferred" : ""}: ${title}`, this.changed(edit));
            if (Object.keys(more).length > 0) say("with", more);
          }
      }
      say("hover", await this.ask(uri, "hover", of));
      say("name", await this.ask(uri, "prepareRename", of));
      say(
        "highlights",
        (await this.ask<DocumentHighlight[]>(uri, "documentHighlight", of))?.map(
          ({ range, kind }) => `${rangeText(range, document)} ${kind}`,
        ),
      );
      say("linked", await this.ask(uri, "linkedEditingRange", of));
      say("signature", await this.ask(uri, "signatureHelp", of));
      const list = await this.ask<CompletionList>(uri, "completion", of);
      const [range, ...kinds] = listed(document, list);
      if (range !== undefined)
        this.lines.push(`completion: ${range}; ${kinds.map((kind) => this.list(kind)).join(" ")}`);
      for (const item of list?.items ?? []) await this.documentation(item);
      if (this.lines.length === before) this.lines.pop();
    }
  }

  /** The lines of files that an edit changes, as they are afterwards. */
  changed(edit: WorkspaceEdit | null | undefined): unknown {
    return Object.entries(edit?.changes ?? {}).flatMap(([uri, edits]) =>
      changedLines(uri, this.files.get(uri) ?? "", edits),
    );
  }
}

const WORD = /[\p{L}_][\p{L}\d_-]*|\d+|"[^"\n]*"|[^\s\w]/gu;

function changedLines(uri: string, text: string, edits: readonly TextEdit[]): string[] {
  const document = TextDocument.create(uri, "", 0, text);
  const after = TextDocument.applyEdits(document, [...edits]).split("\n");
  const before = text.split("\n");
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const name = uri.slice(W.length);
  return [`${name}:${start}-${before.length - end}`, ...after.slice(start, after.length - end)];
}

const formatted = (document: TextDocument, edits: unknown): unknown =>
  Array.isArray(edits) && edits.length > 0 ? changedLines(document.uri, document.getText(), edits) : edits;

/** Chains of ranges, from the inside out. */
function selected(chains: unknown): unknown {
  const list = (at: SelectionRange | undefined): string[] =>
    at === undefined ? [] : [rangeText(at.range, null), ...list(at.parent)];
  return Array.isArray(chains) ? list(chains[0]).join(" < ") : chains;
}

/** Tokens of the protocol as words with their types. */
function tokensIn(document: TextDocument, { data }: SemanticTokens): string[] {
  const tokens: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [lines, characters, length, type, marks] = data.slice(i, i + 5) as [number, number, number, number, number];
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const text = document.getText({ start: { line, character }, end: { line, character: character + length } });
    const modifiers = TOKEN_LEGEND.tokenModifiers.filter((_, bit) => marks & (1 << bit));
    tokens.push(`${line}:${character} ${text} ${[TOKEN_LEGEND.tokenTypes[type], ...modifiers].join(".")}`);
  }
  return tokens;
}

/** What is said beside the label of an item. */
const said = ({ detail, labelDetails = {} }: CompletionItem): readonly string[] =>
  [labelDetails.detail, labelDetails.description, detail].flatMap((one) => (one ? [one] : []));

/** A list of completions: the ranges of most, and each item in the order that an editor shows. */
function listed(document: TextDocument, list: CompletionList | null): readonly string[] {
  if (list === null || list.items.length === 0) return [];
  const rangesOf = ({ textEdit }: CompletionItem): string =>
    textEdit !== undefined && "insert" in textEdit
      ? [textEdit.insert, textEdit.replace].map((range) => rangeText(range, document)).join(" / ")
      : JSON.stringify(textEdit);
  const [usual] = list.items.map(rangesOf);
  const sorted = list.items.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
  const kinds = new Set(sorted.map(({ kind }) => kind));
  const itemText = (item: CompletionItem): string =>
    [
      item.label,
      item.textEdit?.newText !== item.label && ` → ${item.textEdit?.newText}`,
      said(item).length > 0 && ` (${said(item).join("; ")})`,
      item.filterText !== undefined && item.filterText !== item.label && ` by ${item.filterText}`,
      rangesOf(item) !== usual && ` at ${rangesOf(item)}`,
      item.preselect && " first",
      item.deprecated && " old",
    ]
      .filter((part) => typeof part === "string")
      .join("");
  return [
    `${usual}${list.isIncomplete ? ", incomplete" : ""}, first ${sorted[0]!.label}`,
    ...[...kinds].map(
      (kind) => `${kind}: ${sorted.flatMap((item) => (item.kind === kind ? [itemText(item)] : [])).join(" · ")}`,
    ),
  ];
}

const DOCUMENTS = ["main.sxp", "changes.sxp", "broken.sxp", "app.ts", "tour.sxpnb"];

it("whole answers about documents", { tags: "slow" }, async () => {
  const transcript = await Transcript.start(DOCUMENTS, { options: { schema: "trip.schema.json", data: "trip.xml" } });
  for (const name of DOCUMENTS) {
    transcript.head(`${name} as a whole`);
    await transcript.document(W + name);
    transcript.head(`${name} at each word`);
    await transcript.places(W + name);
    await transcript.write(name);
  }
  transcript.end();
});

it("law: answers after edits are those of a server that was given the text, and come back with the text", {
  tags: "slow",
}, async () => {
  const transcript = await Transcript.start(DOCUMENTS);
  const { server, files } = transcript;
  let version = 1;
  const edit = async (uri: string, found: string, newText: string): Promise<void> => {
    const text = files.get(uri)!;
    const document = TextDocument.create(uri, "", 0, text);
    const start = text.indexOf(found);
    expect(start).toBeGreaterThanOrEqual(0);
    const range = { start: document.positionAt(start), end: document.positionAt(start + found.length) };
    files.set(uri, text.slice(0, start) + newText + text.slice(start + found.length));
    await server.notify("textDocument/didChange", {
      textDocument: { uri, version: ++version },
      contentChanges: [{ range, text: newText }],
    });
  };
  /** All of a document, and a few places after what is edited. */
  const seen = async (of: Transcript, uri: string): Promise<readonly string[]> => {
    await of.server.settled();
    const from = of.lines.length;
    await of.document(uri);
    const document = TextDocument.create(uri, "", 0, of.files.get(uri)!);
    for (const word of ["Stop", "cost", "wish", "Note"]) {
      const at = document.getText().lastIndexOf(word);
      if (at < 0) continue;
      const of_ = { position: document.positionAt(at + 1) };
      for (const method of ["hover", "definition", "documentHighlight", "completion", "prepareRename"])
        of.note(method, await of.ask(uri, method, of_), uri);
    }
    return of.lines.splice(from);
  };
  const edits: readonly (readonly [name: string, found: string, newText: string])[] = [
    ["main.sxp", "🌊 lake", "🐘🐘 park"],
    ["main.sxp", "\tdeclare query of_day", "declare query dearest() := //Stop[1];\n\t\tdeclare query of_day"],
    ["main.sxp", "//Day[some", "//Dya[some"],
    ["changes.sxp", "\r\ndeclare update note", "\r\n(: 🌊🌊 :)\r\n\tdeclare update note"],
    ["changes.sxp", '"Zoo 🐘"', '"Zoo"'],
    ["app.ts", "🌊", ""],
    ["app.ts", "//Day[1]\n\t/Stop", "//Day\n/Stop"],
  ];
  for (const [name, found, newText] of edits) {
    const uri = W + name;
    const before = await seen(transcript, uri);
    const first = await transcript.ask<SemanticTokens>(uri, "semanticTokens/full");
    await edit(uri, found, newText);
    await server.settled();
    // A difference of tokens gives the tokens.
    const delta = await transcript.ask<SemanticTokensDelta>(uri, "semanticTokens/full/delta", {
      previousResultId: first.resultId,
    });
    const whole = await transcript.ask<SemanticTokens>(uri, "semanticTokens/full");
    const data = delta.edits.reduce(
      (list, { start, deleteCount, data: added = [] }) => list.toSpliced(start, deleteCount, ...added),
      first.data,
    );
    expect(data).toEqual(whole.data);
    const after = await seen(transcript, uri);
    expect(after).not.toEqual(before);
    const fresh = await Transcript.start(DOCUMENTS, {}, new Map(files));
    expect(after).toEqual(await seen(fresh, uri));
    fresh.end();
    await edit(uri, newText === "" ? 'name = "' : newText, newText === "" ? `name = "${found}` : found);
    expect(await seen(transcript, uri)).toEqual(before);
  }
  transcript.end();
});

it("whole answers across files", async () => {
  const transcript = await Transcript.start([...DOCUMENTS, "trip.schema.json"]);
  const { server } = transcript;
  const places: readonly (readonly [name: string, marked: string])[] = [
    ["main.sxp", "//S‸top[node"],
    ["main.sxp", "@‸cost < 20"],
    ["main.sxp", "node =~ $w‸ish"],
    ["main.sxp", "query q‸uiet"],
    ["main.sxp", "$s‸/@cost"],
    ["changes.sxp", "{$t‸ext}"],
    ["changes.sxp", "<N‸ote kind"],
    ["app.ts", "//S‸top[@name"],
    ["trip.schema.json", '"St‸op": { "do'],
    ["trip.schema.json", '"co‸st": { "type": "number", "required"'],
  ];
  for (const [name, marked] of places) {
    const uri = W + name;
    const text = transcript.files.get(uri)!;
    const at = text.replace(/\s+/g, " ").indexOf(marked.replace("‸", ""));
    if (at < 0) throw new Error(`${marked} is not in ${name}`);
    const start = text.indexOf(marked.replace("‸", ""));
    const position = TextDocument.create(uri, "", 0, text).positionAt(
      (start < 0 ? text.indexOf(marked.split(": { ")[0]!.replace("‸", "")) : start) + marked.indexOf("‸"),
    );
    transcript.head(`${name} ${marked}`);
    const note = (title: string, value: unknown): void => transcript.note(title, value, uri);
    note("references", await transcript.ask(uri, "references", { position, context: { includeDeclaration: true } }));
    note(
      "uses",
      ((await transcript.ask<unknown[]>(uri, "references", { position, context: { includeDeclaration: false } })) ?? [])
        .length,
    );
    const renaming = await transcript.ask<WorkspaceEdit | string | null>(uri, "rename", { position, newName: "other" });
    note("renamed", typeof renaming === "string" ? renaming : transcript.changed(renaming));
    if (/\$w|quiet/.test(marked.replace("‸", "")))
      note(
        "renamed with a sign",
        transcript.changed(await transcript.ask<WorkspaceEdit>(uri, "rename", { position, newName: "$calms" })),
      );
    const badly = await transcript.ask<unknown>(uri, "rename", { position, newName: "1 🌊" });
    note("renamed badly", typeof badly === "string" ? badly : Object.keys(Object(Object(badly).changes)));
  }
  for (const query of ["", "stop", "cost", "q"])
    transcript.note(`symbols ${query}`, await server.request("workspace/symbol", { query }));
  await transcript.write("across");
  transcript.end();
});

it("whole answers to clients that can less, or ask otherwise", async () => {
  const position = { line: 3, character: 29 };
  const main = `${W}main.sxp`;
  for (const [title, capabilities, options] of [
    ["nothing", {}, {}],
    ["all", ALL, { inlayHints: false, hoverMatches: 1, maxScorerPairs: 1 }],
    ["pulled diagnostics, own commands", ALL, { diagnostics: "pull", lensCommands: "client" }],
    ["no trust", ALL, { trusted: false, limit: "three", files: { [main]: { data: `${W}nowhere.xml` } } }],
  ] as const) {
    const transcript = await Transcript.start(["main.sxp", "broken.sxp"], { capabilities, options });
    const { server } = transcript;
    transcript.head(title);
    transcript.note("initialized", server.initialized);
    const list = await transcript.ask<CompletionList>(main, "completion", { position });
    transcript.note("completion", list.items[0], main);
    transcript.note("resolved", await server.request("completionItem/resolve", list.items[0]), main);
    transcript.note("definition", await transcript.ask(main, "definition", { position }), main);
    transcript.note("hover", await transcript.ask(main, "hover", { position }), main);
    transcript.note("hints", await transcript.ask(main, "inlayHint", { range: WHOLE }), main);
    transcript.note("lenses", (await transcript.ask<CodeLens[]>(main, "codeLens")).slice(0, 4), main);
    transcript.note("published", [...server.published.keys()]);
    if (title.startsWith("pulled")) {
      const report = await transcript.ask<{ resultId: string }>(main, "diagnostic");
      transcript.note("diagnostics", report, main);
      transcript.note("again", await transcript.ask(main, "diagnostic", { previousResultId: report.resultId }), main);
      const all = await server.request("workspace/diagnostic", {
        previousResultIds: [{ uri: main, value: report.resultId }],
      });
      transcript.note("of the workspace", all);
    }
    transcript.note("closed", await server.notify("textDocument/didClose", { textDocument: { uri: main } }));
    transcript.note("hover of what is closed", await transcript.ask(main, "hover", { position }));
    await server.settled();
    transcript.note("published after", server.published.get(main));
    transcript.note("sent", server.sent.splice(0));
    if (title === "nothing")
      for (const message of [
        "{",
        { jsonrpc: "2.0", id: 90 },
        { jsonrpc: "2.0", id: {}, method: "shutdown" },
        { jsonrpc: "2.0", id: 91, method: "textDocument/hover", params: { textDocument: { uri: main } } },
        { jsonrpc: "2.0", id: 92, method: "textDocument/rename", params: { textDocument: {}, position } },
        { jsonrpc: "2.0", id: 93, method: "workspace/symbol", params: 5 },
        { jsonrpc: "2.0", id: "a", method: "nothing" },
      ])
        transcript.note(JSON.stringify(message), await server.raw(message));
    await transcript.write(`client-${title.split(/\W/)[0]}`);
    transcript.end();
  }
});

it("whole answers about runs, updates and memories", async () => {
  let minutes = 0;
  const now = (): Date => new Date(Date.UTC(2026, 4, 1, 9, minutes++));
  const store = Memory.create(inMemoryJournal(), { now });
  const task = store.createTask("trip", readXml(DATA), { title: "A trip 🌊", provenance: { author: "Maren" } });
  const edit = (text: string, branch = "main") =>
    store.update(task, text, { branch, provenance: { author: "Ole", reason: text } });
  await edit('replace value of node /Trip/Day[1]/Stop[2]/@cost with "50"');
  task.branch("rainy", 1);
  await edit("delete node /Trip/Day[2]/Stop[2]", "rainy");
  await edit('replace value of node /Trip/Day[1]/Stop[2]/@cost with "5"', "rainy");
  const memories = {
    use: async (_: string, __: object, work: (memory: Memory) => unknown) => work(store),
  } as MemoryProvider;
  const transcript = await Transcript.start(["main.sxp", "changes.sxp", "app.ts", "broken.sxp"], {
    memories,
    options: { schema: "trip.schema.json", data: "trip.xml" },
  });
  const { server } = transcript;
  const uri = `${W}main.sxp`;
  const changes = `${W}changes.sxp`;
  const own = async (request: keyof typeof REQUESTS, params: object): Promise<Record<string, unknown>> => {
    const answer = await server.own(request, params).catch(({ message }: Error) => ({ fails: message }));
    const about = (params as { uri?: string }).uri ?? "";
    transcript.note(
      `${request} ${JSON.stringify(steady(params, transcript.ids))}`,
      answer,
      transcript.files.has(about) ? about : "",
    );
    return Object(answer);
  };
  transcript.head("files");
  for (const name of ["main.sxp", "changes.sxp", "broken.sxp", "app.ts"]) await own("compile", { uri: W + name });
  await own("inferSchema", { uri: `${W}trip.xml` });
  await own("types", { uri: `${W}trip.schema.json` });
  await own("nodeAt", { uri: `${W}trip.xml`, offset: DATA.indexOf("elephants") });
  await own("nodeAt", { uri: `${W}trip.xml`, offset: DATA.indexOf("Ottawa") });
  await own("ask", { uri, request: "the cheapest stop of day 2", now: "2026-06-08T09:00:00Z" });
  for (const text of ["//Stop[@open = true]", "how many stops are there?", "delete the tower", "//Stop[", " "])
    await own("question", { uri: `${W}trip.xml`, text, limit: 2, now: "2026-06-08T09:00:00Z" });
  transcript.head("runs");
  const runs: string[] = [];
  for (const params of [
    { uri, name: "quiet" },
    { uri, name: "of_day", params: { n: 2, wish: "quiet" }, minScore: 0.5 },
    { uri, name: "costs", limit: 2 },
    { uri, offset: MAIN.indexOf("dear_days") },
    { uri, name: "total" },
    { uri, name: "of_day" },
    { uri, name: "nothing" },
    { uri: `${W}app.ts`, offset: SCRIPT.indexOf("Ottawa") },
    { uri: `${W}broken.sxp`, name: "a" },
    { uri, name: "quiet", dataOnly: true },
    { uri: "file:///w", memory: { memory: "file:///t/trips", text: "//Stop[@cost > 40]", task: "trip", version: 2 } },
    { uri: "file:///w", memory: { memory: "file:///t/trips", text: "/Memory/Task/Version/@number" } },
  ]) {
    const { run } = await own("run", params);
    if (typeof run === "string") runs.push(run);
  }
  await own("explain", { uri, name: "quiet" });
  await own("trace", { uri, name: "total" });
  await own("test", { uri, name: "dear_days" });
  await own("test", { uri, name: "of_day", params: { n: 1, wish: "quiet" } });
  const [quiet, ofDay] = runs as [string, string];
  for (const [method, params] of [
    ["overview", undefined],
    ["results", { from: 0, count: 2 }],
    ["results", { from: 1, count: 5 }],
    ["cut", { from: 0, count: 5 }],
    ["reasons", { operatorId: 1 }],
    ["node", { node: 3 }],
    ["whyNot", { node: 5 }],
    ["change", { node: 5 }],
    ["search", { text: "quiet", limit: 2 }],
    ["locate", { path: "/Trip/Day[2]" }],
    ["nearest", undefined],
    ["facts", {}],
    ["nothing", undefined],
  ] as const)
    await own("view", { run: quiet, method, ...(params && { params }) });
  await own("view", { run: quiet, method: "node", params: { node: 3 }, redacted: true });
  await own("source", { run: quiet, node: 3 });
  await own("compare", { before: quiet, after: ofDay });
  await own("export", { run: quiet, format: "mermaid" });
  await own("export", { run: quiet, format: "html" });
  await own("forget", { run: quiet });
  await own("forget", { run: quiet });
  await own("source", { run: quiet, node: 3 });
  await own("runs", {});
  transcript.head("updates");
  await own("update", { uri: changes, name: "note", params: { day: 1, text: "Book 🌊" } });
  await own("update", { uri: changes, name: "note" });
  await own("update", { uri: changes, name: "free" });
  await own("update", { uri: `${W}trip.xml`, draft: { text: 'delete node //Stop[node =~ "quiet"]', author: "Ole" } });
  for (const command of ["sxp.run", "sxp.explain", "sxp.copyAsTest", "sxp.debug", "nothing"])
    transcript.note(
      command,
      await server
        .request("workspace/executeCommand", { command, arguments: [{ uri, name: "quiet", offset: 0 }] })
        .catch(({ message }: Error) => message),
      uri,
    );
  for (const command of ["sxp.previewUpdate", "sxp.applyUpdate"])
    transcript.note(
      command,
      await server.request("workspace/executeCommand", {
        command,
        arguments: [{ uri: changes, name: "free", offset: 0 }],
      }),
      changes,
    );
  transcript.note("sent", server.sent.splice(0), changes);
  transcript.head("a memory");
  const memory = "file:///t/trips";
  await own("memoryTasks", { memory });
  await own("memoryVersions", { memory, task: "trip", branch: "rainy" });
  await own("memoryVersions", { memory, task: "trip", branch: "rainy", before: 4, limit: 1 });
  await own("memoryVersions", { memory, task: "nothing", branch: "rainy" });
  const { uri: file, text } = await own("memoryFile", { memory, task: "trip", version: 2 });
  await own("memoryBlame", { uri: file, offset: String(text).indexOf("Tower") });
  await own("memoryBlame", { uri: file, offset: 0 });
  for (const step of [
    { kind: "merge", from: 4, branch: "main" },
    { kind: "undo", version: 2, branch: "main" },
    { kind: "restore", version: 1, branch: "main" },
    { kind: "branch", name: "dry", from: 2 },
  ])
    await own("memoryStep", { memory, task: "trip", step });
  const { conflicts } = await own("memoryStep", {
    memory,
    task: "trip",
    step: { kind: "merge", from: 4, branch: "main" },
  });
  const sides = Object.fromEntries((conflicts as { id: string }[]).map(({ id }) => [id, "theirs"]));
  await own("memoryStep", {
    memory,
    task: "trip",
    step: { kind: "merge", from: 4, branch: "main" },
    sides,
    apply: { head: 2 },
  });
  await own("memoryStep", {
    memory,
    task: "trip",
    step: { kind: "undo", version: 2, branch: "main" },
    apply: { head: 2 },
  });
  await own("memoryVersions", { memory, task: "trip", branch: "main" });
  transcript.head("data that was changed");
  transcript.files.set(`${W}trip.xml`, DATA.replace("Tower", "Old tower"));
  await server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: `${W}trip.xml`, type: 2 }] });
  await server.settled();
  await own("source", { run: ofDay, node: 3 });
  await own("run", { uri, name: "costs", limit: 1 });
  await transcript.write("requests");
  transcript.end();
});
