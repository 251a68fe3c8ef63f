/**
 * The readable text of a piece of HTML within Markdown: without tags, comments, declarations, scripts and styles. It may be half an
 * element, and is looked at once from left to right.
 */
export function textOfHtml(html: string): string {
  let text = "";
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    if (open < 0) return text + html.slice(at);
    text += html.slice(at, open);
    const end = endOfTag(html, open);
    if (end === open) text += "<";
    else text += " ";
    at = Math.max(end, open + 1);
  }
  return text;
}

/** Parts that are skipped up to their own end. */
const SKIPPED: readonly (readonly [start: RegExp, end: RegExp])[] = [
  // The hyphens of a beginning may be those of the end: `<!-->`.
  [/^<!(?=--)/, /-->/g],
  [/^<!\[CDATA\[/i, /\]\]>/g],
  [/^<\?/, /\?>/g],
  [/^<script(?![\w-])/i, /<\/script\s*>/gi],
  [/^<style(?![\w-])/i, /<\/style\s*>/gi],
];
const QUOTES = { '"': /"/g, "'": /'/g };
const TAG_START = /^<[!/]?[A-Za-z]/;

/** End of the tag that begins here; its beginning for anything else. Without an end the rest is tag. */
function endOfTag(html: string, start: number): number {
  const head = html.slice(start, start + 9);
  for (const [opening, ending] of SKIPPED) {
    const opened = opening.exec(head);
    if (opened !== null) return indexAfter(html, ending, start + opened[0].length);
  }
  if (!TAG_START.test(head)) return start;
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at]!;
    if (character === ">") return at + 1;
    if ((character === '"' || character === "'") && html[at - 1] === "=")
      at = indexAfter(html, QUOTES[character], at + 1) - 1;
  }
  return html.length;
}

function indexAfter(html: string, ending: RegExp, from: number): number {
  ending.lastIndex = from;
  return ending.test(html) ? ending.lastIndex : html.length;
}
