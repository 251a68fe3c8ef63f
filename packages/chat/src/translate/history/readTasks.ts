import type { About, MemoryContext } from "../about.js";
import { stemsOf } from "../edits/known.js";
import { ordinalOf } from "../edits/numbers.js";
import { lowerOf, type Phrase, textOf, withoutArticle, wordAt } from "../edits/phrase.js";
import { type HistoryDraft, history } from "./readHistory.js";
import { type Rule, readBy, rule } from "./rule.js";

const MAKE = "start|make|create|begin|open|set_up|add|plan|draft|write|prepare|build|try";

const WISHES = ["without", "but", "with", "for", "where", "that", "in"];

const RULES: readonly Rule[] = [
  rule(
    `${MAKE} <which> called|named|titled|: <name>
     ${MAKE} <which> with_the_name|and_call_it|by_the_name_of <name>
     ${MAKE} <which> and_call_it <name>
     call|name <which> <name>`,
    (about, slot) => created(about, slot("which"), slot("name"), slot("wish")),
  ),
  ...WISHES.map((preposition) =>
    rule(
      `${MAKE} <which> called|named|titled <name> ${preposition} <wish>
       ${MAKE} <which> ${preposition} <wish>
       i|we want|need|'d_like|would_like <which> ${preposition} <wish>`,
      (about, slot) => created(about, slot("which"), slot("name"), [wordAt(preposition), ...slot("wish")]),
    ),
  ),
  rule(`${MAKE} <which>`, (about, slot) => created(about, slot("which"), [], [])),
  rule(
    `copy|duplicate|clone|fork this|the|my? plan|list|trip|task|it as|to|called|into? <name>
     copy|duplicate|clone|fork this|the|my? current? plan|list|trip|task`,
    (about, slot) => made(about, { name: slot("name"), wish: [], isCopy: true }),
  ),
  rule(
    `switch|change|go|jump|move|return back? over? to <task>
     switch|change plans|lists|tasks to <task>
     open|load|use|select|activate|continue_with|continue|work_on|let_me_see|go_on_with <task>
     back_to <task>
     switch back|plans?`,
    (about, slot) => switched(about, slot("task")),
  ),
  rule(
    `which|what plans|lists|trips|itineraries|other_plans do|have we|i|you have|got?
     which|what plans|lists|trips|itineraries are|exist there?
     list|show|give me|us? all|the|my|our? all|my? plans|lists|trips|itineraries|memories
     what are my|the|our? plans|lists|trips
     which|what tasks are_in_the_memory|does_the_memory_have
     how_many plans do_i_have|do_we_have|are_there`,
    () => history({ do: "tasks" }, "the plans that there are"),
  ),
];

/** What a request may mean that is about tasks as a whole: a new one, another one, all of them. Null: it is about none. */
export const readTasks = (about: About, phrase: Phrase): HistoryDraft | null => readBy(RULES, about, phrase);

const WHOLES: ReadonlySet<string> = new Set(
  ["plan", "list", "itinerary", "trip", "schedule", "version", "alternative", "variant", "memory", "draft"].flatMap(
    stemsOf,
  ),
);
const COPIES: ReadonlySet<string> = new Set(
  [
    "copy",
    "alternative",
    "variant",
    "version",
    "another",
    "second",
    "third",
    "other",
    "different",
    "duplicate",
  ].flatMap(stemsOf),
);

/** Whether words mean a whole task: `a second plan`, or what the schema calls its root, `a new meal plan`. */
function isWhole(about: About, words: Phrase): boolean {
  const stems = stemsOf(lowerOf(words));
  const last = stems.at(-1);
  if (last === undefined || stems.length > 5) return false;
  const roots = (about.schema?.roots ?? [about.tree.root?.type ?? ""]).map(stemsOf);
  const isRoot = roots.some((root) => root.length > 0 && root.every((stem) => stems.includes(stem)));
  if (isRoot) return true;
  const isType = Object.keys(about.schema?.types ?? {}).some(
    (type) => !(about.schema?.roots ?? []).includes(type) && stemsOf(type).includes(last),
  );
  return !isType && (WHOLES.has(last) || last === "task") && !namesNode(words);
}

/** A definite phrase is about something that is there, and no new one. */
const namesNode = (words: Phrase): boolean => ["the", "this", "that", "my"].includes(words[0]!.lower);

function created(about: About, which: Phrase, name: Phrase, wish: Phrase): HistoryDraft | null {
  const at = which.findIndex(({ lower }, i) => i > 0 && ["of", "like", "from", "as"].includes(lower));
  const what = at < 0 ? which : which.slice(0, at);
  if (!isWhole(about, what)) return null;
  const isNew = what.some(({ lower }) => ["new", "empty", "blank", "fresh"].includes(lower));
  const isCopy =
    !isNew &&
    (at >= 0 || (name.length === 0 ? stemsOf(lowerOf(what)).some((stem) => COPIES.has(stem)) : wish.length > 0));
  return made(about, { name, wish, isCopy });
}

function made(
  { memory }: About,
  { name, wish, isCopy }: { readonly name: Phrase; readonly wish: Phrase; readonly isCopy: boolean },
): HistoryDraft {
  const tasks = memory?.tasks ?? [];
  const title = name.length > 0 ? textOf(name) : nextTitle(tasks);
  const said = `start a new plan called "${title}"${isCopy && memory !== undefined ? ", as this one is now" : ""}`;
  return {
    kind: "create",
    name: title,
    title,
    from: isCopy ? (memory?.task ?? null) : null,
    wish: wish.length === 0 ? null : textOf(wish),
    said,
    sureness: 0.9,
  };
}

/** `Plan 2`, or the next number that no task has. */
function nextTitle(tasks: MemoryContext["tasks"]): string {
  for (let number = tasks.length + 1; ; number++) {
    const title = `Plan ${number}`;
    if (!tasks.some((task) => task.title === title || task.name === title)) return title;
  }
}

const GENERAL: ReadonlySet<string> = new Set(
  "plan the my our one list trip itinerary schedule version a an to called named other task project file in of and"
    .split(" ")
    .flatMap(stemsOf),
);

function switched(about: About, phrase: Phrase): HistoryDraft | null {
  const { memory } = about;
  if (memory === undefined) return null;
  const found = tasksCalled(memory, phrase);
  if (found.length === 1)
    return history({ do: "switch", task: found[0]!.name }, `switch to ${found[0]!.title || found[0]!.name}`);
  if (found.length > 1)
    return {
      kind: "question",
      question: `Which one do you mean: ${found
        .slice(0, 5)
        .map(({ title, name }) => title || name)
        .join(", or ")}?`,
    };
  return null;
}

/** The tasks that words name: by place, by name or title, or the one that is not the current one. */
function tasksCalled({ tasks, task }: MemoryContext, given: Phrase): MemoryContext["tasks"] {
  const phrase = given.length === 0 ? given : withoutArticle(given);
  const words = stemsOf(lowerOf(phrase));
  const others = tasks.filter(({ name }) => name !== task);
  if (
    phrase.length === 0 ||
    (["other", "previou", "previous", "last", "old"].includes(words[0]!) &&
      words.slice(1).every((word) => GENERAL.has(word)))
  )
    return others;
  const place = ordinalOf(phrase[0]!.lower) ?? (phrase[0]!.lower === "original" ? 1 : null);
  if (place !== null && place > 0 && words.length > 1 && words.slice(1).every((word) => GENERAL.has(word)))
    return tasks.length > 1 ? tasks.slice(place - 1, place) : [];
  const exact = tasks.filter(({ name, title }) =>
    [name, title].some((text) => stemsOf(text).join(" ") === words.join(" ")),
  );
  if (exact.length > 0) return exact;
  const wanted = words.filter((word) => !GENERAL.has(word));
  if (wanted.length === 0) return [];
  return tasks.filter(({ name, title }) => wanted.every((word) => stemsOf(`${name} ${title}`).includes(word)));
}
