/** The effect of a verb of change. */
export type Action =
  | "delete"
  | "set"
  | "move"
  | "insert"
  | "rename"
  | "assign"
  | "later"
  | "earlier"
  | "clear"
  | "swap";

/** Verbs of change, those of several words first; "put" and "place" are of several actions. */
const TABLE: Readonly<Record<Action, string>> = {
  delete:
    "get rid of|throw|throw away|throw out|take out|take away|take off|kick out|cross out|call off|delete|remove|erase|drop|discard|cancel|scrap|eliminate|strike|take",
  set: "set|change|update|make|mark|switch|turn|edit|modify|adjust|correct|flag|put|upgrade|downgrade|bump|raise|lower|increase|decrease|reduce|give|replace|push|postpone|reschedule|delay|move|bring|extend|assign|do",
  move: "move|shift|transfer|relocate|put|bring|place",
  insert:
    "set up|write down|remind me to|remind us to|add|insert|create|put|include|append|schedule|plan|book|new|squeeze in|fit in|slot in",
  rename: "rename|call|retitle|name",
  assign: "assign|delegate|hand",
  later: "postpone|delay|push|move|shift|put off|push back|bring|pull",
  earlier: "bring forward|pull forward|move up|advance",
  clear: "clear|unset|empty",
  swap: "swap|exchange|switch",
};

const BY_VERB: ReadonlyMap<string, readonly Action[]> = (() => {
  const actions = new Map<string, Action[]>();
  for (const [action, verbs] of Object.entries(TABLE) as [Action, string][])
    for (const verb of verbs.split("|")) actions.set(verb, [...(actions.get(verb) ?? []), action]);
  return actions;
})();

const LONGEST = 3;

/** The verb of change that some words in lower case begin with, and the place after it; null: they begin with none. */
export function verbAt(
  texts: readonly string[],
  at: number,
): { readonly actions: readonly Action[]; readonly to: number; readonly verb: string } | null {
  for (let to = Math.min(texts.length, at + LONGEST); to > at; to--) {
    const verb = texts.slice(at, to).join(" ");
    const actions = BY_VERB.get(verb);
    if (actions !== undefined) return { actions, to, verb };
  }
  return null;
}

/** Phrases before an order, and phrases after it. */
const OPENINGS: readonly (readonly string[])[] =
  "please|can you|could you|would you|will you|can we|could we|i would like to|i want to|i need to|i would like you to|i want you to|let us|lets|let 's|we should|we need to|you should|you can|go ahead and|now|then|and|also|ok|okay|well|actually|oh|no|yes|hey|hi|hello|just|so|but|alright|kindly|maybe|help me|i am looking for|i 'm looking for|we are looking for|i am after|i think we should"
    .split("|")
    .map((text) => text.split(" "));
const CLOSINGS: readonly (readonly string[])[] =
  "please|please enter that|please enter it|please fill that in|please put that in|please change it|please correct that|please update it|please note that|thanks|thank you|for me|any more|anymore|from now on|instead|too|as well|again|then|ok|okay|from the plan|from the list|will you|would you"
    .split("|")
    .map((text) => text.split(" "));

/** The stretch of words with the request itself, without the phrases around it. */
export function bare(texts: readonly string[], start: number, end: number): readonly [from: number, to: number] {
  let [from, to] = [start, end];
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const words of OPENINGS)
      if (from + words.length < to && words.every((word, i) => texts[from + i] === word)) {
        from += words.length;
        isMore = true;
      }
    for (const words of CLOSINGS)
      if (to - words.length > from && words.every((word, i) => texts[to - words.length + i] === word)) {
        to -= words.length;
        isMore = true;
      }
  }
  return [from, to];
}
