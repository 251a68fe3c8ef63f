const segmenter = new Intl.Segmenter();
const PLAIN = /^[\x20-\x7e]*$/;

/** The grapheme clusters of a text: what a reader sees as one character. Letters of ASCII are split without the segmenter. */
export function graphemes(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split("");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Where the line of a place starts and ends; no cluster goes over the end of a line. */
export const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1);
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline < 0 ? text.length : newline;
}

/** The place between clusters before `at`. */
export function previousStop(text: string, at: number): number {
  if (at <= 0) return 0;
  const start = lineStart(text, at);
  if (start === at) return at - 1;
  const last = graphemes(text.slice(start, at)).at(-1) ?? "";
  return at - last.length;
}

/** The place between clusters behind `at`. */
export function nextStop(text: string, at: number): number {
  if (at >= text.length) return text.length;
  if (text[at] === "\n") return at + 1;
  const [first = ""] = graphemes(text.slice(at, lineEnd(text, at)));
  return at + first.length;
}

/** The nearest place between clusters at or before `at`: what an offset from elsewhere becomes. */
export function stopAt(text: string, at: number): number {
  const within = Math.max(0, Math.min(at, text.length));
  let stop = lineStart(text, within);
  for (const cluster of graphemes(text.slice(stop, lineEnd(text, within)))) {
    if (stop + cluster.length > within) break;
    stop += cluster.length;
  }
  return stop;
}
