import { compile } from "@semantic-xpath/runtime";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { type NodeId, nodePath } from "@semantic-xpath/tree";
import { handedOn } from "../../handedOn.js";
import type { About } from "../about.js";
import { foundBefore } from "../ask/followUp.js";
import type { Head } from "../ask/form.js";
import { type Item, itemsOf } from "../ask/items.js";
import { nodeAtPath } from "../ask/nodeAtPath.js";
import { numberAt } from "../ask/quantities.js";
import { EMPTY, readItems } from "../ask/readQueries.js";
import type { Lexicon } from "../ask/senses.js";
import type { Words } from "../words/words.js";

/** The target of a phrase in an edit: nodes, or an attribute of nodes. */
export interface Target {
  readonly nodes: readonly NodeId[];
  readonly attribute: string | null;
  /** All of them are meant; else of several one is. */
  readonly isMany: boolean;
  readonly cost: number;
}

/** Phrases of one request that are read. */
const MAX_PHRASES = 24;
/** The least confidence of a reading of a phrase. */
const LEAST = 0.45;
const MAX_READINGS = 4;
const MAX_TARGETS = 2;
/** Cost of the one thing that a less sure reading means. */
const DOUBT = 0.15;
/** A second reading is nearly as sure as the first. */
const BESIDE = 0.85;
/** Names of the data as a whole. */
const WHOLE: ReadonlySet<string> = new Set("plan list trip itinerary schedule".split(" "));
/** Most nodes that one spoken edit changes at once. */
const MAX_NODES = 200;
/** Cost of what is found by a wish rather than by facts. */
const WISH = 0.15;
/** The best result is taken alone if it weighs this many times as much as the next. */
const AHEAD = 1.2;

const ALL: ReadonlySet<string> = new Set(
  "all every each both everything any those these them they their ones whatever".split(" "),
);

/** The phrases of a request, each read once as a question is. */
export class Phrases {
  /** A phrase that is understood, and that there is nothing of; null: none. */
  nothing: string | null = null;
  private readonly kept = new Map<string, readonly Target[]>();

  constructor(
    readonly words: Words,
    readonly lexicon: Lexicon,
    readonly about: About,
  ) {}

  get texts(): readonly string[] {
    return this.words.all.map(({ text, isQuoted }) => (isQuoted ? '"' : text));
  }

  slice(from: number, to: number): Words {
    return { request: this.words.request, all: this.words.all.slice(from, to) };
  }

  /** As it is written, from one word to another. */
  written(from: number, to: number): string {
    const { request, all } = this.words;
    return from >= to ? "" : request.slice(all[from]!.span.start, all[to - 1]!.span.end).replace(/\s+/g, " ");
  }

  get today(): string {
    return (this.about.now ?? new Date().toISOString()).slice(0, 10);
  }

  /** Targets of a phrase, the surest first. A leftover or unknown word leaves the phrase without targets. */
  async read(
    from: number,
    to: number,
    isWanted: ((type: string) => boolean) | null = null,
  ): Promise<readonly Target[]> {
    if (from >= to) return [];
    const key = `${from} ${to}${isWanted === null ? "" : " wanted"}`;
    const cached = this.kept.get(key);
    if (cached !== undefined) return cached;
    if (this.kept.size >= MAX_PHRASES) return [];
    this.kept.set(key, []);
    const titled = /^(?:the )?(?:name|title) of /.exec(`${this.texts.slice(from, to).join(" ")} `);
    const targets =
      titled === null
        ? await this.found(this.slice(from, to), isWanted)
        : (await this.read(from + titled[0].trim().split(" ").length, to, isWanted)).map((target) => ({
            ...target,
            attribute: this.labelOf(target) ?? target.attribute,
          }));
    this.kept.set(key, targets);
    return targets;
  }

  private labelOf = ({ nodes: [node] }: Target): string | null =>
    node === undefined ? null : this.lexicon.world.label(this.typeOf(node));

  private async found(words: Words, isWanted: ((type: string) => boolean) | null): Promise<readonly Target[]> {
    const { lexicon, about } = this;
    const top = this.wholeOf(words) ?? this.placeInList(words);
    if (top !== null && (isWanted === null || isWanted(this.typeOf(top))))
      return [{ nodes: [top], attribute: null, isMany: false, cost: 0 }];
    const items = itemsOf(words, lexicon);
    const text = this.textOf(words);
    const written = words.request.slice(words.all[0]!.span.start, words.all.at(-1)!.span.end);
    // "the open ones": those of which that is so.
    const isOnes = ({ from }: Item): boolean =>
      words.all[from]!.text === "ones" && items.some(({ kind, to }) => kind === "name" && to === from);
    const refers =
      items.some((item) => item.kind === "mark" && item.mark.kind === "refers" && !isOnes(item)) ||
      REFERRING.test(text) ||
      (/^the (?:\w+ )?ones?\b/.test(text) && (about.context?.found[0]?.length ?? 0) > 1);
    const before = refers ? foundBefore(about, lexicon) : null;
    if (items.some(({ kind }) => kind === "verb") || (refers && before === null)) return [];
    const isAll = words.all.some(({ text, isQuoted }) => !isQuoted && ALL.has(text));
    const isPlural = items.some(
      (item) =>
        item.kind === "name" &&
        item.isPlural &&
        item.senses.some(
          (sense) =>
            sense.kind === "type" ||
            // A name with an "s" is one owner of it.
            (sense.strength < 0.95 && (sense.kind !== "value" || lexicon.world.isShared(sense.type, sense.attribute))),
        ),
    );
    const isPluralNoun = ({ item }: Head): boolean =>
      item?.kind === "rest" && words.all[item.to - 1]!.text.endsWith("s");
    const isDenied = items.some((item) => item.kind === "mark" && ["not", "but", "without"].includes(item.mark.kind));
    const targets: Target[] = [];
    const isInside = /\b(?:everything|anything|all|what|whatever)\b/.test(text);
    const reads = readItems(items, words, lexicon, about, before).filter(
      // A thing that is named is meant itself, and not what is in it.
      ({ form: { head, of, used } }) =>
        (isInside || !head.reason.includes("contents") || isNamedIn(used, of.types)) &&
        head.reason !== "unknown noun" &&
        (isWanted === null || of.types.every(isWanted)),
    );
    const least = Math.max(LEAST, BESIDE * (reads[0]?.reading.confidence ?? 1));
    for (const { reading, form } of reads.slice(0, MAX_READINGS)) {
      // If the surest reading fits several nodes, a reading of a single one may be less sure.
      const isOpen = targets.some(({ nodes, isMany }) => nodes.length > 1 && !isMany);
      if (reading.confidence < (isOpen ? LEAST : least) || form.left.length > 0) continue;
      // One thing is named by what it is.
      if (isDenied && !isAll && !isPlural) continue;
      if (form.give.kind !== "nodes" && form.give.kind !== "values") continue;
      const path = /^distinct-values\((.*)\)$/s.exec(reading.query)?.[1] ?? reading.query;
      const attribute = form.give.kind === "values" ? form.give.attribute : null;
      const owners = attribute === null ? path : path.slice(0, path.lastIndexOf("/"));
      const nodes = await this.run(owners);
      const isUnset = attribute !== null && nodes.length > 0 && (await this.run(path)).length === 0;
      if (nodes.length === 0 && form.graded === null)
        this.nothing ??= written.replace(/^(?:all|every|each|any|the|my) (?:of )?(?:the |my )?/i, "");
      // A value that is not there yet adds no doubt about its place.
      const cost =
        (form.graded === null ? 0 : WISH) -
        Math.log(reading.confidence) -
        (isUnset && form.graded === null ? EMPTY : 0);
      const listed = text.split(" and ").length + (written.match(/,(?! and)/g)?.length ?? 0);
      const isListed = nodes.length > 1 && nodes.length === listed;
      if (nodes.length <= MAX_NODES)
        targets.push({
          nodes,
          attribute,
          isMany: isAll || isPlural || isPluralNoun(form.head) || isListed,
          cost,
        });
    }
    const [single] = targets.filter(({ nodes }) => nodes.length === 1);
    const [first] = targets;
    if (first !== undefined && first.nodes.length > 1 && !first.isMany && single !== undefined)
      return [{ ...single, cost: first.cost + DOUBT }, first];
    return targets.slice(0, MAX_TARGETS);
  }

  /** The root, by its name or a general one. */
  private wholeOf({ all }: Words): NodeId | null {
    const { lexicon, about } = this;
    const content = all.filter(({ text }) => !["the", "my", "our", "this", "whole"].includes(text));
    if (content.length === 0 || content.length > 2 || content.some(({ isQuoted }) => isQuoted) || about.tree.size === 0)
      return null;
    const senses = lexicon.phrases.get(content.map(({ stem }) => stem).join(" ")) ?? [];
    const isNamed = senses.some(
      (sense) => sense.kind === "type" && sense.strength >= 0.7 && lexicon.world.isRoot(sense.type),
    );
    const isWhole =
      senses.length === 0 && content.length < all.length && content.length === 1 && WHOLE.has(content[0]!.text);
    return isNamed || isWhole ? 1 : null;
  }

  /** "the second one": of the newest list of several that was found. */
  private placeInList({ all }: Words): NodeId | null {
    const match = /^(?:the )?(\S+) one$/.exec(all.map(({ text }) => text).join(" "));
    if (match === null) return null;
    const list = this.about.context?.found.find(({ length }) => length > 1) ?? [];
    const place = match[1] === "first" ? 1 : match[1] === "last" ? list.length : (numberAt([match[1]!], 0)?.value ?? 0);
    const path = list[place - 1];
    return path === undefined ? null : nodeAtPath(this.about.tree, path);
  }

  private textOf = (words: Words): string => words.all.map(({ text }) => text).join(" ");

  private async run(path: string): Promise<readonly NodeId[]> {
    const { about } = this;
    const { query } = compile(path, { schema: this.lexicon.world.data.schema });
    if (query === undefined) return [];
    const result = await query.run(about.tree, {
      scorer: about.scorer ?? lexicalScorer(),
      ...(about.now !== undefined && { now: about.now }),
    });
    // Paths of results are in the data's own terms: a query may see fields in place of the tree's nodes.
    const [best = 0, second = 0] = result.weights;
    const most = best < 1 && best > AHEAD * second ? 1 : handedOn(result);
    const nodes = result.matches.slice(0, most).flatMap(({ path: at }) => nodeAtPath(about.tree, at) ?? []);
    return [...new Set(nodes)].filter((node) => this.lexicon.world.has(this.typeOf(node)));
  }

  typeOf = (node: NodeId): string => this.about.tree.typeNames[this.about.tree.type[node]!]!;

  path = (node: NodeId): string => nodePath(this.about.tree, node);

  /** The name of a node for people: its label, the beginning of its text, or its type with its place. */
  called(node: NodeId): string {
    const { tree } = this.about;
    const type = this.typeOf(node);
    const label = this.lexicon.world.label(type);
    const name = (label === null ? undefined : this.lexicon.world.valueOf(node, label)) ?? tree.ownText(node);
    if (name === undefined || name === "")
      return tree.ordinal[node] === 0 ? `the ${type}` : `${type} ${tree.ordinal[node]}`;
    return name.length > 60 ? `${name.slice(0, 57)}…` : name;
  }
}

/** Words for what earlier turns were about. */
const REFERRING =
  /^(?:this|that|the same|(?:the|that|this) (?:one|other one|first one|second one|third one|last one))$/;

/** True if a value or a flag that words name is of one of the types. */
const isNamedIn = (used: ReadonlyMap<Item, string>, types: readonly string[]): boolean =>
  [...used.keys()].some(
    (item) =>
      item.kind === "name" &&
      item.senses.some(({ kind, type }) => (kind === "value" || kind === "flag") && types.includes(type)),
  );
