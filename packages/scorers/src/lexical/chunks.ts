const CHUNK_CHARACTER = /[\p{L}\p{N}\p{M}'’_‐‑-]/u;
const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;

/** Per UTF-16 unit whether it belongs to a chunk, filled as units are met. */
const classes = new Uint8Array(0x10000);

function classify(unit: number): number {
  const found = CHUNK_CHARACTER.test(String.fromCharCode(unit)) ? INSIDE : OUTSIDE;
  classes[unit] = found;
  return found;
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Units of a surrogate pair are classified by their code point. */
function isInside(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const start = unit >= 0xdc00 && at > 0 ? at - 1 : at;
    return CHUNK_CHARACTER.test(String.fromCodePoint(text.codePointAt(start)!));
  }
  const known = classes[unit]!;
  if ((known === UNKNOWN ? classify(unit) : known) === INSIDE) return true;
  return unit === 46 && at > 0 && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
}

/**
 * Calls `visit` with each chunk of `text` in [start, end): a longest run of letters, digits, marks, apostrophes, hyphens and
 * underscores; also of a point between two digits. `wordsOfChunk` makes words of it.
 */
export function eachChunk(text: string, start: number, end: number, visit: (chunk: string) => void): void {
  let at = start;
  while (at < end) {
    while (at < end && !isInside(text, at)) at++;
    const from = at;
    while (at < end && isInside(text, at)) at++;
    if (at > from) visit(text.slice(from, at));
  }
}
