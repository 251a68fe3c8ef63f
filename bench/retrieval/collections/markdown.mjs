const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;

/**
 * The sections of a Markdown text as { heading, body }: headings without marks, bodies without code blocks, tables, images and HTML, each paragraph on
 * one line. What comes before the first heading is left out.
 */
export function sectionsOf(text) {
  const sections = [];
  let section;
  let fence = null;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) {
      section = { heading: plain(heading[2]), lines: [] };
      sections.push(section);
    } else if (!/^\s*(?:\||<)/.test(line)) section?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ heading, body: paragraphs(lines.join("\n")) }));
}

/** Text without the marks of Markdown. */
export function plain(text) {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)|!\[[^\]]*\]\[[^\]]*\]/g, " ")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1")
    .replace(/<[^>]*>/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[*`]+|^\s*[-+>]\s+|^\s*\d+\.\s+/gm, "")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

const paragraphs = (text) =>
  plain(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .join("\n");

/** The first sentence of a text, and the rest; null where either is too short to say something. */
export function firstSentence(text) {
  const found = /^(.{30,300}?[.!?])\s+(.{80,})$/s.exec(text);
  return found === null ? null : { sentence: found[1], rest: found[2] };
}
