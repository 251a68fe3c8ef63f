import { describe, expect, it } from "vitest";
import { filesBelow, textOf } from "../structure/support/sources.js";
import { visitSyntax } from "../support/syntax.js";
import { Stepper } from "./support/steps.js";

/** Lines of comments, and of imports, which have paths. */
const OTHER_LINE = /^\s*(?:\/\/|\/?\*|(?:import|export)\b.*\bfrom "|} from ")/;
/** Whether it is worth the time of the compiler: two thirds of the files have no line with two slashes. */
const mayHaveRegexes = (source: string): boolean =>
  source.split("\n").some((line) => /\/(?![*/]).*\//.test(line) && !OTHER_LINE.test(line));

/** The regular expressions of a source, as written. */
function regexesOf(path: string): string[] {
  const source = textOf(path);
  if (!mayHaveRegexes(source)) return [];
  const found: string[] = [];
  visitSyntax(path, source, (node) => {
    if ("regex" in node) found.push(node.raw as string);
    return true;
  });
  return found;
}

const LENGTH = 40;
/** Twice the text is about twice the work; of a square it is four times as much. */
const MAX_GROWTH = 3;

/** A text twice as long as another one that is far more than twice the work, of those made to that end; null if there is none. */
function slowText(regex: string): string | null {
  const end = regex.lastIndexOf("/");
  const stepper = new Stepper(regex.slice(1, end), regex.slice(end + 1));
  const attacks = stepper.attacks();
  const short = attacks(LENGTH);
  for (const [i, text] of attacks(LENGTH * 2).entries()) {
    try {
      if (stepper.search(text) > stepper.search(short[i]!) * MAX_GROWTH) return text;
    } catch (error) {
      if (error instanceof RangeError) return text;
      throw error;
    }
  }
  return null;
}

const places = new Map<string, string>();
for (const path of filesBelow("packages").filter((file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file))) {
  for (const regex of regexesOf(path)) places.set(regex, path);
}

/** Those that are slow on some texts, by what they run on. What runs on data, queries or answers of strangers may not be. */
const ALLOWED: Readonly<Record<string, readonly RegExp[]>> = {
  "our own documentation": [/\[([^\]]*)\]\([^)]*\)/g, /^```.*\n([\s\S]*?)^```$/gm, /(\\[\\$}]|\$\d|\$\{\d:[^}]*\})/],
  "what the user types at a prompt or sets up": [
    /\s*!$/,
    /^(.+?)(?:\s+if\s+(.+?))?(?:\s+from\s+(\d+))?$/s,
    /^(.*?)(?:\s+(\d+))?$/s,
    /\S*\s*$/u,
    /^\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*(?:\(([\s\S]*)\))?\s*;?\s*$/u,
    /^\s*(>=|>)?\s*(\d{1,9})\s*$/,
    /\$\{[^}]*\}/,
    /[/\\]+$/,
    /^(?:\s|\(:[\s\S]*?:\)|\()*\//,
    /\/+$/,
    /\(:[\s\S]*?:\)|"(?:[^"]|"")*"|'(?:[^']|'')*'/g,
  ],
  "what was cut before, or is short by its nature": [
    /[\s·,;:-]+$/,
    /content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?\n(?:[!-~][ -~\t]*\r?\n){0,8}\r?\n/i,
    /^-+|-+$/g,
    /\B(?=(\d{3})+$)/g,
    // A request, what it was read as, and an answer to a question are bounded before they are read.
    /"[^"]{0,400}"|“[^”]{0,400}”|[\p{L}\p{N}_](?:[\p{L}\p{N}_.:/\-'’]|,(?=\d))*|[$€£¥₹%+#=:]|-\d/gu,
    /[.:?!]+$/,
    /[.!]+$/,
    /^for (?:the |a |an )?(.{3,40})$/i,
    /\b(?:say|said|tell|told|know|mention|mentioned|remember|recall)\b.{0,40} about /i,
    /\d{1,15}\.\d{1,15}/,
  ],
};
const allowed = Object.values(ALLOWED).flat().map(String);
/** Files that read sentences of at most MAX_SENTENCE_LENGTH, questions of at most MAX_QUESTION_LENGTH, or annotations of our own suites. */
const BOUNDED = [
  /^packages\/conversation\/src\/formations\/(?:rules\/|annotated\.ts$)/,
  /^packages\/english\/src\/(?:mood|recallQuestion)\.ts$/,
];

describe("regular expressions", () => {
  it("are as much work as their text is long", { tags: "slow" }, () => {
    const unbounded = [...places].filter(([, path]) => !BOUNDED.some((files) => files.test(path)));
    const slow = unbounded.filter(([regex]) => !allowed.includes(regex) && slowText(regex) !== null);
    expect(slow.map(([regex, path]) => `${path}: ${regex}`)).toEqual([]);
  });

  it("that may be more are still there, and are more", () => {
    const present = allowed.filter((regex) => places.has(regex));
    expect(present.length).toBeGreaterThan(10);
    expect(present.filter((regex) => slowText(regex) === null)).toEqual([]);
  });

  it.each([
    [/^(a+)+$/, true],
    [/^(?:a|ab?)*$/, true],
    [/^(?:\s*\w*)*;/, true],
    [/\s+$/, true],
    [/a.*b/, true],
    [/^\d+\.?\d*$/, true],
    [/<a>[\s\S]*?<b>/, true],
    [/^a.*b/, false],
    [/\s+/g, false],
    [/^\d+(?:\.\d*)?$/, false],
    [/(?<!a)(b){1,3}(?!c)\1/, false],
    [/"(?:[^"\\]|\\.)*"/y, false],
  ])("the check itself: %s", (regex, isSlow) => expect(slowText(String(regex)) !== null).toBe(isSlow));
});
