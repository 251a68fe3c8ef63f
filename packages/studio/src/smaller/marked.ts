/**
 * The Markdown of the language server's hovers as HTML: paragraphs, lists, lines, fenced code, code spans, emphasis and escapes, which is all
 * that it writes. Everything else, a schema's own words too, is text. In time linear in the text.
 */

interface CodeToken {
  readonly type: "code";
  readonly lang: string;
  text: string;
  /** Whether `text` is HTML already. */
  escaped: boolean;
}

export class Marked {
  constructor(private readonly options: { walkTokens?(token: CodeToken): void } = {}) {}

  parse(text: string): string {
    const html: string[] = [];
    let paragraph: string[] = [];
    let items: string[] = [];
    const close = (): void => {
      if (paragraph.length > 0) html.push(`<p>${paragraph.map(inline).join("\n")}</p>`);
      if (items.length > 0) html.push(`<ul>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`);
      paragraph = [];
      items = [];
    };
    const lines = text.split("\n");
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]!;
      const fence = /^(`{3,})([\w-]*)$/.exec(line);
      if (fence !== null) {
        close();
        const end = lines.indexOf(fence[1]!, at + 1);
        const code = lines.slice(at + 1, end < 0 ? lines.length : end).join("\n");
        html.push(this.code(fence[2]!, code));
        at = end < 0 ? lines.length : end;
      } else if (line.trim() === "") close();
      else if (line === "---") {
        close();
        html.push("<hr>");
      } else if (line.startsWith("- ")) {
        if (paragraph.length > 0) close();
        items.push(line.slice(2));
      } else if (items.length > 0) items[items.length - 1] += `\n${line}`;
      else paragraph.push(line);
    }
    close();
    return html.join("\n");
  }

  private code(lang: string, text: string): string {
    const token: CodeToken = { type: "code", lang, text, escaped: false };
    this.options.walkTokens?.(token);
    return `<pre><code>${token.escaped ? token.text : escaped(token.text)}</code></pre>`;
  }
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!);

/** An escape, a run of backticks, or the sign of emphasis. */
const MARK = /\\([!-/:-@[-`{-~])|`+|\*\*|[*_]/g;
const WORD = /[\p{L}\p{N}]/u;

function inline(text: string): string {
  let html = "";
  let from = 0;
  const open: string[] = [];
  const runs = new Map<string, number>();
  MARK.lastIndex = 0;
  for (let found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
    const [mark, sign] = found;
    html += escaped(text.slice(from, found.index));
    from = MARK.lastIndex;
    if (sign !== undefined) html += escaped(sign);
    else if (mark.startsWith("`")) {
      const end = closingRun(text, mark, from, runs);
      if (end < 0) html += mark;
      else {
        html += `<code>${escaped(trimmed(text.slice(from, end)))}</code>`;
        from = MARK.lastIndex = end + mark.length;
      }
    } else html += emphasis(text, mark, found.index, open);
  }
  html += escaped(text.slice(from));
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join("")
  );
}

/** Where the next run of as many backticks begins; one that is not there is looked for once. */
function closingRun(text: string, run: string, from: number, missing: Map<string, number>): number {
  if (missing.has(run)) return -1;
  for (let at = text.indexOf(run, from); at >= 0; ) {
    let end = at;
    while (text[end] === "`") end++;
    if (end - at === run.length) return at;
    at = text.indexOf(run, end);
  }
  missing.set(run, from);
  return -1;
}

/** A space beside a backtick of the code is not part of it. */
const trimmed = (code: string): string =>
  code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "" ? code.slice(1, -1) : code;

function emphasis(text: string, mark: string, at: number, open: string[]): string {
  const tag = mark === "**" ? "strong" : "em";
  const [before, after] = [text[at - 1] ?? " ", text[at + mark.length] ?? " "];
  if (open.at(-1) === tag && before !== " ") {
    open.pop();
    return `</${tag}>`;
  }
  const isInWord = mark === "_" && WORD.test(before);
  if (after.trim() === "" || isInWord || open.includes(tag) || !text.includes(mark, at + mark.length)) return mark;
  open.push(tag);
  return `<${tag}>`;
}
