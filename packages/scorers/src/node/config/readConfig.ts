import { type Diagnostic, diagnose, suggest } from "@semantic-xpath/parser";
import { readJson } from "@semantic-xpath/readers";
import { ReadError } from "@semantic-xpath/tree";
import { type Node as JsonNode, type ParseError, parseTree } from "jsonc-parser";
import type { Config, ScorerConfig } from "./config.js";
import { CACHE_MEMBERS, CONFIG_MEMBERS, isKind, LIMIT_MEMBERS, type Members, SCORER_MEMBERS } from "./members.js";
import { propertiesOf, readMembers, reportUnfit, spanOf, WHOLE, within } from "./readMembers.js";
import { checkReferences } from "./references.js";
import { oneOf } from "./rules.js";

/** What `readConfig` found. */
export interface ReadConfig {
  /** Everything that could be read. */
  readonly config: Config;
  /** In order of their places in the text. */
  readonly diagnostics: readonly Diagnostic[];
}

const EMPTY: Config = { scorers: {} };

/**
 * Reads a configuration. Mistakes are values, with spans into the text: SXP4007 for what is no JSON, SXP4101 to SXP4104 for the
 * rest. Nothing in it is run, and no file that it names is opened.
 *
 * @example readConfig('{ "scorers": { "words": { "kind": "lexical" } }, "defaultScorer": "words" }').config.defaultScorer // "words"
 */
export function readConfig(text: string): ReadConfig {
  const errors: ParseError[] = [];
  const root = parsed(text, errors);
  if (root === undefined || errors.length > 0) return { config: EMPTY, diagnostics: [malformed(text, errors)] };
  const diagnostics: Diagnostic[] = [];
  if (root.type !== "object") {
    reportUnfit(root, WHOLE, "an object", diagnostics);
    return { config: EMPTY, diagnostics };
  }
  readMembers(root, WHOLE, CONFIG_MEMBERS, diagnostics);
  const top = propertiesOf(root);
  const section = (name: string, members: Members): object => {
    const node = top.get(name)?.value;
    const values = node?.type === "object" ? readMembers(node, name, members, diagnostics) : null;
    return values === null ? {} : { [name]: values };
  };
  const scorersNode = top.get("scorers")?.value;
  const { scorers, declared } = readScorers(scorersNode, diagnostics);
  const defaultScorer: unknown = top.get("defaultScorer")?.value.value;
  const config: Config = {
    scorers,
    ...(typeof defaultScorer === "string" && defaultScorer !== "" && { defaultScorer }),
    ...section("cache", CACHE_MEMBERS),
    ...section("limits", LIMIT_MEMBERS),
  };
  checkReferences(config, root, declared, diagnostics);
  return { config, diagnostics: diagnostics.sort((a, b) => a.span.start - b.span.start) };
}

function readScorers(node: JsonNode | undefined, diagnostics: Diagnostic[]) {
  const scorers: Record<string, ScorerConfig> = Object.create(null);
  const declared: string[] = [];
  for (const [name, { key, value }] of node?.type === "object" ? propertiesOf(node) : []) {
    declared.push(name);
    const where = within("scorers", name);
    if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)) {
      reportUnfit(key, where, "named by a word: letters, digits, and . - _ within", diagnostics);
      continue;
    }
    const scorer = value.type === "object" ? readScorer(value, where, diagnostics) : null;
    if (value.type !== "object") reportUnfit(value, where, 'an object with a "kind"', diagnostics);
    if (scorer !== null) scorers[name] = scorer;
  }
  return { scorers, declared };
}

function readScorer(node: JsonNode, where: string, diagnostics: Diagnostic[]): ScorerConfig | null {
  const kindNode = propertiesOf(node).get("kind")?.value;
  const kind: unknown = kindNode?.value;
  if (!isKind(kind)) {
    const kinds = Object.keys(SCORER_MEMBERS);
    const meant = typeof kind === "string" ? suggest(kind, kinds).slice(0, 1) : [];
    const expected = oneOf(...(meant.length > 0 ? meant : kinds)).expected;
    reportUnfit(kindNode ?? { ...node, length: 1 }, within(where, "kind"), expected, diagnostics);
    return null;
  }
  const { required, rules } = SCORER_MEMBERS[kind];
  const values = readMembers(node, where, { required, rules: { kind: oneOf(kind), ...rules } }, diagnostics);
  // The rules of the kind have seen every property.
  return values === null ? null : (values as unknown as ScorerConfig);
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
  return diagnose("SXP4007", spanOf({ type: "null", offset, length }), { problem: "it breaks a rule of JSON" });
}
