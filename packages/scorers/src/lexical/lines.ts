interface LineVisitor {
  /** The characters [start, end) are a type name. */
  type(start: number, end: number): void;
  /** [start, colon) is an attribute name and [colon + 2, end) its value. */
  attribute(start: number, colon: number, end: number): void;
  body(start: number, end: number): void;
}

const NAME_END = /[^\p{L}\p{N}_.-]/u;
const NAME_START = /^[\p{L}_]/u;

/**
 * Reads the form that `nodeText` writes. A text is read as a node when its first line is a single name and more lines follow;
 * any other text, such as an own text or an attribute value, is all body. In a node, `name: value` is an attribute, and a
 * single name is a type where it is the first line or an attribute follows it.
 */
export function eachLine(text: string, visit: LineVisitor): void {
  const firstEnd = text.indexOf("\n");
  if (firstEnd < 0 || !isName(text, 0, firstEnd)) {
    visit.body(0, text.length);
    return;
  }
  let start = 0;
  while (start <= text.length) {
    const end = lineEnd(text, start);
    const colon = colonOf(text, start, end);
    if (colon >= 0) visit.attribute(start, colon, end);
    else if (isName(text, start, end) && (start === 0 || startsAttribute(text, end + 1))) visit.type(start, end);
    else visit.body(start, end);
    start = end + 1;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

const startsAttribute = (text: string, start: number): boolean =>
  start < text.length && colonOf(text, start, lineEnd(text, start)) >= 0;

/** If a line has the form `name: value`, the place of the colon; else -1. */
function colonOf(text: string, start: number, end: number): number {
  const colon = text.indexOf(": ", start);
  return colon > start && colon < end && isName(text, start, colon) ? colon : -1;
}

/** Longer "names" are sentences without spaces; the bound keeps the test cheap. */
const MAX_NAME = 64;

function isName(text: string, start: number, end: number): boolean {
  if (end <= start || end - start > MAX_NAME) return false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    // Most names are plain, and most other lines have a space after their first word.
    if (unit === SPACE) return false;
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95;
    if (!isLetter && (at === start || unit < 45 || unit > 57 || unit === 47)) return isAnyName(text.slice(start, end));
  }
  return true;
}

const SPACE = " ".charCodeAt(0);

const isAnyName = (name: string): boolean => NAME_START.test(name) && !NAME_END.test(name);

const QUESTION_MARK = "?".charCodeAt(0);
const SENTENCE_END = /[.!?。！？\n]/;

/**
 * Divides [start, end) of a text into runs of statements and runs of questions, which end in a question mark. A text without question
 * mark, nearly every one outside dialogue, is one run.
 */
export function eachSentence(
  text: string,
  start: number,
  end: number,
  visit: (start: number, end: number, asks: boolean) => void,
): void {
  let from = start;
  for (let mark = nextMark(text, start, end); mark >= 0; mark = nextMark(text, from, end)) {
    let begin = mark;
    while (begin > from && !SENTENCE_END.test(text[begin - 1]!)) begin--;
    if (begin > from) visit(from, begin, false);
    visit(begin, mark + 1, true);
    from = mark + 1;
  }
  if (from < end || start === end) visit(from, end, false);
}

/** The place of the next question mark before `end`, else -1; a search in the whole text would be quadratic in its lines. */
function nextMark(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === QUESTION_MARK) return at;
  return -1;
}
