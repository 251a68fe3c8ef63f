import type { About, MemoryContext } from "../about.js";
import { numberAt } from "../ask/quantities.js";
import { stemsIn, type Words } from "../words/words.js";
import type { HistoryRead } from "./readHistory.js";

const WHOLE: ReadonlySet<string> = new Set(
  "plan list itinerary trip schedule version alternative variant memory draft task project".split(" "),
);
const MAKE =
  /^(?:start|make|create|begin|open|set up|add|plan|draft|write|prepare|build|try|we want|we need|i want|i need) /;
const COPY = /\b(?:copy|alternative|variant|version|another|second|third|other|different|duplicate)\b/;
const SWITCH =
  /^(?:(?:switch|change|go|jump|move|return)(?: back)?(?: over)?(?: plans| lists| tasks)?(?: to)?|open|load|use|select|activate|continue with|continue|work on|back to) ?(.*)$/;
const LIST =
  /^(?:(?:which|what|how many) (?:other )?(?:plans|lists|trips|itineraries) (?:(?:do|have) (?:we|i|you)(?: have| got)?|are there|exist)|(?:list|show|give)(?: me| us)? (?:all )?(?:the |my |our )?(?:plans|lists|trips|itineraries|memories)|what are (?:my|the|our) (?:plans|lists|trips)|(?:which|what) tasks (?:are in the memory|does the memory have)|(?:list|show)(?: me)? the tasks in the memory)$/;
const CLONE =
  /^(?:copy|duplicate|clone|fork) (?:this|the|my|current|it)(?: current)?(?: (?:plan|list|trip|task|schedule|itinerary))?(?: (?:as|to|called|into) (.+))?$/;

/** The meaning of a stretch of words about whole tasks: a new one, another one, all of them; null for none of these. */
export function readTasks(about: About, words: Words, from: number, to: number): HistoryRead | null {
  const texts = words.all.slice(from, to).map(({ text, isQuoted }) => (isQuoted ? '"' : text));
  const text = texts.join(" ");
  if (LIST.test(text))
    return {
      reading: {
        kind: "history",
        action: { do: "tasks" },
        said: "the plans that there are",
        confidence: 0.9,
        parts: [],
      },
    };
  const clone = CLONE.exec(text);
  if (clone !== null)
    return creation(
      about,
      clone[1] === undefined ? null : textOf(words, to - clone[1].split(" ").length, to),
      null,
      true,
    );
  const make = MAKE.exec(text);
  const created = make === null ? null : createdBy(about, words, from + make[0].trim().split(" ").length, to);
  if (created !== null) return created;
  const target = SWITCH.exec(text)?.[1];
  return target === undefined ? null : switched(about, target.replace(/^(?:to )?(?:the |my |our )?/, ""));
}

const textOf = ({ request, all }: Words, from: number, to: number): string =>
  request.slice(all[from]!.span.start, all[to - 1]!.span.end).replace(/^["“«']|["”»']$/g, "");

/** "a second plan for rainy weather", "a new plan called Winter": the whole, its name and what is wished of it. */
function createdBy(about: About, words: Words, from: number, to: number): HistoryRead | null {
  const texts = words.all.map(({ text }) => text);
  const naming = texts.findIndex(
    (text, at) => at > from && at < to - 1 && ["called", "named", "titled"].includes(text),
  );
  const end = naming < 0 ? to : naming;
  const wish = texts.findIndex(
    (text, at) => at > from && at < end && ["for", "with", "without", "where", "that", "but", "in"].includes(text),
  );
  const copying = texts.findIndex((text, at) => at > from && at < end && ["of", "like", "from", "as"].includes(text));
  const stop = Math.min(...[wish, copying, end].filter((at) => at >= 0));
  const phrase = texts.slice(from, stop);
  const noun = phrase.at(-1) ?? "";
  const roots = (about.schema?.roots ?? [about.tree.root?.type ?? ""]).flatMap((root) => stemsIn(root).slice(-1));
  const types = [...Object.keys(about.schema?.types ?? {}), ...about.tree.typeNames].filter(
    (type) => !(about.schema?.roots ?? [about.tree.root?.type]).includes(type),
  );
  const isType = types.some((type) => stemsIn(type).join() === stemsIn(noun).join());
  const isWhole = roots.includes(stemsIn(noun)[0] ?? "") || WHOLE.has(noun);
  if (!isWhole || isType || phrase.length > 4 || ["the", "this", "that", "my", "our"].includes(phrase[0]!)) return null;
  // "a list of the gear" asks for what there is.
  if (copying === stop && texts[copying] === "of" && !COPY.test(phrase.join(" "))) return null;
  const name = naming < 0 ? null : textOf(words, naming + 1, wish > naming ? wish : to);
  const isNew = phrase.some((text) => ["new", "empty", "blank", "fresh"].includes(text));
  const isCopy = !isNew && (copying >= 0 || (name === null ? COPY.test(phrase.join(" ")) : wish >= 0));
  return creation(about, name, wish < 0 ? null : textOf(words, wish, end), isCopy);
}

/** A wish that names the new task: "for rainy weather". */
const titleOf = (wish: string | null): string | null => {
  const topic = /^for (?:the |a |an )?(.{3,40})$/i.exec(wish ?? "")?.[1];
  return topic === undefined ? null : topic[0]!.toUpperCase() + topic.slice(1);
};

function creation({ memory }: About, name: string | null, wish: string | null, isCopy: boolean): HistoryRead {
  const tasks = memory?.tasks ?? [];
  const title = name ?? titleOf(wish) ?? nextTitle(tasks);
  const summary = `start a new plan called "${title}"${isCopy && memory !== undefined ? ", as this one is now" : ""}`;
  return {
    reading: {
      kind: "create",
      name: title,
      title,
      from: isCopy ? (memory?.task ?? null) : null,
      wish,
      said: summary,
      confidence: 0.9,
      parts: [],
    },
  };
}

/** "Plan 2", or the next number that no task has. */
function nextTitle(tasks: MemoryContext["tasks"]): string {
  for (let number = tasks.length + 1; ; number++) {
    const title = `Plan ${number}`;
    if (!tasks.some((task) => task.title === title || task.name === title)) return title;
  }
}

function switched({ memory }: About, text: string): HistoryRead | null {
  if (memory === undefined) return null;
  const matching = tasksCalled(memory, text);
  if (matching.length === 0) return null;
  const [task, other] = matching;
  if (other !== undefined)
    return {
      question: `Which one do you mean: ${matching
        .map(({ title, name }) => title || name)
        .slice(0, 5)
        .join(", or ")}?`,
    };
  return {
    reading: {
      kind: "history",
      action: { do: "switch", task: task!.name },
      said: `switch to ${task!.title || task!.name}`,
      confidence: 0.9,
      parts: [],
    },
  };
}

/** The tasks that words name: by place, by name or title, or those that are not the current one. The first plan of one task alone is a version of it. */
function tasksCalled({ tasks, task }: MemoryContext, text: string): MemoryContext["tasks"] {
  if (tasks.length < 2) return [];
  const words = text.split(" ");
  const noun = words.length > 1 && WHOLE.has(words.at(-1)!) && words.at(-1) !== "version";
  if (text === "" || (noun && words.length === 2 && ["other", "previous", "last", "old"].includes(words[0]!)))
    return tasks.filter(({ name }) => name !== task);
  const place = ["original", "first"].includes(words[0]!)
    ? 1
    : numberAt(words, 0)?.isOrdinal === true
      ? numberAt(words, 0)!.value
      : null;
  if (place !== null && noun && words.length === 2) {
    const [one] = tasks.slice(place - 1, place);
    // In the first plan itself its first version is meant.
    return one === undefined || (one.name === task && place === 1) ? [] : [one];
  }
  const stems = stemsIn(text);
  const exact = tasks.filter(({ name, title }) =>
    [name, title].some((each) => stemsIn(each).join(" ") === stems.join(" ")),
  );
  if (exact.length > 0) return exact;
  const specific = stems.filter((stem) => !GENERAL.has(stem));
  return specific.length === 0
    ? []
    : tasks.filter(({ name, title }) => specific.every((stem) => stemsIn(`${name} ${title}`).includes(stem)));
}

const GENERAL: ReadonlySet<string> = new Set(
  [..."the my our one a an to called named other of and file in".split(" "), ...WHOLE].flatMap(stemsIn),
);
