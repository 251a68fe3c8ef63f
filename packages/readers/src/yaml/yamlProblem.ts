import type { Span } from "@semantic-xpath/parser";
import { type ReadError, readError } from "@semantic-xpath/tree";
import { ownEntry, shortened } from "@semantic-xpath/values";
import type { YAMLError } from "yaml";

export const malformedYaml = (problem: string, start: number, end = start + 1): ReadError =>
  readError("SXP4012", { problem }, { start, end });

/** One clear sentence for an error of the parser, at its place within the text. */
export function yamlProblem({ code, message, pos }: YAMLError, text: string): ReadError {
  const sentence = ownEntry(PROBLEMS, code);
  return malformedYaml(sentence ?? inOurWords(message), ...placed(pos, text.length));
}

/** At the end of the text a place widens to the last character, so that it can be seen. */
function placed([from, to]: readonly [number, number], length: number): [number, number] {
  const start = Math.max(0, Math.min(from, length - 1));
  return [start, Math.max(Math.min(to, length), Math.min(start + 1, length))];
}

const PROBLEMS: Readonly<Record<string, string>> = {
  BAD_SCALAR_START: "plain text can't begin with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a mapping or list can't begin on the line of a key; put it on a line of its own",
  BLOCK_IN_FLOW: "a block mapping or list can't be inside brackets",
  MULTILINE_IMPLICIT_KEY: "a key must be on one line; a colon or the quotation mark that ends it is missing",
  MULTIPLE_ANCHORS: "a value has two anchors",
  MULTIPLE_TAGS: "a value has two tags",
  ALIAS_PROPS: "an alias can't have an anchor or a tag",
  TAB_AS_INDENT: "tabs can't indent; use spaces",
  BAD_DQ_ESCAPE: "the string has an unknown escape",
  KEY_OVER_1024_CHARS: 'the ":" after a key must be within 1024 characters',
  TAG_RESOLVE_FAILED: "the tag has an unknown handle",
};

/** The parser's sentence in our words, without the text that it repeats. */
function inOurWords(message: string): string {
  const rule = SENTENCES.find(([start]) => message.startsWith(start));
  if (rule !== undefined) return rule[1];
  const sentence = message.split(/: ["']|\n/, 1)[0]!.replace(/\.$/, "");
  return shortened(sentence.charAt(0).toLowerCase() + sentence.slice(1), 120);
}

const SENTENCES: readonly (readonly [start: string, sentence: string])[] = [
  ["Missing closing", "the quotation mark that closes a string is missing"],
  ["Flow sequence in block", '"]" is missing, or not indented'],
  ["Flow map in block", '"}" is missing, or not indented'],
  ["Flow end indicator", "the closing bracket must be indented"],
  ["Expected flow sequence to end", '"]" is missing'],
  ["Expected flow map to end", '"}" is missing'],
  ["All mapping items", "the keys of a mapping must be indented alike"],
  ["All sequence items", "the items of a list must be indented alike"],
  ["Implicit map keys need", 'a ":" is missing after a key'],
  ["Implicit keys of flow", "a key must be on one line"],
  ["Sequence item without", 'an item of a list must begin with "- "'],
  ["Missing , or : between", 'a "," or ":" is missing'],
  ["Missing , between", 'a "," is missing'],
  ["Missing space after :", 'a space is missing after ":"'],
  ["Comments must be separated", 'a space is missing before "#"'],
  ["Missing directives-end", 'a "---" is missing between directives and document'],
  ["Tags and anchors must be separated", "a space is missing after a tag or an anchor"],
  ["Missing newline after block sequence", "a list must begin on the line after its anchor or tag"],
  ["Block collection cannot start on same line", 'a mapping or list must begin on the line after "---"'],
  ["Unexpected doc-end", '"..." ends no document'],
  ["Unexpected", "something here is not expected"],
];

/** A span that holds at least a character where there is one. */
export const visible = (span: Span, text: string): Span => {
  const [start, end] = placed([span.start, span.end], text.length);
  return { start, end };
};
