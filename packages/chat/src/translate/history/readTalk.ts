import { lowerOf, type Phrase } from "../edits/phrase.js";
import type { HistoryDraft } from "./readHistory.js";

const GREETINGS =
  "hi|hello|hey|hey there|hi there|hello there|good morning|good evening|good afternoon|good day|howdy|greetings|morning|evening";
const THANKS =
  "thanks|thank you|thanks a lot|many thanks|thank you very much|thank you so much|thx|cheers|great|perfect|nice|awesome|wonderful|good|very good|excellent|cool|super|lovely|well done|great job|good job|ok|okay|fine|alright|all right|got it|i see|never mind|nevermind|sounds good|looks good|that's great|that's perfect|that's all|that's it|that's fine|bye|goodbye|see you|see you later|good night|that's all for today|that's all for now|no thanks|no thank you|yes please|sure";
const HELP =
  "help|what can you do|what can i ask|what can i say|what do you do|who are you|what are you|how does this work|how do you work|how do i use this|what is this|can you help me|can you help|help me|what else can you do|what are you able to do|how are you|how are you doing|how's it going|are you there";

const KINDS = new Map<string, "greeting" | "thanks" | "help">([
  ...GREETINGS.split("|").map((text) => [text, "greeting"] as const),
  ...THANKS.split("|").map((text) => [text, "thanks"] as const),
  ...HELP.split("|").map((text) => [text, "help"] as const),
]);

/** Talk that wants nothing of the data: greetings, thanks, and questions about the conversation itself. Null: it is more. */
export function readTalk(sentences: readonly Phrase[]): HistoryDraft | null {
  const kinds = sentences.flatMap(talkIn);
  if (kinds.length === 0 || kinds.includes(null)) return null;
  const kind = kinds.find((each) => each === "help") ?? kinds[0]!;
  return { kind: "talk", said: SAID[kind], sureness: 0.95 };
}

const SAID = { greeting: "a greeting", thanks: "thanks", help: "what I can do" } as const;

/** The kinds of talk that a sentence is made of, one after the other; null where it says something else. */
function talkIn(phrase: Phrase): readonly ("greeting" | "thanks" | "help" | null)[] {
  const kinds: ("greeting" | "thanks" | "help" | null)[] = [];
  for (let at = 0; at < phrase.length; ) {
    let end = Math.min(phrase.length, at + 8);
    while (end > at && !KINDS.has(lowerOf(phrase.slice(at, end)))) end--;
    if (end === at) return [null];
    kinds.push(KINDS.get(lowerOf(phrase.slice(at, end)))!);
    at = end;
  }
  return kinds;
}
