import { Automaton } from "./automaton.js";
import { Finder, type PatternMatch } from "./finder.js";
import { charSet, parsePattern } from "./parse.js";
import { assemble, groupsOf } from "./program.js";
import type { PatternError, PatternNode } from "./syntax.js";

/** A regular expression that is ready to use. */
export interface Pattern {
  readonly kind: "Pattern";
  readonly source: string;
  readonly flags: string;
  /** Tests that some part of the text matches, as XPath's `matches()` does. Time linear in the text. */
  test(text: string): boolean;
  /** The leftmost match from a place on (default 0), with its groups; null if there is none. Time linear in the rest of the text. */
  find(text: string, from?: number): PatternMatch | null;
  /** Number of groups. */
  readonly groups: number;
  /** Work so far: places of the automaton that were looked at. */
  readonly steps: number;
}

/** UTF-16 units of the longest pattern. */
const MAX_CHARACTERS = 10_000;
const FLAGS = "smixq";

/**
 * The pattern of a regular expression in the syntax of XPath 3.1 (XML Schema's, with `^`, `$`, `(?:…)` and reluctant quantifiers) and
 * flags of "s", "m", "i", "x" and "q"; or what is wrong with it. Back-references are not supported: they alone can't be matched in
 * linear time.
 *
 * @example compilePattern("^[A-Z]{2}-\\d+$", "i") // .test("ab-12") is true
 */
export function compilePattern(source: string, flags = ""): Pattern | PatternError {
  const wrong = [...flags].find((flag) => !FLAGS.includes(flag));
  if (wrong !== undefined) return error("flag", wrong, 0);
  if (source.length > MAX_CHARACTERS) return error("tooLarge", source, source.length);
  const has = (flag: string): boolean => flags.includes(flag);
  const [ignoreCase, dotAll, extended] = [has("i"), has("s"), has("x")];
  const node = has("q") ? literal(source, ignoreCase) : parsePattern(source, { ignoreCase, dotAll, extended });
  if (node.kind === "PatternError") return node;
  const program = assemble(node);
  if (program === null) return error("tooLarge", source, source.length);
  const automaton = new Automaton(program, has("m"));
  const groups = groupsOf(node);
  let finder: Finder | undefined;
  return {
    ...{ kind: "Pattern", source, flags, groups, test: (text) => automaton.finds(text) },
    find(text, from = 0) {
      finder ??= new Finder(assemble(node, true)!, groups, has("m"));
      return finder.find(text, from);
    },
    get steps() {
      return automaton.steps;
    },
  };
}

const literal = (source: string, ignoreCase: boolean): PatternNode => ({
  kind: "Sequence",
  nodes: [...source].map((char) => ({ kind: "Set", set: charSet(char.codePointAt(0)!, ignoreCase) })),
});

const error = (reason: PatternError["reason"], text: string, end: number): PatternError => ({
  ...{ kind: "PatternError", reason, text, start: 0, end },
});
