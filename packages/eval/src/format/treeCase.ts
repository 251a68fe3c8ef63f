import type { Span } from "@semantic-xpath/parser";
import type { JsonPath } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";
import { digestOf } from "../digest.js";
import type { Gold } from "../measure/ranking.js";
import { NodeReferences } from "../references.js";
import { afterUpdate } from "../treeText.js";
import { isJudgedByChecks, resultOfCheck } from "./checks.js";
import type { EarlierTurn, TreeSource } from "./method.js";
import { pathsOf, queryProblem } from "./queryProblem.js";
import { ending, type Reading, reasonOf } from "./reading.js";
import type { CaseFile, GoldFile, TurnFile } from "./shapes.js";
import type { Case, Expected, SuiteHost, TreeAfter } from "./suite.js";
import { TurnMemory } from "./turnMemory.js";

/** One case over a tree: a query, a request, or the turns of a conversation, each over the tree that the earlier ones left. */
export class TreeCase {
  private readonly cases: Case[] = [];
  private source: TreeSource;
  private references: NodeReferences;
  private readonly earlier: EarlierTurn[] = [];
  /** False after a reference that names no node: what a query finds can't be compared. */
  private isResolved = true;
  /** From the first turn that does something. */
  private memory: TurnMemory | null = null;

  constructor(
    private readonly reading: Reading,
    private readonly place: JsonPath,
    private readonly about: CaseFile,
    private readonly start: TreeSource,
  ) {
    this.source = start;
    this.references = referencesOf(start.tree);
  }

  /** The case, or one for each turn. */
  async read(): Promise<readonly Case[]> {
    const { about, place } = this;
    if (about.turns === undefined) {
      await this.readTurn(about.id, about, place);
      return this.cases;
    }
    for (const name of OF_TURNS.filter((name) => about[name] !== undefined))
      this.reading.contradicts([...place, name], `it has "turns", and "${name}" belongs into one of them`);
    for (const [i, turn] of about.turns.entries())
      await this.readTurn(`${about.id}.${i + 1}`, turn, [...place, "turns", i]);
    return this.cases;
  }

  private async readTurn(id: string, turn: TurnFile, place: JsonPath): Promise<void> {
    const { about, reading, source } = this;
    if (turn.request === undefined && turn.query === undefined)
      reading.unsuitable(place, id, 'has neither "request", "query" nor "turns"');
    else if (about.turns === undefined && OF_GOLD.every((name) => turn[name] === undefined))
      reading.unsuitable(place, id, 'says nothing of what is right: "include", "value", "update", "checks" …');
    const golds: Expected[] = [await this.expected(turn, place)];
    for (const [i, other] of (turn.or ?? []).entries()) golds.push(await this.expected(other, [...place, "or", i]));
    golds.push(...golds.flatMap(({ action }) => this.madeByAction(action)));
    const matched = turn.query === undefined ? [] : await this.checkQuery(turn.query, golds, place);
    const { request = null, query = null } = turn;
    this.cases.push({
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
      reading.unsuitable(
        [...place, "checks"],
        id,
        'is followed by other turns, whose data is known only with "update" or "after"',
      );
    const changed = await this.goOn(turn, golds[0]!, place);
    if (request === null) return;
    const references = golds[0]!.references?.include.flat() ?? (changed.length > 0 ? changed : matched);
    this.earlier.unshift({ request, references, text: turn.update ?? query });
  }

  private async expected(gold: GoldFile, place: JsonPath): Promise<Expected> {
    const { reading } = this;
    const answers = (["include", "value", "update", "after", "action"] as const).filter(
      (name) => gold[name] !== undefined,
    );
    const instead = gold.ask ? "question" : gold.talk ? "talk" : null;
    if (instead !== null && answers.length > 0) {
      const other = instead === "question" ? "question back" : "remark";
      reading.contradicts([...place, answers[0]!], `a ${other} is right, and so is "${answers[0]}"`);
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
    this.reading.checkContradiction(place, include, exclude);
    const grades = new Map<string, number>();
    for (const [reference, grade] of Object.entries(gold.grades ?? {})) {
      const [path] = await this.paths([reference], () => [...place, "grades", reference]);
      if (path === undefined) continue;
      grades.set(path, grade);
      if (include.some((group) => group.includes(path))) continue;
      const problem = `${JSON.stringify(reference)} has a grade and is not among "include"`;
      this.reading.contradicts([...place, "grades", reference], problem);
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
        this.reading.report(placeOf(i), "SXP5205", { reference, suggestions: [], ...resolved });
      }
    }
    return paths;
  }

  private async treeAfter(gold: GoldFile, place: JsonPath): Promise<TreeAfter | null> {
    const { reading, source } = this;
    if (gold.after !== undefined) {
      try {
        const { tree, digest } = await this.afterFile(gold.after);
        return { digest, tree: async () => tree };
      } catch (error) {
        reading.report([...place, "after"], "SXP5203", { path: gold.after, reason: reasonOf(error) });
      }
    }
    const { update } = gold;
    if (update === undefined) return null;
    const after = await afterUpdate(source.tree, update, source);
    if (typeof after === "string") {
      reading.report([...place, "update"], "SXP5207", { what: "update", problem: ending(after) });
      return null;
    }
    const tree = async () => (await afterUpdate(source.tree, update, source)) as Tree;
    return { digest: digestOf([source.digest, update]), tree };
  }

  private afterFile(path: string): ReturnType<SuiteHost["openTree"]> {
    const { host, path: suite } = this.reading;
    return host.openTree(host.resolve(suite, path), this.start.files?.mapping);
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
    const { reading, source } = this;
    const areAlone = isJudgedByChecks(expected);
    const right = expected.after === null ? source.tree : await expected.after.tree();
    const results = await Promise.all(expected.checks.map((check) => resultOfCheck(check, right, source)));
    for (const [i, result] of results.entries()) {
      const problem = result === false && !areAlone ? FALSE_CHECK : typeof result === "string" ? result : null;
      if (problem !== null) reading.report([...place, "checks", i], "SXP5207", { what: "check", problem });
    }
    const problem = "its checks are true before anything is changed, so that doing nothing is right";
    if (areAlone && results.every((result) => result === true)) reading.contradicts([...place, "checks"], problem);
  }

  /** Checks that the query of a case compiles, and that one without relevance finds the right nodes. Returns the paths of its matches. */
  private async checkQuery(text: string, golds: readonly Expected[], place: JsonPath): Promise<readonly string[]> {
    const { reading, source } = this;
    const at = [...place, "query"];
    const report = (problem: string, part?: Span): readonly string[] => {
      const span = part && reading.text.partAt(at, part);
      reading.report(at, "SXP5207", { what: "query", problem: ending(problem) }, span);
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
      if (problem !== null && this.isResolved && this.about.kind !== SAVED) reading.contradicts(at, problem);
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
      this.reading.report([...place, "action"], "SXP5207", { what: "action", problem });
      return [];
    }
    const tree = memory.tree();
    const digest = digestOf([this.source.digest, update ?? gold.after?.digest ?? action]);
    this.source = { ...this.source, tree, history: memory.history(), files: null, digest };
    this.references = referencesOf(tree);
    return changed;
  }
}

/** The kind of cases that `sxp eval init` writes. */
export const SAVED = "saved";

const OF_GOLD = ["include", "exclude", "value", "update", "after", "checks", "ask", "talk", "action", "or"] as const;
const OF_TURNS = ["request", "query", ...OF_GOLD] as const;

const FALSE_CHECK = "it is false of the tree that is right";

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
