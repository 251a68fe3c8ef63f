const KINDS: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        "a greeting",
        "hi|hello|hey|hey there|hi there|hello there|good morning|good evening|good afternoon|good day|howdy|greetings|morning|evening",
      ],
      [
        "thanks",
        "thanks|thank you|thanks a lot|many thanks|thank you very much|thank you so much|cheers|great|perfect|nice|awesome|wonderful|good|very good|excellent|cool|super|lovely|well done|great job|good job|ok|okay|fine|alright|all right|got it|i see|never mind|sounds good|looks good|that 's great|that 's perfect|that 's all|that 's it|that 's fine|bye|goodbye|see you|see you later|good night|for today|for now|no thanks|no thank you|yes please|sure",
      ],
      [
        "what I can do",
        "help|what can you do|what can i ask|what can i say|what do you do|who are you|what are you|how does this work|how do you work|how do i use this|what is this|can you help me|can you help|help me|what else can you do|how are you|how are you doing|how 's it going|are you there",
      ],
    ] as const
  ).flatMap(([kind, texts]) => texts.split("|").map((text) => [text, kind] as const)),
);

/** Words of the longest phrase of talk. */
const LONGEST = 6;

/** The kind of a request that is mere talk: a greeting, thanks, or a question about the conversation itself; null for anything more. */
export function readTalk(texts: readonly string[]): string | null {
  let talk: string | null = null;
  for (let at = 0; at < texts.length; ) {
    let to = Math.min(texts.length, at + LONGEST);
    while (to > at && !KINDS.has(texts.slice(at, to).join(" "))) to--;
    if (to === at) return null;
    const kind = KINDS.get(texts.slice(at, to).join(" "))!;
    if (talk === null || kind === "what I can do") talk = kind;
    at = to;
  }
  return talk;
}
