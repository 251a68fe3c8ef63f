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

/** What is skipped up to its own end. */
const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<script", "</script>"],
  ["<style", "</style>"],
];
const TAG_START = /^<[!/]?[A-Za-z]/;

/** Where the tag that begins here ends; its beginning where it is none. Without an end all is tag. */
function endOfTag(html: string, start: number): number {
  const head = html.slice(start, start + 9).toLowerCase();
  const skipped = SKIPPED.find(([opening]) => head.startsWith(opening.toLowerCase()));
  if (skipped !== undefined)
    return indexAfter(html, skipped[1], start + skipped[0].length - (skipped[1] === "-->" ? 2 : 0));
  if (!TAG_START.test(head)) return start;
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at]!;
    if (character === ">") return at + 1;
    if ((character === '"' || character === "'") && html[at - 1] === "=") at = indexAfter(html, character, at + 1) - 1;
  }
  return html.length;
}

function indexAfter(html: string, ending: string, from: number): number {
  const at = html.indexOf(ending, from);
  return at < 0 ? html.length : at + ending.length;
}
