const YES = /^(?:y|yes|yeah|yep|ok|okay|sure|do it|go ahead|please do|yes please)$/;
const NO = /^(?:n|no|nope|don't|do not|cancel|no thanks)$/;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** The index of the choice named by a person's words: `yes`, `2`, `the second one`, or the words of the choice; null for no match. */
export function choiceOf(request: string, choices: readonly string[]): number | null {
  const answerText = withoutEnd(request.trim().toLowerCase(), ".!");
  const same = choices.findIndex((choice) => choice.toLowerCase() === answerText);
  if (same >= 0) return same;
  if (choices.length === 2 && choices[0] === "yes") return YES.test(answerText) ? 0 : NO.test(answerText) ? 1 : null;
  const ordinal = /^(?:the )?([a-z]+)(?: one)?$/.exec(answerText)?.[1];
  const number = /^(?:#|option |number )?(\d{1,2})$/.exec(answerText)?.[1];
  const place =
    ordinal === "last"
      ? choices.length - 1
      : number !== undefined
        ? Number(number) - 1
        : ORDINALS.indexOf(ordinal ?? "");
  return place >= 0 && place < choices.length ? place : null;
}

/** A text without the marks that it ends with. */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
