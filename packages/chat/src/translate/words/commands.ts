import type { Words } from "./words.js";

/** Verbs that want something changed, not known. */
const CHANGES: ReadonlySet<string> = new Set(
  (
    "add insert put create move push shift delete remove drop cancel take set change update mark tick replace swap rename switch restore revert " +
    "undo bring reschedule postpone extend shorten make start schedule book insert complete clear save keep copy duplicate go scrap skip rate assign"
  ).split(" "),
);
/** What may stand before the verb of a request. */
const POLITE: ReadonlySet<string> = new Set(
  "please can could would you let 's i want to we need should just now then and also ok okay".split(" "),
);
/** Words about versions and about talking. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  "changed version versions history undo revert restore previous previously thanks thank hello hi bye".split(" "),
);

/** Whether a request is put as a command to change something. */
export function isCommand({ all, request }: Words): boolean {
  const starts = all.filter(({ span }, at) => at === 0 || PAUSE.test(request.slice(all[at - 1]!.span.end, span.start)));
  return starts.some((start) => {
    const first = all.slice(all.indexOf(start)).find(({ text }) => !POLITE.has(text));
    return first !== undefined && CHANGES.has(first.text);
  });
}

/** Whether a word only says that something is asked for. */
export const isPolite = (word: string): boolean => POLITE.has(word);

/** Whether a word is a verb that wants something changed. */
export const isCommandWord = (word: string): boolean => CHANGES.has(word);

const PAUSE = /[.,;!]/;

/** Whether a word is about versions or the conversation, and not about the data. */
export const isElsewhere = (word: string): boolean => ELSEWHERE.has(word);
