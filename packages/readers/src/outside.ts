/** What stands where only white space, comments, processing instructions and the root element may stand. */
export interface Found {
  readonly kind: "element" | "doctype" | "text";
  /** Offset from the start of the scanned piece; negative where it began in an earlier one. */
  readonly at: number;
}

/**
 * Scans the text before or behind the root element for the first thing that is neither white space nor a comment nor a
 * processing instruction. A DOCTYPE is seen here before a parser reads any of it.
 */
export class Outside {
  /** What ends the comment or processing instruction that the scan is in; empty between them. */
  private within = "";
  private held = "";

  /** Takes the next piece; null where all of it may stand there and the scan goes on. */
  scan(piece: string): Found | null {
    const text = this.held + piece;
    const before = this.held.length;
    this.held = "";
    let at = 0;
    while (true) {
      if (this.within !== "") {
        const end = text.indexOf(this.within, at);
        if (end < 0) {
          this.held = text.slice(Math.max(at, text.length - this.within.length + 1));
          return null;
        }
        at = end + this.within.length;
        this.within = "";
      }
      while (isSpace(text.charCodeAt(at))) at++;
      if (at >= text.length) return null;
      const start = text.slice(at, at + DOCTYPE.length).toLowerCase();
      if (start.startsWith("<!--")) {
        this.within = "-->";
        at += 4;
      } else if (start.startsWith("<?")) {
        this.within = "?>";
        at += 2;
      } else if (start === DOCTYPE) {
        return { kind: "doctype", at: at - before };
      } else if (DOCTYPE.startsWith(start) || "<!--".startsWith(start)) {
        this.held = text.slice(at);
        return null;
      } else {
        return { kind: start.startsWith("<") ? "element" : "text", at: at - before };
      }
    }
  }
}

export const DOCTYPE = "<!doctype";

/** XML's white space, and the byte order mark. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
