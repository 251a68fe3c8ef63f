/** English words for readers of requests and talk. */

export { ENGLISH_DAYS } from "./days.js";
export {
  asks,
  forgetLength,
  isDenial,
  isDenied,
  type Mood,
  moodOf,
  rememberLength,
  requestLength,
  takesBack,
  tenseOf,
} from "./mood.js";
export {
  type AskedFor,
  MAX_QUESTION_LENGTH,
  type RecallMode,
  type RecallQuestion,
  readRecallQuestion,
} from "./recallQuestion.js";
export { MAX_SENTENCE_LENGTH, type Sentence, sentencesIn } from "./sentences.js";
export { contentStems, isFiller, isFunctionWord, lemmaOf, stemWord, type Word, wordsIn } from "./words.js";
