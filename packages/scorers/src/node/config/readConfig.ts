import { type Diagnostic, diagnose, type Span, suggest } from "@semantic-xpath/parser";
import { readJson } from "@semantic-xpath/readers";
import { BUDGET, READ_LIMITS, ReadError } from "@semantic-xpath/tree";
import { isGlob } from "@semantic-xpath/values";
import { getNodeValue, type Node as JsonNode, type ParseError, parseTree } from "jsonc-parser";
import { formOf, isKindName, kindOf, partsOf, SCORER_FORMS, SCORER_KINDS, type ScorerConfig } from "../kinds.js";
import type { Config, DataConfig } from "./config.js";
import * as is from "./rules.js";

/** Result of `readConfig`. */
export interface ReadConfig {
  /** Everything that could be read. */
  readonly config: Config;
  /** In order of their places in the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The rules of all members of an object. */
type RulesOf<V> = { readonly [Name in keyof Required<V>]: is.Rule };

/** Key of a configuration: the rule of its value, the rules of the members in it, and the reading of a value that fits; null: it is left out. */
interface Key<V> {
  readonly rule: is.Rule;
  readonly members: is.Rules | null;
  read(reading: Reading, node: JsonNode, name: string): V | null;
}

const plain = <V>(rule: is.Rule): Key<V> => ({ rule, members: null, read: (_, node) => getNodeValue(node) as V });

const section = <V extends object>(members: RulesOf<V> & is.Rules): Key<V> => ({
  rule: is.object,
  members,
  // The rules have seen every member.
  read: (reading, node, name) => reading.members(node, name, members).values as V | null,
});

type Limits = NonNullable<Config["limits"]>;

const LIMITS = Object.fromEntries(
  Object.keys({ ...READ_LIMITS, ...BUDGET }).map((name) => [name, is.whole(1)]),
) as RulesOf<Limits>;

const DATA: RulesOf<Omit<DataConfig, "files">> = { mapping: is.mapping, schema: is.schema };

const KEYS: { readonly [Name in keyof Required<Config>]: Key<NonNullable<Config[Name]>> } = {
  scorers: { rule: is.object, members: null, read: (reading, node) => reading.scorers(membersOf(node)) },
  data: { rule: is.object, members: DATA, read: (reading, node) => reading.data(node) },
  defaultScorer: plain(is.text),
  cache: section<NonNullable<Config["cache"]>>({ enabled: is.flag }),
  limits: section<Limits>(LIMITS),
};

/** Every key of a configuration, with its rules. */
export const CONFIG_KEYS: Readonly<
  Record<keyof Config, { readonly rule: is.Rule; readonly members: is.Rules | null }>
> = KEYS;

const ROWS = Object.entries(KEYS) as [keyof Config, Key<unknown>][];

const RULES: is.Rules = { $schema: is.anyText, ...Object.fromEntries(ROWS.map(([name, { rule }]) => [name, rule])) };

/**
 * Reads a configuration. Mistakes are values, with spans into the text: SXP4007 for what is no JSON, SXP4101 to SXP4104 for the
 * rest. Nothing in it is run, and no file that it names is opened.
 *
 * @example readConfig('{ "scorers": { "words": { "kind": "lexical" } }, "defaultScorer": "words" }').config.defaultScorer // "words"
 */
export function readConfig(text: string): ReadConfig {
  const errors: ParseError[] = [];
  const root = parsed(text, errors);
  if (root === undefined || errors.length > 0) {
    return { config: { scorers: {} }, diagnostics: [malformed(text, errors)] };
  }
  const reading = new Reading();
  const config = reading.config(root);
  return { config, diagnostics: reading.diagnostics.sort((a, b) => a.span.start - b.span.start) };
}

/** Name of the configuration itself in messages. */
const WHOLE = "The configuration";

class Reading {
  readonly diagnostics: Diagnostic[] = [];

  config(root: JsonNode): Config {
    if (root.type !== "object") {
      this.unfit(root, WHOLE, "an object");
      return { scorers: {} };
    }
    const { fit } = this.members(root, WHOLE, RULES);
    const top = membersOf(root);
    const config: Record<string, unknown> & Config = { scorers: {} };
    for (const [name, key] of ROWS) {
      const value = Object.hasOwn(fit, name) ? key.read(this, top.get(name)!.value, name) : null;
      if (value !== null) Object.assign(config, { [name]: value });
    }
    const declared = membersOf(top.get("scorers")?.value);
    if (config.defaultScorer !== undefined) this.reference(top.get("defaultScorer")!.value, declared);
    for (const [name, member] of declared) this.references(name, member, config, declared);
    return config;
  }

  data(node: JsonNode): readonly DataConfig[] | null {
    const entries = [...membersOf(node)].flatMap(([files, { key, value }]) => {
      const place = within("data", files);
      if (!isGlob(files)) {
        this.unfit(key, place, 'named by files of this folder, such as "exports/*.json"');
        return [];
      }
      if (value.type === "object") return [{ files, ...this.members(value, place, DATA).fit }];
      this.unfit(value, place, 'an object with a "mapping" or a "schema"');
      return [];
    });
    return entries.length === 0 ? null : entries;
  }

  scorers(declared: Members): Config["scorers"] {
    const scorers: Record<string, ScorerConfig> = Object.create(null);
    for (const [name, { key, value }] of declared) {
      const place = within("scorers", name);
      if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)) {
        this.unfit(key, place, "named by a word: letters, digits, and . - _ within");
      } else if (value.type !== "object") {
        this.unfit(value, place, 'an object with a "kind"');
      } else {
        const scorer = this.scorer(value, place);
        if (scorer !== null) scorers[name] = scorer;
      }
    }
    return scorers;
  }

  private scorer(node: JsonNode, where: string): ScorerConfig | null {
    const kindNode = membersOf(node).get("kind")?.value;
    const kind: unknown = kindNode?.value;
    if (!isKindName(kind)) {
      const kinds = Object.keys(SCORER_KINDS);
      const suggested = typeof kind === "string" ? suggest(kind, kinds).slice(0, 1) : [];
      const { expected } = is.oneOf(...(suggested.length > 0 ? suggested : kinds));
      this.unfit(kindNode ?? openingBrace(node), within(where, "kind"), expected);
      return null;
    }
    const { values } = this.members(node, where, { kind: is.oneOf(kind), ...SCORER_KINDS[kind].options });
    // The checks of the kind have seen every option.
    return values as ScorerConfig | null;
  }

  /**
   * Reads an object: the values that fit, and the same again unless something is wrong with the object. Unknown members, unfit values
   * and missing ones are reported with their places.
   */
  members(object: JsonNode, where: string, checks: is.Rules) {
    const fit: Record<string, unknown> = {};
    const members = membersOf(object);
    const before = this.diagnostics.length;
    /** Correct names of misspelt members: these are not reported as missing. */
    const suggested = new Set<string>();
    for (const [name, { key, value }] of members) {
      const rule = Object.hasOwn(checks, name) ? checks[name] : undefined;
      const read: unknown = getNodeValue(value);
      if (rule === undefined) {
        const suggestions = meantBy(name, Object.keys(checks));
        for (const suggestion of suggestions) suggested.add(suggestion);
        this.diagnostics.push(diagnose("SXP4101", spanOf(key), { where, name, suggestions }));
      } else if (rule.isFit(read)) fit[name] = read;
      else this.unfit(value, within(where, name), rule.expected);
    }
    for (const [name, { isNeeded, expected }] of Object.entries(checks)) {
      if (isNeeded && !members.has(name) && !suggested.has(name))
        this.unfit(openingBrace(object), within(where, name), expected);
    }
    return { fit, values: this.diagnostics.length === before ? fit : null };
  }

  /** Reports what a scorer is made of and is not there, and a scorer that is made of itself. */
  private references(name: string, { key, value }: Member, config: Config, declared: Members): void {
    const scorer = declaredScorer(config, name);
    if (scorer === undefined) return;
    const members = membersOf(value);
    for (const option of kindOf(scorer).parts) {
      const node = members.get(option)!.value;
      for (const part of node.children ?? [node]) this.reference(part, declared);
    }
    const through = pathTo(name, config);
    if (through !== null) this.diagnostics.push(diagnose("SXP4104", spanOf(key), { name, through }));
  }

  /** `declared` has the broken ones too. */
  private reference(node: JsonNode, declared: Members): void {
    const name = String(node.value);
    if (declared.has(name) || formOf(name) !== null) return;
    this.diagnostics.push(diagnose("SXP4103", spanOf(node), unknownScorer(name, [...declared.keys()])));
  }

  private unfit(node: JsonNode, where: string, expected: string): void {
    this.diagnostics.push(diagnose("SXP4102", spanOf(node), { where, expected }));
  }
}

interface Member {
  readonly key: JsonNode;
  readonly value: JsonNode;
}

type Members = ReadonlyMap<string, Member>;

/** The members of an object, the last of each name, in order; other values have none. */
function membersOf(object: JsonNode | undefined): Members {
  const members = new Map<string, Member>();
  if (object?.type !== "object") return members;
  for (const { children: [key, value] = [] } of object.children ?? []) {
    if (key !== undefined && value !== undefined) members.set(String(key.value), { key, value });
  }
  return members;
}

const spanOf = ({ offset, length }: Pick<JsonNode, "offset" | "length">): Span => ({
  start: offset,
  end: offset + length,
});

/** The place for what an object lacks: its first character. */
const openingBrace = (node: JsonNode): JsonNode => ({ ...node, length: 1 });

const within = (where: string, name: string): string => (where === WHOLE ? name : `${where}.${name}`);

const KEY_WORDS = /^(api[-_]?)?(key|token|secret|password|authorization|bearer)$/i;

function meantBy(name: string, known: readonly string[]): readonly string[] {
  if (KEY_WORDS.test(name) && known.includes("keyVariable")) return ["keyVariable"];
  // `expensive` was called `dear` before.
  return name === "dear" && known.includes("expensive") ? ["expensive"] : suggest(name, known);
}

/** The names from a scorer back to itself; null if it is not made of itself. */
function pathTo(name: string, config: Config): readonly string[] | null {
  const visited = new Set<string>();
  const follow = (at: string, path: readonly string[]): readonly string[] | null => {
    const scorer = declaredScorer(config, at);
    for (const part of scorer === undefined ? [] : partsOf(scorer)) {
      if (part === name) return [...path, part];
      if (visited.has(part)) continue;
      visited.add(part);
      const cycle = follow(part, [...path, part]);
      if (cycle !== null) return cycle;
    }
    return null;
  };
  return follow(name, [name]);
}

/** The scorer that a configuration declares by a name. */
export const declaredScorer = ({ scorers }: Config, name: string): ScorerConfig | undefined =>
  Object.hasOwn(scorers, name) ? scorers[name] : undefined;

/** Message for an unknown name, with the known ones. */
export function unknownScorer(name: string, declared: readonly string[]) {
  const hasColon = name.includes(":");
  const kinds = SCORER_FORMS.map((form) => form.name);
  const near = suggest(hasColon ? name.slice(0, name.indexOf(":")) : name, kinds);
  const nearForms = near.map((kind) => SCORER_FORMS.find((known) => known.name === kind)!.form);
  const suggestions = hasColon
    ? nearForms
    : [...suggest(name, [...declared, "lexical"]), ...nearForms.filter((known) => known !== "lexical")];
  return { name, known: [...declared, ...SCORER_FORMS.map(({ form }) => form)], suggestions };
}

function parsed(text: string, errors: ParseError[]): JsonNode | undefined {
  try {
    return parseTree(text.replace(/^\uFEFF/, " "), errors, { disallowComments: true });
  } catch (error) {
    // Nested deeper than a recursive parser can go.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The reader of data has a sentence and a place for everything that is wrong with JSON. */
function malformed(text: string, errors: readonly ParseError[]): Diagnostic {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof ReadError) return error.diagnostic;
  }
  const { offset = 0, length = 1 } = errors[0] ?? {};
  return diagnose("SXP4007", spanOf({ offset, length }), { problem: "it breaks a rule of JSON" });
}
