import { readFileSync } from "node:fs";
import { parseSchema } from "@semantic-xpath/planner";
import { type ArgumentValue, compile, lexicalScorer, readTree } from "@semantic-xpath/runtime";
import { type Element, parseXmlDocument } from "slimdom";
import { describe, expect, it } from "vitest";

/** Every request of examples/requests against an answer that plain loops over the data give. */
const FOLDER = new URL("../../examples/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, FOLDER), "utf8");

/** An element, or an object of the JSON form, with its number in document order. */
interface Entry {
  readonly id: number;
  readonly type: string;
  readonly parent: Entry | null;
  readonly children: readonly Entry[];
  readonly text: string;
  /** "" where there is no such value. */
  readonly get: (name: string) => string;
  readonly number: (name: string) => number;
}

interface Source {
  readonly type: string;
  readonly values: Readonly<Record<string, string>>;
  readonly children: readonly Source[];
  readonly text: string;
}

function entriesOf(source: Source): Entry[] {
  const all: Entry[] = [];
  const add = ({ type, values, children, text }: Source, parent: Entry | null): Entry => {
    const below: Entry[] = [];
    const get = (name: string): string => values[name] ?? "";
    const number = (name: string): number => Number(get(name));
    const entry = { id: all.length + 1, type, parent, children: below, text, get, number };
    all.push(entry);
    below.push(...children.map((child) => add(child, entry)));
    return entry;
  };
  add(source, null);
  return all;
}

/** A description is a field of its task, and no node. */
const ofXml = (element: Element): Source => ({
  type: element.nodeName,
  values: Object.fromEntries([
    ...element.attributes.map(({ name, value }) => [name, value]),
    ...element.children.map(({ nodeName, textContent }) => [nodeName, textContent]),
  ]),
  children: element.children.filter(({ nodeName }) => nodeName !== "description").map(ofXml),
  text: (element.textContent ?? "").trim(),
});

const ofJson = ({ type, children = [], ...values }: Record<string, unknown>): Source => ({
  type: String(type),
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
  children: (children as Record<string, unknown>[]).map(ofJson),
  text: "",
});

/** Entries, texts of attributes, or a value. */
type Answer = readonly Entry[] | readonly string[] | string | number | boolean;
type Gold = Readonly<Record<string, (entries: readonly Entry[]) => Answer>>;

const sorted = (entries: readonly Entry[], ...keys: readonly ((entry: Entry) => number | string)[]): Entry[] =>
  [...entries].sort((a, b) => {
    const key = keys.find((of) => of(a) !== of(b));
    return key === undefined ? 0 : key(a) < key(b) ? -1 : 1;
  });
const total = (entries: readonly Entry[], name: string): number =>
  entries.reduce((sum, entry) => sum + entry.number(name), 0);
const called = (entries: readonly Entry[], type: string): Entry[] => entries.filter((entry) => entry.type === type);
const isWithin = (entry: Entry | null, of: Entry): boolean =>
  entry !== null && (entry === of || isWithin(entry.parent, of));
const below = (all: readonly Entry[], type: string, of: Entry): Entry[] =>
  called(all, type).filter((entry) => isWithin(entry, of));
const names = (entries: readonly Entry[], name = "name"): string[] => entries.map(({ get }) => get(name));
const isOpen = ({ get }: Entry): boolean => get("status") !== "Done";
const open = (all: readonly Entry[]): Entry[] => called(all, "Task").filter(isOpen);
const deadline = ({ get }: Entry): string => get("deadline");
const blocked = (task: Entry): boolean => task.get("status") === "Blocked";

const TODAY = "2026-09-20";
const overdue = (all: readonly Entry[]): Entry[] =>
  sorted(
    open(all).filter((task) => deadline(task) < TODAY),
    deadline,
  );

const TODO: Gold = {
  open_tasks: (all) => open(all).length,
  hours_left: (all) => total(open(all), "effort"),
  part_done: (all) => (called(all, "Task").length - open(all).length) / called(all, "Task").length,
  last_deadline: (all) => called(all, "Task").map(deadline).sort().at(-1)!,
  waited_for: (all) => [...new Set(names(called(all, "Task").filter(blocked), "waiting_for"))],
  urgent_and_blocked: (all) => called(all, "Task").some((task) => blocked(task) && task.get("priority") === "1"),
  next_three_deadlines: (all) => sorted(open(all), deadline).slice(0, 3),
  overdue_first: overdue,
  overdue_today: overdue,
  do_next: (all) => names(sorted(open(all), (t) => t.number("priority"), deadline).slice(0, 5), "title"),
  next_of_each_project: (all) =>
    sorted(
      called(all, "Project").flatMap((project) => sorted(project.children.filter(isOpen), deadline).slice(0, 1)),
      deadline,
    ),
  most_work_left: (all) =>
    sorted(called(all, "Project"), (project) => -total(project.children.filter(isOpen), "effort")).slice(0, 1),
  long_tasks: (all) => {
    const tasks = called(all, "Task");
    return tasks.filter((task) => task.number("effort") > (2 * total(tasks, "effort")) / tasks.length);
  },
  free_projects: (all) => called(all, "Project").filter(({ children }) => !children.some(blocked)),
  same_day: (all) =>
    called(all, "Task").filter((task) =>
      called(all, "Task").some((other) => other !== task && deadline(other) === deadline(task)),
    ),
  out_of_order: (all) =>
    called(all, "Task").filter((task) =>
      task.parent!.children.some((other) => other.id < task.id && deadline(other) > deadline(task)),
    ),
  open_and_once: (all) => open(all).filter(({ get }) => get("recurring") !== "true"),
  open_at_home: (all) => open(all).filter(({ parent }) => ["Home", "Errands"].includes(parent!.parent!.get("name"))),
  last_but_one: (all) => called(all, "Project").flatMap(({ children }) => children.slice(-2, -1)),
  says_urgent: (all) => called(all, "Task").filter(({ get }) => /urgent/i.test(get("description"))),
  stuck_projects: (all) =>
    called(all, "Project").filter(
      ({ children }) =>
        children.filter(blocked).length > children.filter(({ get }) => get("status") === "InProgress").length,
    ),
  longest_titles: (all) => names(sorted(called(all, "Task"), ({ get }) => -get("title").length).slice(0, 3), "title"),
  due_on_saturday: (all) => open(all).filter((task) => new Date(deadline(task)).getUTCDay() === 6),
};

const ofMember = (all: readonly Entry[], member: string, meal: string): Entry[] =>
  called(all, "Option").filter(({ parent }) => parent!.get("name") === meal && parent!.parent!.get("name") === member);
const dinnersOf = (member: Entry): string[] =>
  member.children.filter(({ get }) => get("name") === "dinner").flatMap(({ children }) => names(children));
const calories = ({ number }: Entry): number => number("calories");

const MEALPLAN: Gold = {
  lightest_dinner: (all) => sorted(ofMember(all, "Ana", "dinner"), calories).slice(0, 1),
  lightest_dinners: (all) =>
    sorted(
      called(all, "Day").flatMap((day) =>
        sorted(
          ofMember(all, "Ana", "dinner").filter((option) => isWithin(option, day)),
          calories,
        ).slice(0, 1),
      ),
      calories,
    ),
  richest_of_each_day: (all) =>
    sorted(
      called(all, "Day").flatMap((day) => sorted(below(all, "Option", day), (option) => -calories(option)).slice(0, 2)),
      (option) => -calories(option),
    ),
  protein_for_calories: (all) =>
    names(sorted(called(all, "Option"), (option) => -option.number("protein") / calories(option)).slice(0, 3)),
  different_dishes: (all) => new Set(names(called(all, "Option"))).size,
  mean_dinner: (all) => total(ofMember(all, "Ana", "dinner"), "calories") / ofMember(all, "Ana", "dinner").length,
  nuts_for_lina: (all) =>
    ["breakfast", "lunch", "dinner"].some((meal) =>
      ofMember(all, "Lina", meal).some(({ get }) => get("contains_nuts") === "true"),
    ),
  shared_dinners: (all) =>
    called(all, "Day").filter(({ children }) =>
      children.some((one) =>
        children.some((other) => one !== other && dinnersOf(one).some((dish) => dinnersOf(other).includes(dish))),
      ),
    ),
  for_ana_and_lina: (all) =>
    names(
      ofMember(all, "Ana", "dinner").filter((option) => {
        const day = option.parent!.parent!.parent!;
        return dinnersOf(day.children.find(({ get }) => get("name") === "Lina")!).includes(option.get("name"));
      }),
    ),
  vegetarian_dinners: (all) =>
    called(all, "Meal").filter(
      ({ get, children }) =>
        get("name") === "dinner" && children.every((option) => option.get("diet") === "vegetarian"),
    ),
  vegetarian_days: (all) =>
    names(
      sorted(
        called(all, "Day"),
        (day) => -below(all, "Option", day).filter(({ get }) => get("diet") === "vegetarian").length,
      ),
    ),
  sweet_breakfasts: (all) =>
    called(all, "Option").filter(({ parent, number }) => {
      if (parent!.get("name") !== "breakfast") return false;
      const dinner = parent!.parent!.children.find(({ get }) => get("name") === "dinner")!;
      return dinner.children.every((option) => number("sugar") > option.number("sugar"));
    }),
  vegetarian_and_filling: (all) =>
    called(all, "Option").filter(
      ({ get, number }) => get("diet") === "vegetarian" && number("protein") >= 25 && get("portion") !== "small",
    ),
};

const minutes = (of: Entry): number => total(of.children, "minutes");
const stopsOf = (day: Entry): Entry[] => called(day.children, "POI");
const bestMeal = (day: Entry): number =>
  Math.max(...called(day.children, "Restaurant").map(({ number }) => number("rating")));
const longest = ({ number }: Entry): number => -number("minutes");

/** Minutes from midnight at which an entry begins and ends: "9:30 AM - 12:15 PM". */
const times = ({ get }: Entry): readonly number[] =>
  get("time_block")
    .split(" - ")
    .map((time) => {
      const [, hour, minute, half] = /^(\d+):(\d+) (AM|PM)$/.exec(time)!;
      return (Number(hour) % 12) * 60 + Number(minute) + (half === "PM" ? 720 : 0);
    });
const planned = (all: readonly Entry[]): Entry[] => all.filter(({ get }) => get("time_block") !== "");

const ITINERARY: Gold = {
  longer_than_two_hours: (all) => names(called(all, "POI").filter((stop) => times(stop)[1]! - times(stop)[0]! > 120)),
  at_noon: (all) => names(planned(all).filter((entry) => times(entry)[0]! < 780 && times(entry)[1]! > 720)),
  clashes: (all) =>
    planned(all).filter((entry) =>
      entry.parent!.children.some((other) => other.id > entry.id && times(other)[0]! < times(entry)[1]!),
    ),
  earliest_day: (all) => sorted(called(all, "Day"), ({ children }) => times(children[0]!)[0]!).slice(0, 1),
  longest_stops: (all) =>
    sorted(
      called(all, "Day").flatMap((day) => sorted(stopsOf(day), longest).slice(0, 1)),
      longest,
    ),
  fullest_day: (all) => sorted(called(all, "Day"), (day) => -minutes(day)).slice(0, 1),
  best_dinners: (all) =>
    names(
      sorted(
        called(all, "Restaurant").filter(({ get }) => get("meal") === "dinner"),
        ({ number }) => -number("rating"),
        longest,
      ).slice(0, 3),
    ),
  hours_on_trains: (all) =>
    total(
      called(all, "POI").filter(({ get }) => get("travel_method") === "train"),
      "minutes",
    ) / 60,
  conference_part: (all) =>
    total(
      called(all, "POI").filter(({ get }) => get("category") === "conference"),
      "minutes",
    ) / total(called(all, "POI"), "minutes"),
  cities: (all) => [...new Set(names(called(all, "Day"), "city"))],
  busy_days: (all) => {
    const days = called(all, "Day");
    const mean = days.map(minutes).reduce((sum, each) => sum + each) / days.length;
    return days.filter((day) => minutes(day) > mean);
  },
  better_than_before: (all) => {
    const days = called(all, "Day");
    return days.filter((day, i) => i > 0 && bestMeal(day) > bestMeal(days[i - 1]!));
  },
  meatless_days: (all) =>
    called(all, "Day").filter(({ children }) =>
      called(children, "Restaurant").every(({ get }) => get("meatless") === "true"),
    ),
  plain_parks: (all) =>
    called(all, "POI").filter(({ get, children }) => get("category") === "park" && children.length === 0),
  last_but_one: (all) => called(all, "Day").flatMap(({ children }) => children.slice(-2, -1)),
  early: (all) => names(all.filter(({ get }) => /^[6-8]:\d\d AM -/.test(get("time_block")))),
  reminders: (all) =>
    called(all, "Note")
      .filter(({ get }) => get("kind") === "reminder")
      .map(({ text }) => text),
  by_travel: (all) => {
    const method = ({ get }: Entry): string => get("travel_method");
    return sorted(
      called(all, "Day").flatMap((day) => sorted(stopsOf(day), method, longest).slice(0, 2)),
      method,
      longest,
    );
  },
};

/** Relevance has no answer that a loop could give: of these the order is checked. */
const GRADED: Readonly<Record<string, (found: readonly Entry[], names: readonly string[]) => void>> = {
  quickest_stew: (found) => expect(found[0]!.get("name")).toMatch(/stew/i),
  lake_by_time: (_, found) => expect(found).toHaveLength(5),
};

/** Requests that find nothing, which is the point of them. */
const EMPTY = new Set(["clashes"]);

const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, ArgumentValue>>>> = {
  overdue_first: { today: TODAY },
};

const xml = (text: string): Entry[] => entriesOf(ofXml(parseXmlDocument(text).documentElement!));
const json = (text: string): Entry[] => entriesOf(ofJson(JSON.parse(text) as Record<string, unknown>));

it("are as many as the README says", () => {
  const count = [TODO, MEALPLAN, ITINERARY, GRADED].reduce((sum, gold) => sum + Object.keys(gold).length, 0);
  expect(read("README.md")).toContain(`: ${count} requests`);
});

describe.each([
  ["todo", "xml", xml, TODO],
  ["mealplan", "json", json, MEALPLAN],
  ["itinerary", "xml", xml, ITINERARY],
] as const)("requests to %s", (name, format, read_, gold) => {
  const schema = parseSchema(read(`${name}/${name}.schema.json`)).schema!;
  const text = read(`${name}/${name}.${format}`);
  const tree = readTree(text);
  const entries = read_(text);
  const module = compile(read(`requests/${name}.sxp`), { schema });

  it("compile without a diagnostic", () =>
    expect(module.diagnostics.map(({ code, message, span }) => `${code} ${message} at ${span.start}`)).toEqual([]));

  it("have an answer each", () =>
    expect(Object.keys(module.queries).sort()).toEqual(
      [...Object.keys(gold), ...Object.keys(GRADED).filter((each) => each in module.queries)].sort(),
    ));

  it.each(Object.keys(module.queries))("%s", async (request) => {
    const result = await module.queries[request]!.run(tree, {
      params: ARGUMENTS[request] ?? {},
      scorer: lexicalScorer(),
      now: `${TODAY}T09:00:00Z`,
    });
    const found = result.matches.map(({ id }) => entries[id - 1]!);
    const texts = result.matches.map((match) => match.attribute?.value ?? match.text ?? "");
    if (request in GRADED) return GRADED[request]!(found, texts);
    const answer = gold[request]!(entries);
    if (!Array.isArray(answer)) return expect(result.value).toEqual(answer);
    expect(answer.length > 0, "an answer that says something").toBe(!EMPTY.has(request));
    if (result.value !== undefined) expect(result.value).toEqual(answer);
    else if (typeof answer[0] === "string") expect(texts).toEqual(answer);
    else expect(found.map(({ id }) => id)).toEqual((answer as Entry[]).map(({ id }) => id));
  });
});
