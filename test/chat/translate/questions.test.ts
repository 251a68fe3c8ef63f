import { translate } from "@semantic-xpath/chat/translate";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, test } from "vitest";
import { answerOf, clearQuery, ITINERARY, MEALPLAN, TEAM, TODO } from "./support.js";

/** What requests become, by what is special about them. */
const TABLE = {
  "names of types, aliases and what the documentation calls them": [
    [TODO, "list the categories", "//Category"],
    [ITINERARY, "which sights cost nothing?", "//POI[@cost = 0]"],
    [MEALPLAN, "small fish dishes", '//Option[@portion = "small"][@diet = "fish"]'],
  ],
  "counts and extremes of what is inside": [
    [
      ITINERARY,
      "Which day has the most outdoor stops?",
      "//Day[order by count(//POI[@open_air = true]) descending][1]",
    ],
    [ITINERARY, "which day has the most free stops", "//Day[order by count(//POI[@cost = 0]) descending][1]"],
    [TODO, "top 5 tasks by effort", "//Task[order by @effort descending][1:5]"],
  ],
  "days by their number, before anything else is asked of them": [
    [ITINERARY, "what is the total cost of day 1 and day 2", "sum(//Day[1:2]/(POI|Restaurant)/@cost)"],
  ],
  "ranges of times and lengths": [
    [
      ITINERARY,
      "What do we do between 2 and 4 pm on day 1?",
      '//Day[1]/(POI|Restaurant)[start(@time_block) >= "2:00 PM"][start(@time_block) < "4:00 PM"]',
    ],
    [ITINERARY, "stops from 11 to 1 pm", '//POI[start(@time_block) >= "11:00 AM"][start(@time_block) < "1:00 PM"]'],
    [TODO, "which tasks take between 3 and 5 hours", "//Task[@effort >= 3][@effort <= 5]"],
    [
      MEALPLAN,
      "Ana's meals on the weekend",
      '//Day[weekday(@date) = "Saturday" or weekday(@date) = "Sunday"]/Member[@name = "Ana"]/Meal',
    ],
  ],
  "what is in each of them": [
    [
      MEALPLAN,
      "on which day does Bruno eat the most calories?",
      '//Day[exists(//Member[@name = "Bruno"])][order by sum(//Member[@name = "Bruno"]//Option/@calories) descending][1]',
    ],
    [
      MEALPLAN,
      "which days have fish for Bruno?",
      '//Day[exists(//Member[@name = "Bruno"][exists(//Option[@diet = "fish"])])]',
    ],
    [ITINERARY, "how many different cities do we visit?", "count(distinct-values(//Day/@city))"],
  ],
  "days of the data and of the week": [[TODO, "tasks due on a Monday", '//Task[weekday(@deadline) = "Monday"]']],
  "words that are no names": [[ITINERARY, "name all cities", "distinct-values(//Day/@city)"]],
  "values of enumerations and of the data": [
    [ITINERARY, "what museums do we visit?", '//POI[@category = "museum"]'],
    [ITINERARY, "which days are rainy?", '//Day[@weather = "rain"]'],
    [TODO, "tasks in progress or blocked", '//Task[@status = "InProgress" or @status = "Blocked"]'],
    [TODO, "tasks about the boiler", '//Task[@title = "Service the boiler"]'],
    [
      MEALPLAN,
      "dishes with tofu",
      '//Option[(contains(@ingredients, "tofu", "case-insensitive") or contains(@name, "tofu", "case-insensitive"))]',
    ],
    [TEAM, "people in New York or Portland", '//Person[@city = "New York" or @city = "Portland"]'],
    [TEAM, "constructor", '//Person[@name = "Grace constructor"]'],
  ],
  positions: [
    [ITINERARY, "the second stop on day 3", "//Day[3]/POI[2]"],
    [ITINERARY, "first two stops of each day", "//Day/POI[1:2]"],
    [ITINERARY, "last two stops of day 5", "//Day[5]/POI[-2:]"],
    [ITINERARY, "what is on the third day?", "//Day[3]/(POI|Restaurant)"],
    [ITINERARY, "what do I do first on Thursday?", '(//Day[weekday(@date) = "Thursday"]/(POI|Restaurant))[1]'],
  ],
  "what is in what": [
    [TODO, "tasks under Home", '//Category[@name = "Home"]//Task'],
    [ITINERARY, "what are we doing in Ottawa?", '//Day[@city = "Ottawa"]/(POI|Restaurant)'],
    [
      MEALPLAN,
      "what can Ana eat for dinner on Monday?",
      '//Day[@name = "Monday"]/Member[@name = "Ana"]/Meal[@name = "dinner"]/Option',
    ],
  ],
  "attributes that are asked for": [
    [ITINERARY, "how do we get to High Park?", '//POI[@name = "High Park"]/@travel_method'],
    [ITINERARY, "which cities do we visit?", "distinct-values(//Day/@city)"],
    [ITINERARY, "what's the weather on Friday?", '//Day[weekday(@date) = "Friday"]/@weather'],
    [TODO, "what is the budget table waiting for?", '//Task[@title = "Budget table"]/@waiting_for'],
    [TODO, "goal of the delta paper revision", '//Project[@name = "Delta paper revision"]/@goal'],
  ],
  "counts, sums and means": [
    [ITINERARY, "how many museums are there?", 'count(//POI[@category = "museum"])'],
    [ITINERARY, "total cost of day 2", "sum(//Day[2]/(POI|Restaurant)/@cost)"],
    [TODO, "how many hours of work are left?", 'sum(//Task[@status != "Done"]/@effort)'],
    [
      MEALPLAN,
      "average calories of Ana's dinners",
      'avg(//Member[@name = "Ana"]/Meal[@name = "dinner"]/Option/@calories)',
    ],
  ],
  comparisons: [
    [ITINERARY, "which restaurants are rated above 4.5?", "//Restaurant[@rating > 4.5]"],
    [ITINERARY, "restaurants under 20 dollars", "//Restaurant[@cost < 20]"],
    [ITINERARY, "stops before 10 am", '//POI[start(@time_block) < "10:00 AM"]'],
    [ITINERARY, "stops longer than 2 hours", "//POI[@minutes > 120]"],
    [TODO, "which tasks take more than 4 hours?", "//Task[@effort > 4]"],
    [TODO, "which tasks have priority 1 or 2?", "//Task[@priority = 1 or @priority = 2]"],
    [MEALPLAN, "options under 300 kcal", "//Option[@calories < 300]"],
  ],
  "days by the clock": [
    [TODO, "what's due this week?", '//Task[@deadline >= "2026-09-14" and @deadline <= "2026-09-20"]'],
    [TODO, "tasks due on Friday", '//Task[@deadline = "2026-09-18"]'],
    [TODO, "tasks due before October", '//Task[@deadline < "2026-10-01"]'],
    [TODO, "which tasks are overdue?", '//Task[@status != "Done" and @deadline < "2026-09-16"]'],
  ],
  "what is true or false": [
    [ITINERARY, "what is outdoors on day 7?", "//Day[7]/POI[@open_air = true]"],
    [ITINERARY, "stops in Toronto that are not outdoors", '//Day[@city = "Toronto"]/POI[@open_air = false]'],
    [ITINERARY, "dinners without meat", '//Restaurant[@meal = "dinner"][@meatless = true]'],
    [MEALPLAN, "which options contain nuts?", "//Option[@contains_nuts = true]"],
  ],
  negation: [
    [TODO, "tasks that are not done", '//Task[@status != "Done"]'],
    [TODO, "what tasks are neither done nor blocked?", '//Task[not(@status = "Done")][not(@status = "Blocked")]'],
    [ITINERARY, "days without a museum", '//Day[not(exists(//POI[@category = "museum"]))]'],
    [TODO, "projects without blocked tasks", '//Project[not(exists(//Task[@status = "Blocked"]))]'],
    [TEAM, "people without skills", "//Person[not(exists(//Skill))]"],
  ],
  "what is there, and how often": [
    [ITINERARY, "days with a museum", '//Day[exists(//POI[@category = "museum"])]'],
    [ITINERARY, "which days have more than two parks?", '//Day[count(//POI[@category = "park"]) > 2]'],
    [TODO, "projects with at least 4 tasks", "//Project[count(//Task) >= 4]"],
  ],
  superlatives: [
    [ITINERARY, "what's the cheapest dinner?", '//Restaurant[@meal = "dinner"][order by @cost][1]'],
    [ITINERARY, "the longest stop of each day", "//Day/POI[order by @minutes descending][1]"],
    [ITINERARY, "busiest day", "//Day[order by count(/*) descending][1]"],
    [ITINERARY, "which day has the most parks?", '//Day[order by count(//POI[@category = "park"]) descending][1]'],
    [TODO, "what are the three most urgent open tasks?", '//Task[@status != "Done"][order by @priority][1:3]'],
    [MEALPLAN, "highest protein breakfast", '(//Meal[@name = "breakfast"]/Option)[order by @protein descending][1]'],
  ],
  "what is so or not": [
    [ITINERARY, "is the museum on day 2 free?", 'exists(//Day[2]/POI[@category = "museum"][@cost = 0])'],
    [TODO, 'is "Budget table" done?', 'exists(//Task[@title = "Budget table"][@status = "Done"])'],
    [TODO, "which projects have nothing blocked?", '//Project[not(exists(//Task[@status = "Blocked"]))]'],
  ],
  orders: [[TODO, "open tasks, soonest first", '//Task[@status != "Done"][order by @deadline]']],
  "verbs and wide nouns for what is asked for": [
    [
      MEALPLAN,
      "something with tofu for Ana",
      '//Member[@name = "Ana"]//Option[(contains(@ingredients, "tofu", "case-insensitive") or contains(@name, "tofu", "case-insensitive"))]',
    ],
    [
      ITINERARY,
      "Which train goes to Ottawa?",
      '//(POI|Restaurant)[@travel_method = "train"][contains(@name, "to Ottawa", "case-insensitive")]',
    ],
  ],
  "how words are written": [
    [TODO, "whats overdue", '//Task[@status != "Done" and @deadline < "2026-09-16"]'],
    [MEALPLAN, "dishes w/o meat", '//Option[not(@diet = "meat")]'],
  ],
  "what is not there, whole or first": [
    [TODO, "which tasks are not recurring", "//Task[not(@recurring = true)]"],
    [ITINERARY, "second most expensive restaurant", "//Restaurant[order by @cost descending][2]"],
    [
      MEALPLAN,
      "on which days can Bruno have risotto?",
      '//Day[exists(//Member[@name = "Bruno"][exists(//Option[contains(@name, "risotto", "case-insensitive")])])]',
    ],
  ],
  "what only relevance can say": [
    [ITINERARY, "which museum has dinosaurs?", '//POI[@category = "museum"][node =~ "dinosaurs"]'],
    [TODO, "which tasks mention the portal?", '//Task[node =~ "portal"]'],
  ],
} as const;

describe.each(Object.entries(TABLE))("%s", (_, rows) => {
  test.each(rows.map(([about, request, query]) => ({ about, request, query })))(
    "$request",
    async ({ about, request, query }) => {
      const read = await clearQuery(request, about);
      expect(read, request).not.toBeNull();
      expect(await answerOf(read!, about), read!).toEqual(await answerOf(query, about));
    },
  );
});

describe("it asks", () => {
  test.each([
    [TODO, "quick tasks"],
    [TODO, "frobnicate the gargle"],
    [MEALPLAN, "what is the healthiest option?"],
    [MEALPLAN, "which of those have no meat?"],
    [TODO, "are all tasks of Home done?"],
    [MEALPLAN, "which meals can be ready in under 15 minutes?"],
    [ITINERARY, ""],
  ])("%# about %s", async (about, request) => {
    const { isClear, question } = await translate(request, about);
    expect(isClear).toBe(false);
    expect(question).toMatch(/\?$/);
  });

  test("says that there is nothing to change", async () => {
    const { isClear, question } = await translate("mark all overdue tasks in Errands as done", TODO);
    expect(isClear).toBe(false);
    expect(question).toBe("There is nothing to change: I find no overdue tasks in Errands here.");
  });

  test("and gives the readings between which it can't decide", async () => {
    const { readings } = await translate("show me the island", ITINERARY);
    expect(readings.length).toBeGreaterThan(1);
  });
});

describe("earlier turns", () => {
  test.each([
    ["how many is that", `count(//Task[@status = "Blocked"])`],
    ["how many hours is that?", `sum(//Task[@status = "Blocked"]/@effort)`],
    ["which one is the longest", `(//Task[@status = "Blocked"])[order by @effort descending][1]`],
    ["only the ones with priority 1", `//Task[@status = "Blocked"][@priority = 1]`],
  ])("stay with what was found: %s", async (request, query) => {
    const text = '//Task[@status = "Blocked"]';
    const blocked = Array.from(compile(text).query!.select(TODO.tree).ids, (id) => TODO.tree.node(id).path);
    const context = { found: [blocked], requests: [{ request: "which tasks are blocked?", text }] };
    expect(await clearQuery(request, { ...TODO, context })).toBe(query);
  });

  test("what goes on with the request before takes its place in it", async () => {
    const before = { found: [], requests: [{ request: "Which of Lina's dinners have fish?", text: null }] };
    expect(await clearQuery("and for Grete?", { ...MEALPLAN, context: before })).toBe(
      '//Member[@name = "Grete"]/Meal[@name = "dinner"]/Option[@diet = "fish"]',
    );
  });
});

test("parts say which words became what, and what is unread is shown", async () => {
  const { readings, unread } = await translate("what is outdoors on day 7?", ITINERARY);
  const said = readings[0]!.parts.map(({ span, meaning }) => [
    "what is outdoors on day 7?".slice(span.start, span.end),
    meaning,
  ]);
  expect(said).toContainEqual(["outdoors", "outdoors"]);
  expect(said).toContainEqual(["7", "Day 7"]);
  expect(unread).toEqual([]);
});
