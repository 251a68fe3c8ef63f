import type { Span } from "@semantic-xpath/parser";
import { type ReadLimits, readError } from "@semantic-xpath/tree";
import { oneLine } from "@semantic-xpath/values";
import { type Alias, isAlias, isMap, isPair, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import type { JsonSink } from "../jsonEvents.js";
import type { Report } from "../readerOptions.js";
import type { Composed } from "./compose.js";
import { isKnownTag, isTextOf, textOf } from "./scalarText.js";
import { malformedYaml, visible, yamlProblem } from "./yamlProblem.js";

interface Target {
  readonly text: string;
  readonly limits: ReadLimits;
  readonly sink: JsonSink;
  readonly report: Report;
}

/** Sends a composed document to a sink, its aliases and merge keys replaced by what they stand for. It keeps its own stack. */
export function feedDocument(composed: Composed, target: Target): void {
  new DocumentFeed(composed, target).feed();
}

/** The source range of an alias: what it stands for has its place. Null: what is read stands where it is written. */
type Via = Span | null;

interface Frame {
  /** "merged": pairs that a merge key adds to the mapping below. */
  readonly kind: "map" | "list" | "merged";
  readonly node: Node;
  readonly items: readonly unknown[];
  at: number;
  readonly via: Via;
  /** Names of keys so far, where the mapping's own are read. */
  readonly names: Set<string> | null;
  /** Names that a merge key can't add, once there is one. */
  taken: Set<string> | null;
}

const SET = "tag:yaml.org,2002:set";
const MERGE = "<<";

class DocumentFeed {
  private readonly frames: Frame[] = [];
  /** Collections that are open, which an alias inside of them can't repeat. */
  private readonly open = new Set<Node>();
  /** The last node of each anchor so far, and what each alias stood for where it was written. */
  private readonly anchored = new Map<string, Node>();
  private readonly meant = new Map<Node, Node | null>();
  private readonly reportedTags = new Set<string>();
  private aliased = 0;
  /** End of the last value: a block has no end of its own. */
  private lastEnd = 0;

  constructor(
    private readonly composed: Composed,
    private readonly target: Target,
  ) {}

  feed(): void {
    const { document } = this.composed;
    this.reportErrors(document.errors);
    this.visit(document.contents, document.range[1], null);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (frame.at === frame.items.length) this.close(frame);
      else if (frame.kind === "list") this.visit(frame.items[frame.at++] as Node, this.lastEnd, frame.via);
      else this.pair(frame, frame.items[frame.at++] as Pair<Node, Node>);
    }
  }

  private reportErrors(errors: Composed["document"]["errors"]): void {
    const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
    for (const error of inOrder) this.target.report(yamlProblem(error, this.target.text));
  }

  private pair(frame: Frame, { key, value }: Pair<Node, Node>): void {
    if (isMergeKey(key) && this.merge(frame, value)) return;
    const name = this.nameOf(key, frame.via);
    if (frame.names?.has(name)) {
      const [start, end] = key.range!;
      this.target.report(malformedYaml(`the key "${oneLine(name, 40)}" is given twice`, start, end));
    }
    frame.names?.add(name);
    this.target.sink.key(name);
    this.visit(value, this.lastEnd, frame.via);
  }

  private visit(given: Node | null, at: number, via: Via): void {
    if (via !== null) this.count(via);
    if (given === null) {
      this.scalar(null, false, via ?? { start: at, end: at });
    } else if (isAlias(given)) {
      const place = via ?? spanOf(given);
      const node = this.meaning(given, via);
      if (node === null) this.scalar(null, false, place);
      else this.value(node, place);
    } else {
      if (via === null && given.anchor !== undefined) this.anchored.set(given.anchor, given);
      this.value(given, via);
    }
  }

  private value(given: Node, via: Via): void {
    const part = this.composed.partAt(given);
    const node = part?.contents ?? given;
    if (part !== null && via === null) this.reportErrors(part.errors);
    if (via === null) this.reportTag(given);
    if (isScalar(node)) this.scalar(textOf(node), isTextOf(node), via ?? spanOf(node));
    else this.begin(given, node as YAMLMap | YAMLSeq, via);
  }

  private begin(given: Node, node: YAMLMap | YAMLSeq, via: Via): void {
    const start = via?.start ?? node.range![0];
    this.open.add(given);
    this.lastEnd = start;
    const isSet = isMap(node) && given.tag === SET;
    if (isMap(node) && !isSet) this.target.sink.beginObject(start);
    else this.target.sink.beginArray(start);
    this.frames.push({
      kind: isMap(node) && !isSet ? "map" : "list",
      node: given,
      items: isSet ? node.items.map((item) => (isPair(item) ? item.key : item)) : node.items,
      at: 0,
      via,
      names: isMap(node) && via === null ? new Set() : null,
      taken: null,
    });
  }

  private close({ kind, node, via }: Frame): void {
    this.frames.pop();
    if (kind === "merged") return;
    this.open.delete(node);
    const [, end] = this.composed.partAt(node)?.contents?.range ?? node.range!;
    if (via !== null) this.lastEnd = via.end;
    // In a broken text the last value may end after the brackets around it.
    else if ((node as YAMLMap | YAMLSeq).flow) this.lastEnd = Math.max(this.lastEnd, end);
    if (kind === "map") this.target.sink.endObject(this.lastEnd);
    else this.target.sink.endArray(this.lastEnd);
  }

  private scalar(text: string | null, isString: boolean, { start, end }: Span): void {
    this.lastEnd = end;
    this.target.sink.scalar(text, isString, start, end);
  }

  /** Target of an alias, or null with a report. A repeated alias has the target of its first place. */
  private meaning(alias: Alias, via: Via): Node | null {
    const cached = this.meant.get(alias);
    if (cached !== undefined) return cached !== null && this.open.has(cached) ? null : cached;
    const anchorNode = this.anchored.get(alias.source) ?? null;
    const { start, end } = spanOf(alias);
    const name = `"*${oneLine(alias.source, 40)}"`;
    this.count({ start, end });
    if (anchorNode === null) this.target.report(malformedYaml(`no anchor before ${name} has its name`, start, end));
    else if (this.open.has(anchorNode))
      this.target.report(malformedYaml(`${name} stands for a value that it is in`, start, end));
    const target = anchorNode !== null && this.open.has(anchorNode) ? null : anchorNode;
    if (via === null) this.meant.set(alias, target);
    return target;
  }

  private count({ start, end }: Span): void {
    const { maxAliased } = this.target.limits;
    if (++this.aliased <= maxAliased) return;
    const parameters = { what: "values repeated by aliases", limit: maxAliased, option: "limits.maxAliased" };
    throw readError("SXP4003", parameters, { start, end });
  }

  /** Puts the pairs that a merge key adds on the stack; false: its value is nothing that can be merged, and it is a key as others are. */
  private merge(frame: Frame, value: Node | null): boolean {
    const sources = this.mappings(value, frame.via);
    if (sources === null) return false;
    const keys = (): string[] => frame.items.map((item) => this.nameOf((item as Pair<Node>).key, frame.via, false));
    frame.taken ??= new Set(keys());
    const via = frame.via ?? spanOf(value!);
    this.lastEnd = via.end;
    this.frames.push({
      kind: "merged",
      node: frame.node,
      items: this.merged(sources, frame.taken, via),
      at: 0,
      via,
      names: null,
      taken: null,
    });
    return true;
  }

  /** The pairs of some mappings, and of what they merge in turn, whose names are not taken: the first of each name. */
  private merged(sources: readonly YAMLMap[], taken: Set<string>, via: Span): Pair<Node, Node>[] {
    const pairs: Pair<Node, Node>[] = [];
    const visited = new Set<YAMLMap>();
    const waiting = sources.toReversed().map((map) => ({ map, at: 0 }));
    for (let source = waiting.at(-1); source !== undefined; source = waiting.at(-1)) {
      const pair = source.map.items[source.at++] as Pair<Node, Node> | undefined;
      if (pair === undefined || (source.at === 1 && visited.has(source.map))) {
        waiting.pop();
        continue;
      }
      visited.add(source.map);
      this.count(via);
      const inner = isMergeKey(pair.key) ? this.mappings(pair.value, via) : null;
      if (inner !== null) {
        waiting.push(...inner.toReversed().map((map) => ({ map, at: 0 })));
        continue;
      }
      const name = this.nameOf(pair.key, via, false);
      if (taken.has(name)) continue;
      taken.add(name);
      pairs.push(pair);
    }
    return pairs;
  }

  /** The mappings that the value of a merge key names: one, or a list of them; null: something else is there. */
  private mappings(value: Node | null, via: Via): YAMLMap[] | null {
    const resolved = this.resolved(value, via);
    if (isMap(resolved)) return [resolved as YAMLMap];
    if (resolved === null || isScalar(resolved) || !("items" in resolved)) return null;
    const maps = (resolved.items as Node[]).map((item) => this.resolved(item, via));
    return maps.length > 0 && maps.every(isMap) ? (maps as YAMLMap[]) : null;
  }

  private resolved(node: Node | null, via: Via): Node | null {
    const target = node !== null && isAlias(node) ? this.meaning(node, via) : node;
    return target === null ? null : (this.composed.partAt(target)?.contents ?? target);
  }

  /** Name of a key: its text, or its source without one. */
  private nameOf(key: Node, via: Via, isReported = true): string {
    if (via === null && !isAlias(key) && key.anchor !== undefined) this.anchored.set(key.anchor, key);
    const node = isAlias(key) ? this.meaning(key, via) : key;
    if (isReported && via === null) this.lastEnd = spanOf(key).end;
    if (isScalar(node)) return node.source ?? "";
    const span = spanOf(this.composed.partAt(key)?.contents ?? key);
    const name = this.target.text.slice(span.start, span.end).replace(/\s+/g, " ").trim();
    if (isReported && via === null) {
      const reading = `it is called "${oneLine(name, 40)}"`;
      this.target.report(readError("SXP4016", { what: "A key is no text", reading }, visible(span, this.target.text)));
    }
    return name;
  }

  private reportTag(node: Node): void {
    const { tag } = node;
    if (tag === undefined || isKnownTag(tag) || this.reportedTags.has(tag)) return;
    this.reportedTags.add(tag);
    const tagText = `The tag "${oneLine(tag, 40)}" has no meaning here`;
    const reading = "its values are read as they are written";
    this.target.report(readError("SXP4016", { what: tagText, reading }, visible(spanOf(node), this.target.text)));
  }
}

const isMergeKey = (key: unknown): boolean =>
  isScalar(key) && key.source === MERGE && key.type === "PLAIN" && key.tag === undefined;

const spanOf = (node: Node): Span => ({ start: node.range![0], end: node.range![1] });
