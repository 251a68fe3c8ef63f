/** A text to insert, and where the cursor stands in it. */
export interface Inserted {
  readonly text: string;
  readonly cursor: number;
}

/** A snippet without its marks: the cursor stands at the first place to fill in, `$1`, else at `$0`, else behind the text. */
export function plainSnippet(snippet: string): Inserted {
  let text = "";
  let last = 0;
  let cursor: number | null = null;
  let end: number | null = null;
  for (const found of snippet.matchAll(/\\([\\$}])|\$(\d)|\$\{(\d):([^}]*)\}/g)) {
    text += snippet.slice(last, found.index);
    last = found.index + found[0].length;
    const [, escaped, bare, named, content = ""] = found;
    if (escaped !== undefined) {
      text += escaped;
      continue;
    }
    if ((bare ?? named) === "0") end ??= text.length;
    else cursor ??= text.length;
    text += content;
  }
  text += snippet.slice(last);
  return { text, cursor: cursor ?? end ?? text.length };
}
