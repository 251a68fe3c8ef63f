/** English words for readers of requests and talk. */

export { AUXILIARIES, FORMS_OF_BE, FORMS_OF_DO, FORMS_OF_HAVE, MODALS } from "./auxiliaries.js";
export { ENGLISH_CLOCK } from "./clock.js";
export { ENGLISH_DAYS, TIME_NAMES, WEEKDAY } from "./days.js";
export {
  actsAt,
  CLAUSE_END,
  COMPOUND,
  deniedAt,
  denies,
  deniesBefore,
  isSecond,
  type WordAt,
} from "./denial.js";
export { FREQUENCIES } from "./frequencies.js";
export {
  asks,
  forgetLength,
  isDenial,
  isDenied,
  moodOf,
  rememberLength,
  reportsSpeaker,
  requestLength,
  takesBack,
  tenseOf,
} from "./mood.js";
export { DECADES, ENGLISH_NUMBERS, NUMBER_WORD, UNIT_PHRASES } from "./numbers.js";
export type { Quantity, QuantityKind } from "./quantities/quantity.js";
export { mayHaveQuantities, readQuantities } from "./quantities/readQuantities.js";
export { Tokens } from "./quantities/tokens.js";
export { readWanted, type WantedQuantity } from "./quantities/wanted.js";
export {
  type AskedFor,
  MAX_QUESTION_LENGTH,
  type RecallMode,
  type RecallQuestion,
  readRecallQuestion,
} from "./recallQuestion.js";
export { MAX_SENTENCE_LENGTH, type Sentence, sentencesIn } from "./sentences.js";
export { IRREGULAR_FORMS, stemOf } from "./stems.js";
export { countriesOf } from "./thesaurus/nations.js";
export { THESAURUS } from "./thesaurus.js";
export {
  anyOf,
  contentStems,
  isFiller,
  isFunctionWord,
  isStopWord,
  lemmaOf,
  stemWord,
  type Word,
  wordsIn,
} from "./words.js";
