/** Which characters names are made of: ASCII by table, the rest by Unicode category. */

const START = 1;
const PART = 2;

const ASCII = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) ASCII[code] = START | PART;
  else if (/[0-9.-]/.test(character)) ASCII[code] = PART;
}

const LETTER = /^[\p{L}\p{Nl}]$/u;
/** Combining marks and other scripts' digits belong to the names of those scripts; XML allows them too. */
const LETTER_OR_MARK = /^[\p{L}\p{Nl}\p{M}\p{Nd}·]$/u;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** UTF-16 units of the name character at `offset`, 0 where there is none. */
function nameCharacter(text: string, offset: number, isFirst: boolean): number {
  const code = text.charCodeAt(offset);
  if (code < 128) return (ASCII[code] & (isFirst ? START : PART)) === 0 ? 0 : 1;
  if (offset >= text.length) return 0;
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return (isFirst ? LETTER : LETTER_OR_MARK).test(character) ? character.length : 0;
}

/** End of the name without prefix that starts at `offset`, or `offset` where none starts. */
export function endOfPlainName(text: string, offset: number): number {
  let end = offset;
  let length = nameCharacter(text, end, true);
  while (length > 0) {
    end += length;
    length = nameCharacter(text, end, false);
  }
  return end;
}

/** The same with one prefix: `dc:title`, but neither `child::Day` nor `$a:$b`. */
export function endOfName(text: string, offset: number): number {
  const end = endOfPlainName(text, offset);
  if (end === offset || text.charCodeAt(end) !== 58) return end;
  const local = endOfPlainName(text, end + 1);
  return local === end + 1 ? end : local;
}

/**
 * End of the number at `offset`. What is glued to its digits belongs to it (`1.0`, `12ab`, `2024-01-01`), so that
 * one mistake stays one token; only the minus of `1-node` and the dots of `1..3` do not.
 */
export function endOfNumber(text: string, offset: number): number {
  let end = offset;
  while (isDigit(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1))) {
    do end++;
    while (isDigit(text.charCodeAt(end)));
  }
  const next = text.charCodeAt(end);
  if (next === 45 && end - offset === 4) return endOfDate(text, offset) ?? end;
  if (next === 69 || next === 101) end = endOfExponent(text, end) ?? end;
  for (;;) {
    const code = text.charCodeAt(end);
    const length = code === 45 || code === 46 ? 0 : nameCharacter(text, end, false);
    if (length === 0) return end;
    end += length;
  }
}

function endOfExponent(text: string, offset: number): number | null {
  const code = text.charCodeAt(offset + 1);
  let end = offset + (code === 43 || code === 45 ? 2 : 1);
  if (!isDigit(text.charCodeAt(end))) return null;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

const DATE = /\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?/y;

/** A date without quotes is a common slip. */
function endOfDate(text: string, offset: number): number | null {
  DATE.lastIndex = offset;
  return DATE.test(text) ? DATE.lastIndex : null;
}
