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
  /** The name of whom the question is about, if the memory has no subject of this name; else null. */
  readonly stranger: string | null;
  /** The question is about the one who asks, and no participant is known to be that. */
  readonly isOfNobody: boolean;
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
  const isParticipant = (name: string): boolean => participants.some(([, each]) => isFirstOrWhole(each.name, name));
  const used = new Set(participantStems);
  const present = speakers.flatMap(([id, { name }]) => (isAssistant(name) ? [] : [id]));
  const user =
    asking !== null ? slug(asking) : present.includes(USER) ? USER : present.length === 1 ? present[0]! : null;
  const asker = user !== null ? [user] : question.isOfGroup ? present : [];
  const owners = participants.length > 0 ? participants.map(([id]) => id) : question.isOwn ? asker : [];
  const people: string[] = [];
  const speakersOf = new Set(owners);
  const relations: string[] = [];
  for (const { owner, word } of question.owned) {
    const ownerId = owner === "" ? (user ?? "") : slug(owner);
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
  for (const name of relations.length > 0 ? question.names : []) {
    const named = state.subjectsNamed(name);
    if (
      isParticipant(name) ||
      named.length > 1 ||
      named.some((id) => !people.includes(id) && state.subject(id).role !== null)
    )
      continue;
    relations.push(stemWord(name.toLowerCase()));
    people.push(...named.filter((id) => speakersOf.has(state.subject(id).of ?? "")));
  }
  for (const name of relations.length > 0 ? [] : question.names) {
    for (const id of state.subjectsNamed(name)) {
      const { of } = state.subject(id);
      if (of === null || state.speakers.has(id) || (owners.length > 0 && !owners.includes(of))) continue;
      people.push(id);
      addStems(used, state.subject(id).name);
    }
  }
  const isOfNobody = question.isOwn && people.length === 0 && owners.every((id) => !state.speakers.has(id));
  const isSubject = (name: string): boolean =>
    state.subjectsNamed(name).length > 0 || speakers.some(([, each]) => isFirstOrWhole(each.name, name));
  const named = question.about?.split(" ") ?? [];
  const about = question.stems.filter((stem) => !participantStems.has(stem));
  const topicStems = about.filter((stem) => !used.has(stem));
  return {
    speakers: [...speakersOf],
    stems: topicStems.length > 0 ? topicStems : about,
    relations,
    subjects: people.length > 0 || relations.length > 0 ? [...new Set(people)] : owners,
    stranger: named.length === 0 || isSubject(question.about!) || named.some(isSubject) ? null : question.about,
    isOfNobody,
  };
}

const USER = "user";

const isFirstOrWhole = (name: string, word: string): boolean =>
  slug(word) === slug(name) || slug(word) === slug(name.split(/\s+/)[0]!);

function isNamedIn(name: string, { names }: RecallQuestion, text: string): boolean {
  const first = name.split(/\s+/)[0]!;
  const start = text.slice(0, first.length);
  const isFirst = start.toLowerCase() === first.toLowerCase() && !/[\p{L}\p{N}]/u.test(text[first.length] ?? "");
  return isFirst || names.some((each) => isFirstOrWhole(name, each));
}

function addStems(used: Set<string>, name: string): void {
  for (const word of name.split(/\s+/)) used.add(stemWord(word.toLowerCase()));
}
