const QUESTION_MARK = 63;
const SENTENCE_END = /[.!?。！？\n]/;

/**
 * Divides [start, end) of a text into runs of sentences that tell and runs that ask, which end in a question mark. A text without
 * question mark, nearly every one outside dialogue, is one run.
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
