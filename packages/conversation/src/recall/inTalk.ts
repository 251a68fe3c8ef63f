import { type RecallQuestion, wordsIn } from "@semantic-xpath/english";

const THIRD: ReadonlySet<string> = new Set("she he they her his hers him their theirs them".split(" "));
const THEIR = /\b(?:her|his|their)\s+([\p{L}-]+)/iu;

/**
 * A question with what it leaves to those before it: the people that its pronouns mean, and its topic where it has none ("and before that?").
 *
 * @param earlier questions before it, the newest first
 */
export function inTalk(question: RecallQuestion, text: string, earlier: readonly RecallQuestion[]): RecallQuestion {
  const isOfOthers = question.names.length === 0 && question.owned.length === 0 && !question.isOwn;
  const hasTopic = topicOf(question).length > 0 || question.mode === "on day";
  const isOfThird = wordsIn(text).some(({ text: word }) => THIRD.has(word));
  const people =
    isOfOthers && (isOfThird || !hasTopic) ? earlier.find((each) => namesPeople(each, isOfThird)) : undefined;
  const topic = hasTopic ? undefined : earlier.find((each) => topicOf(each).length > 0);
  if (people === undefined && topic === undefined) return question;
  const theirs = THEIR.exec(text)?.[1]?.toLowerCase();
  const owner = people?.names[0];
  return {
    ...question,
    ...(people !== undefined && {
      names: people.names,
      owned: theirs !== undefined && owner !== undefined ? [{ owner, word: theirs }] : people.owned,
      isOwn: people.isOwn,
    }),
    ...(topic !== undefined && { askedFor: topic.askedFor }),
    stems: [
      ...new Set([
        ...question.stems,
        ...(people === undefined ? [] : people.stems.filter((stem) => isNameOf(people, stem))),
        ...(topic === undefined ? [] : topicOf(topic)),
      ]),
    ],
  };
}

const namesPeople = ({ names, owned, isOwn }: RecallQuestion, isOfThird: boolean): boolean =>
  names.length > 0 || owned.some(({ owner }) => owner !== "") || (isOwn && !isOfThird);

/** Stems that are not of names. */
const topicOf = (question: RecallQuestion): readonly string[] =>
  question.stems.filter((stem) => !isNameOf(question, stem));

const isNameOf = ({ names }: RecallQuestion, stem: string): boolean =>
  names.some((name) => wordsIn(name).some(({ text }) => text.startsWith(stem) || stem.startsWith(text)));
