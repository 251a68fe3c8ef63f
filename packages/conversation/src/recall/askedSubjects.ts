import { type RecallQuestion, stemWord } from "@semantic-xpath/english";
import { KIN } from "../formations/rules/everyday.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { slug } from "../lifecycle/statement.js";
import { isAssistant } from "../sessions.js";

interface AskedSubjects {
  /** Ids of the subjects that a question names; empty for a question about no one. */
  readonly subjects: readonly string[];
  /** Ids of the participants who speak of them; empty for anyone. */
  readonly speakers: readonly string[];
  /** Stems of the relations by which the question names people, "sister" in "Ana's sister". */
  readonly relations: readonly string[];
  /** Stems of the words that the question is about, without those that name its subjects if there are others. */
  readonly stems: readonly string[];
}

/** The subjects that a question names: a participant, the one who asks, or a person by name or relation. */
export function askedSubjects(
  state: ConversationState,
  question: RecallQuestion,
  { text, user: asking }: { readonly text: string; readonly user: string | null },
): AskedSubjects {
  const participantStems = new Set<string>();
  const speakers = [...state.speakers.entries()];
  const participants = speakers.filter(([, { name }]) => isNamedIn(name, question, text));
  for (const [, { name }] of participants) addStems(participantStems, name);
  const used = new Set(participantStems);
  const users =
    asking === null ? speakers.flatMap(([id, { name }]) => (isAssistant(name) ? [] : [id])) : [slug(asking)];
  const owners = participants.length > 0 ? participants.map(([id]) => id) : question.isOwn ? users.slice(0, 1) : [];
  const people: string[] = [];
  const speakersOf = new Set(owners);
  const relations: string[] = [];
  for (const { owner, word } of question.owned) {
    const ownerId = owner === "" ? (users[0] ?? "") : slug(owner);
    const subject = state.canonical({ name: null, of: ownerId, role: word });
    const isPerson = state.hasSubject(subject);
    if (!isPerson && !KIN.has(word)) continue;
    relations.push(stemWord(word));
    speakersOf.add(ownerId);
    if (!isPerson) continue;
    people.push(subject);
    const { name } = state.subject(subject);
    addStems(used, name);
    if (state.subjectsNamed(name).length === 1) relations.push(stemWord(name.toLowerCase()));
    if (KIN.has(word)) used.add(stemWord(word));
  }
  for (const name of relations.length > 0 ? [] : question.names) {
    for (const id of state.subjectsNamed(name)) {
      const { of } = state.subject(id);
      if (of === null || state.speakers.has(id) || (owners.length > 0 && !owners.includes(of))) continue;
      people.push(id);
      addStems(used, state.subject(id).name);
    }
  }
  const about = question.stems.filter((stem) => !participantStems.has(stem));
  const topicStems = about.filter((stem) => !used.has(stem));
  return {
    speakers: [...speakersOf],
    stems: topicStems.length > 0 ? topicStems : about,
    relations,
    subjects: people.length > 0 || relations.length > 0 ? [...new Set(people)] : owners,
  };
}

function isNamedIn(name: string, { names }: RecallQuestion, text: string): boolean {
  const first = name.split(/\s+/)[0]!;
  const start = text.slice(0, first.length);
  const isFirst = start.toLowerCase() === first.toLowerCase() && !/[\p{L}\p{N}]/u.test(text[first.length] ?? "");
  return isFirst || names.some((each) => slug(each) === slug(first) || slug(each) === slug(name));
}

function addStems(used: Set<string>, name: string): void {
  for (const word of name.split(/\s+/)) used.add(stemWord(word.toLowerCase()));
}
