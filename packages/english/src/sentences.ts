/** A sentence of a text: its range in UTF-16 units, end exclusive, without the space around it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Abbreviations whose point ends no sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "mr mrs ms dr prof st jr sr vs etc e.g i.e a.m p.m approx no".split(" "),
);
const ENDS = /[.!?…]+["'”’)\]]*(?=\s|$)|\n+/g;

/** The sentences of a text, in order. Together they cover all but white space. */
export function sentencesIn(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const add = (to: number) => {
    const raw = text.slice(from, to);
    const start = from + (raw.length - raw.trimStart().length);
    const trimmed = raw.trim();
    if (trimmed !== "") sentences.push({ start, end: start + trimmed.length, text: trimmed });
    from = to;
  };
  for (const match of text.matchAll(ENDS)) {
    const end = match.index + match[0].length;
    const word =
      /(\S+)$/
        .exec(text.slice(from, match.index))?.[1]
        ?.toLowerCase()
        .replace(/^["'(]+/, "") ?? "";
    if (match[0] === "." && (ABBREVIATIONS.has(word) || (/^[a-z]$/.test(word) && word !== "i"))) continue;
    add(end);
  }
  add(text.length);
  return sentences;
}
