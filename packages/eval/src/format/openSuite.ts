import type { Span } from "@semantic-xpath/parser";
import type { JsonPath } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";
import { isDay } from "@semantic-xpath/values";
import { digestOf } from "../digest.js";
import { DialogueCases } from "./dialogueCases.js";
import type { SourceHistory, TreeSource } from "./method.js";
import { ending, Reading, reasonOf } from "./reading.js";
import type { Case, OpenedSuite, OpeningProblem, SuiteHost } from "./suite.js";
import { readSuiteText } from "./suiteText.js";
import { TreeCase } from "./treeCase.js";
import { taskName, titleOf } from "./turnMemory.js";

/**
 * Reads a suite with all its imports and the data of its cases, and resolves the gold. Every mistake is a diagnostic with a place in a file,
 * and a file with mistakes gives no suite.
 */
export async function openSuite(path: string, host: SuiteHost): Promise<OpenedSuite> {
  const opening = new Opening(host);
  const name = await opening.open(path, null);
  opening.checkNotEmpty();
  const { problems, cases, digests } = opening;
  const suite = { name: name ?? path, cases, digest: digestOf(digests) };
  return { suite: problems.length === 0 ? suite : null, problems };
}

class Opening {
  readonly problems: OpeningProblem[] = [];
  readonly cases: Case[] = [];
  readonly digests: string[] = [];
  private readonly ids = new Set<string>();
  /** The file that names all others. */
  private first: Reading | null = null;
  private readonly finished = new Set<string>();
  private readonly underWay: string[] = [];
  /** The place in the first file whose import is being read; null: it is the first file itself. */
  private via: Span | null = null;

  constructor(private readonly host: SuiteHost) {}

  /** Reads one file; null if it is unreadable. `importing`: the place of its import. */
  async open(
    path: string,
    importing: { readonly reading: Reading; readonly place: JsonPath } | null,
  ): Promise<string | null> {
    if (this.finished.has(path)) return null;
    let text: string;
    try {
      text = await this.host.readText(path);
    } catch (error) {
      if (importing === null) throw error;
      importing.reading.report(importing.place, "SXP5203", { path, reason: reasonOf(error) });
      return null;
    }
    this.digests.push(digestOf(text));
    const read = readSuiteText(text);
    for (const diagnostic of read.diagnostics) this.problems.push({ file: path, text, diagnostic, via: this.via });
    if (read.file === null) return null;
    this.underWay.push(path);
    const reading = new Reading(this.host, path, read, read.file, this.problems, this.via);
    this.first ??= reading;
    await this.readFile(reading);
    this.underWay.pop();
    this.finished.add(path);
    return read.file.name ?? nameOf(path);
  }

  /** A gate over nothing would let everything through. */
  checkNotEmpty(): void {
    if (this.cases.length > 0 || this.problems.length > 0 || this.first === null) return;
    this.first.unsuitable([], "suite", "has no cases");
  }

  private async readFile(reading: Reading): Promise<void> {
    const { path, file } = reading;
    for (const [i, imported] of (file.imports ?? []).entries()) {
      const place = ["imports", i];
      const other = this.host.resolve(path, imported);
      if (this.underWay.includes(other)) reading.report(place, "SXP5204", { path: imported });
      else if (reading === this.first) {
        this.via = reading.text.spanAt(place);
        await this.open(other, { reading, place });
        this.via = null;
      } else await this.open(other, { reading, place });
    }
    const dialogues = new DialogueCases(reading, (what, id, place) => this.isNew(reading, what, id, place));
    this.cases.push(...(await dialogues.read()));
    if (file.tree !== undefined && file.memory !== undefined)
      reading.contradicts(["memory"], 'the data is both "tree" and "memory"');
    const cases = file.cases ?? [];
    const needsTree = cases.some(({ dialogue }) => dialogue === undefined);
    const source = needsTree ? await this.treeOf(reading) : null;
    for (const [i, about] of cases.entries()) {
      const place: JsonPath = ["cases", i];
      await this.host.pause?.();
      if (!this.isNew(reading, "case", about.id, [...place, "id"])) continue;
      if (about.dialogue !== undefined) this.cases.push(...dialogues.casesNaming(about.dialogue, place, about));
      else if (source !== null) this.cases.push(...(await new TreeCase(reading, place, about, source).read()));
    }
  }

  private isNew(reading: Reading, what: string, id: string, place: JsonPath): boolean {
    const key = `${what} ${id}`;
    if (this.ids.has(key)) reading.report(place, "SXP5208", { what, name: id });
    const isNew = !this.ids.has(key);
    this.ids.add(key);
    return isNew;
  }

  private async treeOf(reading: Reading): Promise<TreeSource | null> {
    const { path, file } = reading;
    if (file.tree === undefined && file.memory === undefined) {
      reading.unsuitable([], "suite", 'has cases and neither "tree" nor "memory"');
      return null;
    }
    let member = file.tree !== undefined ? "tree" : "memory";
    const [schemaFile, mapping] = [file.schema, file.mapping].map(
      (name) => name && (/[./\\]/.test(name) ? this.host.resolve(path, name) : name),
    );
    try {
      const data = this.host.resolve(path, file.tree ?? file.memory!);
      const opened =
        file.tree !== undefined
          ? { ...(await this.host.openTree(data, mapping)), schema: null }
          : await this.host.openMemory(data, file.task);
      member = "schema";
      const declared = schemaFile === undefined ? null : await this.host.openSchema(schemaFile);
      const digest = digestOf([opened.digest, declared?.digest ?? null, file.now ?? null]);
      this.digests.push(digest);
      const schema = declared?.schema ?? opened.schema;
      member = "now";
      const now = clockOf(file.now ?? dayOf(new Date()));
      await compile("current-date()").query!.run(opened.tree, { now });
      const { tree } = opened;
      const files =
        file.tree === undefined
          ? null
          : { data, ...(schemaFile && { schema: schemaFile }), ...(mapping && { mapping }) };
      return { kind: "tree", tree, schema, now, history: historyOf(reading, tree, now), files, digest };
    } catch (error) {
      if (member === "now") {
        reading.unsuitable([member], "now", `can't be used: ${ending(reasonOf(error))}`);
        return null;
      }
      const named = member === "schema" ? file.schema! : (file.tree ?? file.memory!);
      reading.report([member], "SXP5203", { path: named, reason: reasonOf(error) });
      return null;
    }
  }
}

/** The history of data that has not been changed. */
function historyOf({ path, file }: Reading, tree: Tree, time: string): SourceHistory {
  const task = taskName(file.domain ?? nameOf(path));
  return { task, tasks: [{ name: task, title: titleOf(tree) }], versions: [{ number: 1, time, reason: null }] };
}

const nameOf = (path: string): string => path.replace(/^.*[\\/]|(?:\.eval)?\.json$/g, "");

/** The clock of a suite with this `now`: a day begins at midnight. */
export const clockOf = (now: string): string => (isDay(now) ? `${now}T00:00:00Z` : now);

/** A local day: the clock of a suite without one, since cached results would be of other moments. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
