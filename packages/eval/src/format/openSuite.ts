import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  type Span,
  suggest,
} from "@semantic-xpath/parser";
import type { JsonPath, Schema } from "@semantic-xpath/planner";
import { compile, type RunResult } from "@semantic-xpath/runtime";
import { nodePath, type Tree } from "@semantic-xpath/tree";
import { isDay } from "@semantic-xpath/values";
import { digestOf } from "../digest.js";
import type { Gold } from "../measure/ranking.js";
import { NodeReferences } from "../references.js";
import { afterUpdate } from "../treeText.js";
import type { DialogueSource, EarlierTurn, SourceHistory, TreeSource } from "./method.js";
import { resultValue } from "./resultValue.js";
import { sameValue } from "./sameValue.js";
import type { CaseFile, Dialogue, GoldFile, SuiteFile, TurnFile } from "./shapes.js";
import type { Case, Expected, OpenedSuite, OpeningProblem, TreeAfter } from "./suite.js";
import { readSuiteText, type SuiteText } from "./suiteText.js";
import { TurnMemory, taskName, titleOf } from "./turnMemory.js";

/** Opens the files that a suite names. Every method rejects with an error whose message is the end of a sentence: "is missing". */
export interface SuiteHost {
  /** The path of a file that another one names. */
  resolve(from: string, path: string): string;
  readText(path: string): Promise<string>;
  /** `mapping`: a name, or a path that was resolved. */
  openTree(path: string, mapping: string | undefined): Promise<{ readonly tree: Tree; readonly digest: string }>;
  openMemory(
    path: string,
    task: string | undefined,
  ): Promise<{ readonly tree: Tree; readonly schema: Schema | null; readonly digest: string }>;
  /** A schema by its name, or by a path that was resolved. */
  openSchema(nameOrPath: string): Promise<{ readonly schema: Schema; readonly digest: string }>;
  /** Is awaited before each case and dialogue, so that other work has its turn. A rejection ends the opening with it. */
  pause?(): Promise<void>;
}

/**
 * Reads a suite with all its imports and the data of its cases, and resolves the gold. Every mistake is a diagnostic with a place in a file;
 * with any of them there is no suite.
 */
export async function openSuite(path: string, host: SuiteHost): Promise<OpenedSuite> {
  const opening = new Opening(host);
  const name = await opening.open(path, null);
  opening.checkNotEmpty();
  const { problems, cases, digests } = opening;
  const suite = { name: name ?? path, cases, digest: digestOf(digests) };
  return { suite: problems.length === 0 ? suite : null, problems };
}

/** One file while it is read. */
interface Reading {
  readonly path: string;
  readonly text: SuiteText;
  readonly file: SuiteFile;
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
      this.report(importing.reading, importing.place, "SXP5203", { path, reason: reasonOf(error) });
      return null;
    }
    this.digests.push(digestOf(text));
    const read = readSuiteText(text);
    for (const diagnostic of read.diagnostics) this.problems.push({ file: path, text, diagnostic, via: this.via });
    if (read.file === null) return null;
    this.underWay.push(path);
    const reading = { path, text: read, file: read.file };
    this.first ??= reading;
    await this.readFile(reading);
    this.underWay.pop();
    this.finished.add(path);
    return read.file.name ?? nameOf(path);
  }

  /** A gate over nothing would let everything through. */
  checkNotEmpty(): void {
    if (this.cases.length > 0 || this.problems.length > 0 || this.first === null) return;
    this.report(this.first, [], "SXP5202", { where: "suite", problem: "has no cases", suggestions: [] });
  }

  private async readFile(reading: Reading): Promise<void> {
    const { path, file } = reading;
    for (const [i, imported] of (file.imports ?? []).entries()) {
      const place = ["imports", i];
      const other = this.host.resolve(path, imported);
      if (this.underWay.includes(other)) this.report(reading, place, "SXP5204", { path: imported });
      else if (reading === this.first) {
        this.via = reading.text.spanAt(place);
        await this.open(other, { reading, place });
        this.via = null;
      } else await this.open(other, { reading, place });
    }
    const dialogues = await this.readDialogues(reading);
    if (file.tree !== undefined && file.memory !== undefined)
      this.report(reading, ["memory"], "SXP5206", { problem: 'the data is both "tree" and "memory"' });
    const cases = file.cases ?? [];
    const needsTree = cases.some(({ dialogue }) => dialogue === undefined);
    const source = needsTree ? await this.treeOf(reading) : null;
    for (const [i, about] of cases.entries()) {
      const place: JsonPath = ["cases", i];
      await this.host.pause?.();
      if (!this.isNew(reading, "case", about.id, [...place, "id"])) continue;
      if (about.dialogue !== undefined) this.dialogueCase(reading, place, about, dialogues);
      else if (source !== null) await new TreeCase(this, reading, place, about, source).read();
    }
  }

  isNew(reading: Reading, what: string, id: string, place: JsonPath): boolean {
    const key = `${what} ${id}`;
    if (this.ids.has(key)) this.report(reading, place, "SXP5208", { what, name: id });
    const isNew = !this.ids.has(key);
    this.ids.add(key);
    return isNew;
  }

  report<C extends DiagnosticCode>(
    reading: Reading,
    place: JsonPath,
    code: C,
    parameters: DiagnosticParameters<C>,
    span: Span = reading.text.spanAt(place),
  ): void {
    const diagnostic: Diagnostic = diagnose(code, span, parameters);
    this.problems.push({
      file: reading.path,
      text: reading.text.text,
      diagnostic,
      via: reading === this.first ? null : this.via,
    });
  }

  private async treeOf(reading: Reading): Promise<TreeSource | null> {
    const { path, file } = reading;
    if (file.tree === undefined && file.memory === undefined) {
      this.report(reading, [], "SXP5202", {
        where: "suite",
        problem: 'has cases and neither "tree" nor "memory"',
        suggestions: [],
      });
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
        const problem = `can't be used: ${ending(reasonOf(error))}`;
        this.report(reading, [member], "SXP5202", { where: "now", problem, suggestions: [] });
        return null;
      }
      const named = member === "schema" ? file.schema! : (file.tree ?? file.memory!);
      this.report(reading, [member], "SXP5203", { path: named, reason: reasonOf(error) });
      return null;
    }
  }

  private async readDialogues(reading: Reading): Promise<ReadonlyMap<string, DialogueSource>> {
    const sources = new Map<string, DialogueSource>();
    for (const [i, dialogue] of (reading.file.dialogues ?? []).entries()) {
      const place: JsonPath = ["dialogues", i];
      await this.host.pause?.();
      if (!this.isNew(reading, "dialogue", dialogue.id, [...place, "id"])) continue;
      const source = dialogueSource(dialogue);
      sources.set(dialogue.id, source);
      this.checkDialogue(reading, place, dialogue);
      for (const [q, { text, kind, id, ...about }] of (dialogue.questions ?? []).entries()) {
        const at = [...place, "questions", q];
        const questionCase = { ...about, request: text, kind, id: `${dialogue.id}/${id}` };
        if (this.isNew(reading, "question", questionCase.id, [...at, "id"]))
          this.addDialogueCase(reading, at, questionCase, source, dialogue.split);
      }
    }
    return sources;
  }

  private checkDialogue(reading: Reading, place: JsonPath, { speakers, sessions, facts = [] }: Dialogue): void {
    const turns = new Set<string>();
    for (const [s, session] of sessions.entries()) {
      for (const [t, { id, speaker }] of session.turns.entries()) {
        const at = [...place, "sessions", s, "turns", t];
        if (turns.has(id)) this.report(reading, [...at, "id"], "SXP5208", { what: "turn", name: id });
        turns.add(id);
        if (speakers.includes(speaker)) continue;
        const problem = "is none of the speakers of the dialogue";
        this.report(reading, [...at, "speaker"], "SXP5205", { reference: speaker, problem, suggestions: [] });
      }
    }
    for (const [f, { source }] of facts.entries())
      if (!turns.has(source))
        this.report(reading, [...place, "facts", f, "source"], "SXP5205", {
          reference: source,
          problem: "is no turn of the dialogue",
          suggestions: [],
        });
  }

  private dialogueCase(
    reading: Reading,
    place: JsonPath,
    about: CaseFile,
    dialogues: ReadonlyMap<string, DialogueSource>,
  ): void {
    const source = dialogues.get(about.dialogue!);
    if (source !== undefined) {
      this.addDialogueCase(reading, place, about, source, reading.file.domain);
      return;
    }
    const reference = about.dialogue!;
    this.report(reading, [...place, "dialogue"], "SXP5205", {
      reference,
      problem: "is no dialogue of this file",
      suggestions: suggest(reference, [...dialogues.keys()]),
    });
  }

  private addDialogueCase(
    reading: Reading,
    place: JsonPath,
    about: Omit<CaseFile, "dialogue">,
    source: DialogueSource,
    domain = "",
  ): void {
    const turns = new Set(source.sessions.flatMap(({ turns: of }) => of.map(({ id }) => id)));
    const resolved = (list: readonly string[], at: JsonPath): readonly string[] =>
      list.filter((reference, i) => {
        if (turns.has(reference)) return true;
        const problem = "is no turn of the dialogue";
        this.report(reading, [...at, i], "SXP5205", { reference, problem, suggestions: [] });
        return false;
      });
    const include = (about.include ?? []).map((group, i) =>
      typeof group === "string" ? resolved([group], [...place, "include"]) : resolved(group, [...place, "include", i]),
    );
    const exclude = new Set(resolved(about.exclude ?? [], [...place, "exclude"]));
    this.checkContradiction(reading, place, include, exclude);
    const { request = null, asOf = null } = about;
    if (request === null)
      this.report(reading, place, "SXP5202", { where: about.id, problem: 'has no "request"', suggestions: [] });
    const references: Gold = { include, exclude, grades: new Map(Object.entries(about.grades ?? {})) };
    this.cases.push({
      id: about.id,
      kind: about.kind ?? "question",
      domain,
      cluster: about.cluster ?? source.id,
      must: about.must ?? false,
      source,
      question: { request, query: null, asOf, earlier: [] },
      golds: [{ references, value: about.value, after: null, checks: [], instead: null, action: null }],
    });
  }

  checkContradiction(reading: Reading, place: JsonPath, include: Gold["include"], exclude: Gold["exclude"]): void {
    for (const [i, group] of include.entries()) {
      const overlap = group.find((reference) => exclude.has(reference));
      if (overlap === undefined) continue;
      const problem = `${JSON.stringify(overlap)} is to be handed over and excluded`;
      this.report(reading, [...place, "include", i], "SXP5206", { problem });
    }
  }

  afterFile(reading: Reading, path: string, source: TreeSource): ReturnType<SuiteHost["openTree"]> {
    return this.host.openTree(this.host.resolve(reading.path, path), source.files?.mapping);
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

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, "") : String(error);

/** A dialogue as the data of questions: without them. */
export function dialogueSource({ id, speakers, sessions, facts }: Dialogue): DialogueSource {
  const digest = digestOf([speakers, sessions, facts ?? []]);
  return { kind: "dialogue", id, speakers, sessions, facts: facts ?? [], digest };
}

/** One case over a tree: a query, a request, or the turns of a conversation, each over the tree that the earlier ones left. */
class TreeCase {
  private source: TreeSource;
  private references: NodeReferences;
  private readonly earlier: EarlierTurn[] = [];
  /** False after a reference that names no node: what a query finds can't be compared. */
  private isResolved = true;
  /** From the first turn that does something. */
  private memory: TurnMemory | null = null;

  constructor(
    private readonly opening: Opening,
    private readonly reading: Reading,
    private readonly place: JsonPath,
    private readonly about: CaseFile,
    private readonly start: TreeSource,
  ) {
    this.source = start;
    this.references = referencesOf(start.tree);
  }

  async read(): Promise<void> {
    const { about, place } = this;
    if (about.turns === undefined) return this.readTurn(about.id, about, place);
    for (const name of OF_TURNS.filter((name) => about[name] !== undefined))
      this.opening.report(this.reading, [...place, name], "SXP5206", {
        problem: `it has "turns", and "${name}" belongs into one of them`,
      });
    for (const [i, turn] of about.turns.entries())
      await this.readTurn(`${about.id}.${i + 1}`, turn, [...place, "turns", i]);
  }

  private async readTurn(id: string, turn: TurnFile, place: JsonPath): Promise<void> {
    const { about, opening, reading, source } = this;
    if (turn.request === undefined && turn.query === undefined)
      opening.report(reading, place, "SXP5202", {
        where: id,
        problem: 'has neither "request", "query" nor "turns"',
        suggestions: [],
      });
    else if (about.turns === undefined && OF_GOLD.every((name) => turn[name] === undefined))
      opening.report(reading, place, "SXP5202", {
        where: id,
        problem: 'says nothing of what is right: "include", "value", "update", "checks" …',
        suggestions: [],
      });
    const golds: Expected[] = [await this.expected(turn, place)];
    for (const [i, other] of (turn.or ?? []).entries()) golds.push(await this.expected(other, [...place, "or", i]));
    golds.push(...golds.flatMap(({ action }) => this.madeByAction(action)));
    const matched = turn.query === undefined ? [] : await this.checkQuery(turn.query, golds, place);
    const { request = null, query = null } = turn;
    opening.cases.push({
      id,
      kind: about.kind ?? kindOf(about, turn),
      domain: reading.file.domain ?? "",
      cluster: about.cluster ?? about.id,
      must: about.must ?? false,
      source,
      question: { request, query, asOf: null, earlier: [...this.earlier] },
      golds,
    });
    if (about.turns === undefined) return;
    if (isJudgedByChecks(golds[0]!) && turn !== about.turns.at(-1))
      opening.report(reading, [...place, "checks"], "SXP5202", {
        where: id,
        problem: 'is followed by other turns, whose data is known only with "update" or "after"',
        suggestions: [],
      });
    const changed = await this.goOn(turn, golds[0]!, place);
    if (request === null) return;
    const references = golds[0]!.references?.include.flat() ?? (changed.length > 0 ? changed : matched);
    this.earlier.unshift({ request, references, text: turn.update ?? query });
  }

  private async expected(gold: GoldFile, place: JsonPath): Promise<Expected> {
    const { opening, reading } = this;
    const answers = (["include", "value", "update", "after", "action"] as const).filter(
      (name) => gold[name] !== undefined,
    );
    const instead = gold.ask ? "question" : gold.talk ? "talk" : null;
    if (instead !== null && answers.length > 0) {
      const problem = `a ${instead === "question" ? "question back" : "remark"} is right, and so is "${answers[0]}"`;
      opening.report(reading, [...place, answers[0]!], "SXP5206", { problem });
    }
    const expected: Expected = {
      references: await this.gold(gold, place),
      value: gold.value,
      after: await this.treeAfter(gold, place),
      checks: gold.checks ?? [],
      instead,
      action: gold.action ?? null,
    };
    const isAfterKnown = expected.after !== null || (gold.update === undefined && gold.after === undefined);
    if (expected.checks.length > 0 && isAfterKnown) await this.checkChecks(expected, place);
    return expected;
  }

  private async gold(gold: GoldFile, place: JsonPath): Promise<Gold | null> {
    if (gold.include === undefined && gold.exclude === undefined) return null;
    const include: (readonly string[])[] = [];
    for (const [i, group] of (gold.include ?? []).entries()) {
      const at = [...place, "include", i];
      if (typeof group === "string") include.push(await this.paths([group], () => at));
      else include.push(await this.paths(group, (place) => [...at, place]));
    }
    const exclude = new Set(await this.paths(gold.exclude ?? [], (i) => [...place, "exclude", i]));
    this.opening.checkContradiction(this.reading, place, include, exclude);
    const grades = new Map<string, number>();
    for (const [reference, grade] of Object.entries(gold.grades ?? {})) {
      const [path] = await this.paths([reference], () => [...place, "grades", reference]);
      if (path === undefined) continue;
      grades.set(path, grade);
      if (include.some((group) => group.includes(path))) continue;
      const problem = `${JSON.stringify(reference)} has a grade and is not among "include"`;
      this.opening.report(this.reading, [...place, "grades", reference], "SXP5206", { problem });
    }
    return { include, exclude, grades };
  }

  private async paths(references: readonly string[], placeOf: (i: number) => JsonPath): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const [i, reference] of references.entries()) {
      const resolved = await this.references.resolve(reference);
      if ("node" in resolved) paths.push(this.references.pathOf(resolved.node));
      else {
        this.isResolved = false;
        this.opening.report(this.reading, placeOf(i), "SXP5205", { reference, suggestions: [], ...resolved });
      }
    }
    return paths;
  }

  private async treeAfter(gold: GoldFile, place: JsonPath): Promise<TreeAfter | null> {
    const { opening, reading, source } = this;
    if (gold.after !== undefined) {
      try {
        const { tree, digest } = await opening.afterFile(reading, gold.after, this.start);
        return { digest, tree: async () => tree };
      } catch (error) {
        opening.report(reading, [...place, "after"], "SXP5203", { path: gold.after, reason: reasonOf(error) });
      }
    }
    const { update } = gold;
    if (update === undefined) return null;
    const after = await afterUpdate(source.tree, update, source);
    if (typeof after === "string") {
      opening.report(reading, [...place, "update"], "SXP5207", { what: "update", problem: ending(after) });
      return null;
    }
    const tree = async () => (await afterUpdate(source.tree, update, source)) as Tree;
    return { digest: digestOf([source.digest, update]), tree };
  }

  /** Right answers by update, for an action that restores a version. */
  private madeByAction(action: Expected["action"]): readonly Expected[] {
    const { memory, source } = this;
    if (memory === null || action === null) return [];
    let tree: Tree | null;
    try {
      tree = memory.treeAfter(action);
    } catch {
      // A missing version is reported by goOn.
      return [];
    }
    if (tree === null) return [];
    const after = { digest: digestOf([source.digest, action]), tree: async () => tree };
    return [{ references: null, value: undefined, after, checks: [], instead: null, action: null }];
  }

  /** Runs checks on the tree that is right, where they have to be true. Where nothing else says what is right, one of them is false before. */
  private async checkChecks(expected: Expected, place: JsonPath): Promise<void> {
    const { opening, reading, source } = this;
    const areAlone = isJudgedByChecks(expected);
    const right = expected.after === null ? source.tree : await expected.after.tree();
    const results = await Promise.all(expected.checks.map((check) => resultOfCheck(check, right, source)));
    for (const [i, result] of results.entries()) {
      const problem = result === false && !areAlone ? FALSE_CHECK : typeof result === "string" ? result : null;
      if (problem !== null) opening.report(reading, [...place, "checks", i], "SXP5207", { what: "check", problem });
    }
    const problem = "its checks are true before anything is changed, so that doing nothing is right";
    if (areAlone && results.every((result) => result === true))
      opening.report(reading, [...place, "checks"], "SXP5206", { problem });
  }

  /** Checks that the query of a case compiles, and that one without relevance finds the right nodes. Returns the paths of its matches. */
  private async checkQuery(text: string, golds: readonly Expected[], place: JsonPath): Promise<readonly string[]> {
    const { opening, reading, source } = this;
    const at = [...place, "query"];
    const report = (problem: string, part?: Span): readonly string[] => {
      const span = part && reading.text.partAt(at, part);
      opening.report(reading, at, "SXP5207", { what: "query", problem: ending(problem) }, span);
      return [];
    };
    const { query, diagnostics } = compile(text, { schema: source.schema });
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (query === undefined || error !== undefined) return report(error?.message ?? "it declares several", error?.span);
    if (query.isSemantic) return [];
    try {
      const result = await query.run(source.tree, { now: source.now });
      const problem = queryProblem(result, golds);
      // A saved query is measured against what it once gave.
      if (problem !== null && this.isResolved && this.about.kind !== SAVED)
        opening.report(reading, at, "SXP5206", { problem });
      return [...pathsOf(result)];
    } catch (error) {
      return report(reasonOf(error));
    }
  }

  /** Carries out the right result of a turn in the memory of the conversation. Returns the paths of changed nodes. */
  private async goOn({ request, update, after, action }: TurnFile, gold: Expected, place: JsonPath) {
    if (update === undefined && after === undefined && action === undefined) return [];
    this.memory ??= new TurnMemory(this.start);
    const { memory } = this;
    let changed: readonly string[] = [];
    try {
      if (update !== undefined) changed = await memory.update(update, request);
      else if (gold.after !== null) memory.replace(await gold.after.tree());
      else if (action === undefined || !memory.act(action)) return [];
    } catch (error) {
      const problem = ending(reasonOf(error));
      this.opening.report(this.reading, [...place, "action"], "SXP5207", { what: "action", problem });
      return [];
    }
    const tree = memory.tree();
    const digest = digestOf([this.source.digest, update ?? gold.after?.digest ?? action]);
    this.source = { ...this.source, tree, history: memory.history(), files: null, digest };
    this.references = referencesOf(tree);
    return changed;
  }
}

const references = new WeakMap<Tree, NodeReferences>();

function referencesOf(tree: Tree): NodeReferences {
  let nodeReferences = references.get(tree);
  if (nodeReferences === undefined) {
    nodeReferences = new NodeReferences(tree);
    references.set(tree, nodeReferences);
  }
  return nodeReferences;
}

const kindOf = ({ turns }: CaseFile, { query, update, after, checks, ask, talk, action }: TurnFile): string => {
  if (turns !== undefined) return "conversation";
  if (update !== undefined || after !== undefined || (checks !== undefined && query === undefined)) return "edit";
  if (ask || talk || action) return "other";
  return query !== undefined && /=~/.test(query) ? "graded" : "structural";
};

const pathsOf = ({ matches }: RunResult): ReadonlySet<string> =>
  new Set(matches.map(({ tree, id }) => nodePath(tree, id)));

/** A contradiction between the result of a query and every right answer; null: there is none. */
function queryProblem(result: RunResult, golds: readonly Expected[]): string | null {
  const value = resultValue(result);
  const values = golds.flatMap((gold) => (gold.value === undefined ? [] : [gold.value]));
  if (value !== undefined && values.length > 0)
    return values.some((right) => sameValue(value, right))
      ? null
      : `its query gives ${JSON.stringify(value)}, and ${JSON.stringify(values[0])} is right`;
  const references = golds.map((gold) => gold.references).filter((gold) => gold !== null);
  if (result.value !== undefined || references.length === 0) return null;
  const paths = pathsOf(result);
  const missing = ({ include }: Gold) => include.filter((group) => !group.some((each) => paths.has(each)));
  const isRight = references.some((gold) => gold.include.length === paths.size && missing(gold).length === 0);
  if (isRight) return null;
  const [gold] = references as [Gold];
  const lacking = missing(gold).map(([path]) => path!);
  const more = [...paths].filter((path) => !gold.include.some((group) => group.includes(path)));
  const parts = [
    ...(more.length > 0 ? [`finds ${someOf(more)}, not right`] : []),
    ...(lacking.length > 0 ? [`does not find ${someOf(lacking)}`] : []),
  ];
  return `its query ${parts.join(", and ")}`;
}

/** The first path of some, and the number of the others. */
const someOf = ([first, ...others]: readonly string[]): string =>
  others.length === 0 ? first! : `${first} and ${others.length} more`;

/** The kind of cases that `sxp eval init` writes. */
export const SAVED = "saved";

const OF_TURNS = [
  "request",
  "query",
  "include",
  "exclude",
  "value",
  "update",
  "after",
  "checks",
  "ask",
  "talk",
  "action",
  "or",
] as const;
const OF_GOLD = ["include", "exclude", "value", "update", "after", "checks", "ask", "talk", "action", "or"] as const;

const ending = (sentence: string): string => sentence.replace(/\.$/, "");

/** True if only checks say what is right: any change that makes them true. */
export const isJudgedByChecks = ({ checks, references, value, after, instead, action }: Expected): boolean =>
  checks.length > 0 && value === undefined && [references, after, instead, action].every((each) => each === null);

const FALSE_CHECK = "it is false of the tree that is right";

/** Why a check does not hold on a tree; null: it holds. */
export async function checkProblem(text: string, tree: Tree, source: CheckSource): Promise<string | null> {
  const result = await resultOfCheck(text, tree, source);
  return typeof result === "string" ? result : result ? null : "it is false";
}

type CheckSource = Pick<TreeSource, "schema" | "now">;

/** The truth of a check on a tree, or why it has none. */
async function resultOfCheck(text: string, tree: Tree, { schema, now }: CheckSource): Promise<boolean | string> {
  const { query, diagnostics } = compile(text, { schema });
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (query === undefined || error !== undefined) return ending(error?.message ?? "it is no query");
  try {
    const { value } = await query.run(tree, { now });
    return typeof value === "boolean" ? value : "it gives neither true nor false";
  } catch (error) {
    return ending(reasonOf(error));
  }
}
