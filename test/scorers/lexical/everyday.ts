/** An everyday condition on one of the example trees, and which nodes of a type are right. */
export interface Everyday {
  readonly about: "words" | "synonym" | "time" | "money" | "date" | "number";
  readonly file: "itinerary/itinerary.xml" | "todo/todo.xml" | "mealplan/mealplan.json";
  readonly type: string;
  readonly condition: string;
  /** Whether a node is right, from its attributes, and its text with that of its descendants. */
  readonly relevant: (at: (name: string) => string, text: string) => boolean;
}

type Attributes = (name: string) => string;

/** The minute of the day at which a `time_block` begins. */
const begins = (at: Attributes): number => {
  const [, hour, minute, half] = /^(\d+):(\d+) (AM|PM)/.exec(at("time_block"))!;
  return ((Number(hour) % 12) + (half === "PM" ? 12 : 0)) * 60 + Number(minute);
};
const cost = (at: Attributes): number => Number(at("cost").replace("CAD ", ""));

const stop = (about: Everyday["about"], condition: string, relevant: Everyday["relevant"], type = "POI"): Everyday => ({
  about,
  file: "itinerary/itinerary.xml",
  type,
  condition,
  relevant,
});
const task = (about: Everyday["about"], condition: string, relevant: Everyday["relevant"]): Everyday => ({
  ...{ about, file: "todo/todo.xml", type: "Task", condition, relevant },
});
const option = (about: Everyday["about"], condition: string, relevant: Everyday["relevant"]): Everyday => ({
  ...{ about, file: "mealplan/mealplan.json", type: "Option", condition, relevant },
});

const kind =
  (name: string, ...values: string[]): Everyday["relevant"] =>
  (at) =>
    values.includes(at(name));
const says =
  (pattern: RegExp): Everyday["relevant"] =>
  (_at, text) =>
    pattern.test(text);

/** Judged by hand, by rules on the attributes where one says exactly what is asked. */
export const EVERYDAY: readonly Everyday[] = [
  stop("words", "museum", kind("category", "museum")),
  stop("words", "conference", kind("category", "conference")),
  stop("words", "sunset view", says(/sunset/i)),
  stop("words", "vegetarian", (at) => at("meatless") === "true", "Restaurant"),
  task("words", "urgent repair", says(/urgent repair/i)),
  task("words", "waiting for an answer", (at) => at("status") === "Blocked"),
  option("words", "lentil soup", says(/lentil.*soup|soup.*lentil/is)),
  option("words", "oats", says(/\boat/i)),

  stop("synonym", "eatery with a patio", says(/patio/i), "Restaurant"),
  stop("synonym", "coffeehouse", kind("cuisine", "cafe"), "Restaurant"),
  stop("synonym", "patisserie", kind("cuisine", "bakery"), "Restaurant"),
  stop("synonym", "supper", kind("meal", "dinner"), "Restaurant"),
  stop("synonym", "morning meal", kind("meal", "breakfast"), "Restaurant"),
  stop("synonym", "midday meal", kind("meal", "lunch"), "Restaurant"),
  stop("synonym", "plant-based food", (at) => at("meatless") === "true", "Restaurant"),
  stop("synonym", "seaside walk", says(/beach|shore|boardwalk/i)),
  stop("synonym", "by bike", kind("travel_method", "bicycle")),
  stop("synonym", "by cab", kind("travel_method", "taxi")),
  stop("synonym", "metro ride", kind("travel_method", "subway")),
  stop("synonym", "railway", (at, text) => at("travel_method") === "train" || /train/i.test(text)),
  stop(
    "synonym",
    "paintings and sculpture",
    (at, text) => at("category") === "gallery" || /sculptur|paint/i.test(text),
  ),
  stop("synonym", "birdwatching", says(/heron|duck|gull|bird/i)),
  stop("synonym", "luggage", says(/luggage|suitcase/i)),
  stop("synonym", "convention", kind("category", "conference")),
  task("synonym", "phone somebody", says(/\bcall\b|\bphone\b|\bring\b/i)),
  task("synonym", "fix something broken", says(/repair|fix|broken|mend/i)),
  task("synonym", "physician", says(/doctor/i)),
  task("synonym", "furnace", says(/boiler/i)),
  task("synonym", "purchase", says(/\bbuy\b|\border\b/i)),
  task("synonym", "completed", kind("status", "Done")),
  task("synonym", "every year", says(/yearly|annual|every year/i)),
  option("synonym", "seafood", says(/salmon|tuna|cod|trout|prawn|shrimp|fish|mackerel|sardine|haddock|mussel|anchov/i)),
  option("synonym", "legumes", says(/lentil|bean|chickpea|\bpeas?\b|hummus|dal/i)),
  option("synonym", "poultry", says(/chicken|turkey|duck/i)),
  option("synonym", "courgette", says(/courgette|zucchini/i)),
  option("synonym", "berries", says(/berr|currant/i)),
  option("synonym", "citrus", says(/lemon|lime|orange|grapefruit|mandarin/i)),
  option("synonym", "asian noodles", says(/noodle|ramen|udon|soba|pho/i)),
  option("synonym", "fruit", says(/pear|peach|apple|berr|banana|mango|plum|grape|orange|melon|apricot|fig/i)),

  stop("time", "in the morning", (at) => begins(at) < 720),
  stop("time", "evening", (at) => begins(at) >= 1020 && begins(at) < 1320),
  stop("time", "afternoon", (at) => begins(at) >= 720 && begins(at) < 1050),
  stop("time", "before 9 am", (at) => begins(at) < 540),
  stop("time", "after 7 pm", (at) => begins(at) >= 1140),
  stop("time", "between 2 and 5 pm", (at) => begins(at) >= 840 && begins(at) < 1020),
  stop("time", "dinner at 19:30", (at) => Math.abs(begins(at) - 1170) <= 20, "Restaurant"),
  stop("time", "early morning", (at) => begins(at) < 540, "Restaurant"),

  stop("money", "free of charge", (at) => cost(at) === 0),
  stop("money", "under 10 dollars", (at) => cost(at) < 10),
  stop("money", "more than CAD 30", (at) => cost(at) > 30),
  stop("money", "cheap lunch", (at) => at("meal") === "lunch" && cost(at) <= 20, "Restaurant"),
  stop("money", "expensive dinner", (at) => at("meal") === "dinner" && cost(at) >= 40, "Restaurant"),
  stop("money", "lunch under $20", (at) => at("meal") === "lunch" && cost(at) < 20, "Restaurant"),

  stop("date", "weekend", kind("date", "2026-06-13", "2026-06-14"), "Day"),
  stop("date", "Wednesday", kind("date", "2026-06-10"), "Day"),
  stop("date", "June 12", kind("date", "2026-06-12"), "Day"),
  task("date", "due in October", (at) => at("deadline").slice(5, 7) === "10"),
  task("date", "before 15 September 2026", (at) => at("deadline") < "2026-09-15"),
  option("number", "under 300 calories", (at) => Number(at("calories")) < 300),
  option("number", "at least 30 g protein", (at) => Number(at("protein")) >= 30),
  option("number", "ready in under 10 minutes", (at) => Number(at("prep_minutes")) < 10),
  stop("number", "less than an hour", (at) => Number(at("minutes")) < 60),
  stop("number", "rating above 4.4", (at) => Number(at("rating")) > 4.4, "Restaurant"),
];
