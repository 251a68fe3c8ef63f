import { parseSync } from "rolldown/utils";

/** Comments that begin with a question, or whose subject is nobody in particular, make a reader decode them; so do names that fit anything. */
const RULES: Readonly<Record<string, (comment: string) => boolean>> = {
  question: (text) => /^(?:What|Where|Who|Whose|Which|Whether|How(?! to\b))\b/.test(text),
  impersonal: (text) => /\b(?:nobody|whoever|whomever|somebody|everybody|anybody)\b/i.test(text),
  pronoun: (text) => /^(?:The same|Of (?!course)|Else|Its own|Those|That of|That is)\b/.test(text),
  personified: (text) =>
    /\b(?:data|texts?|schemas?|names?|files?|types?|attributes?|messages?|values?|trees?|query|words?|formats?|columns?|plan|nodes?|it|that|they) (?:says?|said|tells?|wants?|knows?|asks?(?! for))\b/i.test(
      text,
    ),
  archaic: (text) =>
    /\b(?:so many|at the most|anew|upon each|(?<!there )(?:is|are) none|(?:null|only|except|unless) where|(?:is|are) to be|of theirs|hardly)\b/i.test(
      text,
    ) || /\b(?:is|are|be) no (?!longer|more|less|fewer|such|way|reason|need)[a-z]+/.test(text),
  long: (text) => sentencesOf(text).some((sentence) => sentence.split(/\s+/).length > 32),
};

const HOLLOW = new Set(
  (
    "found known said own of one ones both things thing given made kept taken seen meant wanted reached passed written shown told asked looked left here " +
    "there beside besides others whole what which said where"
  ).split(" "),
);

const sentencesOf = (text: string): readonly string[] =>
  text.replace(/`[^`]*`|\{@\w+[^}]*\}/g, "code").split(/(?<=[.:;?!])\s+/);

/** Comments of a source: each block one text, and each run of line comments. Examples and what is indented in a block are left out. */
function commentsOf(path: string, source: string): string[] {
  const texts: string[] = [];
  let lastEnd = -1;
  for (const { type, value, start, end } of parseSync(path, source, { lang: path.endsWith("x") ? "tsx" : "ts" })
    .comments) {
    const lines = value.split("\n").map((line) => line.replace(/^\s*\*/, ""));
    const text = lines
      .filter((line) => !/^\s{4,}\S|^\s*@example/.test(line))
      .map((line) => line.trim())
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
    const isRun = type === "Line" && lastEnd >= 0 && /^\s*$/.test(source.slice(lastEnd, start));
    if (isRun) texts[texts.length - 1] += ` ${text}`;
    else texts.push(text);
    lastEnd = type === "Line" ? end : -1;
  }
  return texts.filter((text) => text !== "" && !/^(?:biome|eslint|@ts|TODO)/.test(text));
}

const DECLARED = /^\s*(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) \*?([A-Za-z_$][\w$]*)/gm;

/** The number of findings in a source of TypeScript. */
export function countRiddles(path: string, source: string): number {
  const comments = commentsOf(path, source);
  const broken = comments.flatMap((text) => Object.values(RULES).filter((isBroken) => isBroken(text)));
  const hollow = [...source.matchAll(DECLARED)].filter(([, name]) => HOLLOW.has(name!.toLowerCase()));
  return broken.length + hollow.length;
}
