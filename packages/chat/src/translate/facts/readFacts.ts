import type { Recall, TreeFacts } from "@semantic-xpath/conversation";
import { asks, forgetLength, rememberLength, stemWord } from "@semantic-xpath/english";
import { stringLiteral } from "@semantic-xpath/values";
import type { About } from "../about.js";
import type { FactsReading, Translation } from "../translation.js";

/** A question from facts, or a request to keep or forget some, is as sure as that. */
const SURE = 0.9;
/** Questions before this one that pronouns may refer to. */
const MAX_EARLIER = 4;
const TELLS =
  /^\s*(?:(?:please|and|so|then|also|can you|could you)[,\s]+)*(?:tell me|remind me|show me|list|what about|how about)\b/i;
const LEANS = /^\s*(?:and|what about|how about)\b/i;
const PRONOUN_ALONE = /^(?:it|that|this|them|those|everything|all(?: of (?:it|that|them))?)[.!?]*$/i;

/**
 * Reads a request to a memory of conversations: a question that its facts answer, or something to remember or forget. Null for other data, and
 * for other requests.
 */
export async function readFacts(request: string, about: About): Promise<Translation | null> {
  if (about.tree.root?.type !== "Memory") return null;
  const { holdsFacts, isAssistant, treeFacts } = await import("@semantic-xpath/conversation");
  if (!holdsFacts(about.tree)) return null;
  const facts = treeFacts(about.tree);
  const text = request.trim();
  const people = [...facts.state.speakers.values()].flatMap(({ name }) => (isAssistant(name) ? [] : [name]));
  const factRequest: FactRequest = { request, text, about, facts, people };
  const { remembers, forgets } = { remembers: rememberLength(text), forgets: forgetLength(text) };
  if (remembers > 0 && !asks(text.slice(remembers))) return readRemember(factRequest, text.slice(remembers));
  if (forgets > 0) return readForget(factRequest, text.slice(forgets));
  return asks(text) || TELLS.test(text) || LEANS.test(text) ? readQuestion(factRequest) : null;
}

interface FactRequest {
  readonly request: string;
  readonly text: string;
  readonly about: About;
  readonly facts: TreeFacts;
  /** Names of the participants without assistants. */
  readonly people: readonly string[];
}

const OWN = /\b(?:i|i'm|i've|me|my|mine|we|our|ours|us)\b/i;

/** The name of "I"; null if several people talk and the caller names none of them. */
function asker({ about, people }: FactRequest): string | null {
  const { user } = about;
  if (user !== undefined) return people.find((name) => name.toLowerCase() === user.toLowerCase()) ?? user;
  return people.length > 1 ? null : (people[0] ?? "User");
}

const whoIsI = ({ people }: FactRequest): string =>
  `Who is "I"? ${people.join(", ")} talk here. Use a name, or say who you are: --user NAME (sxp chat: --author NAME).`;

async function readQuestion(asked: FactRequest): Promise<Translation | null> {
  const { request, text, about, facts } = asked;
  const user = asker(asked);
  const options = {
    ...when(about),
    earlier: (about.context?.requests ?? []).slice(0, MAX_EARLIER).map((each) => each.request),
  };
  const answerTo = (name: string | null) => facts.recall(text, { ...options, ...(name !== null && { user: name }) });
  if (user === null && OWN.test(text.replace(TELLS, "")))
    return asked.people.some((name) => answerTo(name).items.length > 0) ? question(request, whoIsI(asked)) : null;
  const answer = answerTo(user);
  const [first] = answer.items;
  const types = new Set(about.tree.typeNames.map((type) => stemWord(type.toLowerCase())));
  const isAboutTypes = answer.question.stems.some((stem) => types.has(stem));
  if (first === undefined) return isAboutTypes || answer.subjects.length === 0 ? null : turnsReading(request);
  const isAboutSomebody = answer.subjects.length > 0 || first.why.kind === "slot";
  if (!isAboutSomebody || (first.why.kind !== "slot" && isAboutTypes)) return null;
  const summary = summaryOf(facts, answer);
  return settled(request, {
    kind: "query",
    confidence: SURE,
    said: summary,
    parts: [{ span: { start: 0, end: request.length }, meaning: summary }],
    query: queryOf(answer),
    isHistory: false,
    recalled: answer,
  });
}

/** No fact answers: the turns that are most relevant, and that this is so. */
async function turnsReading(request: string): Promise<Translation> {
  const { turnsQuery } = await import("@semantic-xpath/conversation");
  return settled(request, {
    kind: "query",
    confidence: SURE,
    said: "turns about it, since no fact answers",
    parts: [],
    query: turnsQuery(request),
    isHistory: false,
  });
}

/** The days of the clock: what holds, and what "yesterday" is. */
const when = ({ now }: About) => {
  const day = (now ?? new Date().toISOString()).slice(0, 10);
  return { validAt: day, askedOn: day };
};

/** A query that finds what an answer is from. */
function queryOf({ items }: Recall): string {
  const ids = items.flatMap(({ fact, why }) => (fact === null ? why.counted : [fact]));
  return `//Fact[${ids.map((id) => `@id = ${stringLiteral(id)}`).join(" or ")}]`;
}

function summaryOf({ state }: TreeFacts, { items, question: { mode, days } }: Recall): string {
  const names = items.map(({ why: { subject, slot } }) => {
    const name = subject === null ? null : state.subject(subject).name;
    const topic = slot === null ? "what was said" : (state.slot(slot)?.name ?? slot);
    return name === null ? topic : `${name}: ${topic}`;
  });
  const day = days === null ? "" : ` ${days.first}`;
  return `${[...new Set(names)].join(", ")} (${mode}${day})`;
}

function readRemember(asked: FactRequest, rest: string): Translation {
  const user = asker(asked);
  if (user === null) return question(asked.request, whoIsI(asked));
  const text = rest.charAt(0).toUpperCase() + rest.slice(1);
  return settled(
    asked.request,
    facts(`remember, as said by ${user}: ${text}`, { do: "remember", speaker: user, text }),
  );
}

function readForget(asked: FactRequest, rest: string): Translation {
  const { request, about } = asked;
  const user = asker(asked);
  const bare = rest.replace(/[.!]+$/, "").trim();
  if (OWN.test(bare) && user === null) return question(request, whoIsI(asked));
  const named = PRONOUN_ALONE.test(bare)
    ? []
    : asked.facts.named(bare, { ...when(about), ...(user !== null && { user }) });
  if (named.length === 0)
    return question(request, `No fact is about "${bare}". What should be forgotten? Name it: forget my dentist.`);
  const list = named.map(({ statement: { id, text } }) => ({ fact: id, text }));
  return settled(
    request,
    facts(`forget ${list.map(({ text }) => `"${text}"`).join(", ")}`, { do: "forget", facts: list }),
  );
}

const facts = (said: string, action: FactsReading["action"]): FactsReading => ({
  kind: "facts",
  confidence: SURE,
  said,
  parts: [],
  action,
});

const settled = (request: string, reading: Translation["readings"][number]): Translation => ({
  request,
  readings: [reading],
  isClear: true,
  question: null,
  unread: [],
});

const question = (request: string, text: string): Translation => ({
  request,
  readings: [],
  isClear: false,
  question: text,
  unread: [],
});
