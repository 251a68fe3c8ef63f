/** English function words: articles, pronouns, prepositions, conjunctions, auxiliaries, question words, contractions. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those some any each every such no nor not " +
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers " +
    "herself it its itself they them their theirs themselves one ones someone something anyone anything " +
    "and or but if then else than so as because while although though whether " +
    "of in on at by for from to into onto with without within about between among through during before after above " +
    "below over under up down out off near around across along against toward towards until since upon via per " +
    "am is are was were be been being do does did doing done have has had having can could may might must shall should " +
    "will would ought " +
    "what which who whom whose when where why how there here also too very just only both either neither again once " +
    "more most other own same few much many " +
    "im ive youre youve theyre theyve thats whats lets wo " +
    "dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt cant couldnt wont wouldnt shouldnt mustnt " +
    "s t"
  ).split(" "),
);

/** Whether a folded word is a function word, which says nothing of what a text is about. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
