/**
 * What verbs of requests are about: what is eaten is a meal or a dish, what is visited a place. With these nouns a verb says what is asked for
 * where no noun does.
 */
const TABLE: readonly (readonly [verbs: string, nouns: string])[] = [
  ["eat eats eating ate eaten dine dines dining", "meal dish food restaurant"],
  ["cook cooks cooking cooked prepare prepares preparing", "dish recipe meal"],
  ["visit visits visiting visited sightsee", "place sight attraction stop museum"],
  ["stay stays staying stayed sleep sleeps sleeping lodge", "hotel accommodation lodging hostel"],
  ["drink drinks drinking", "drink bar beverage"],
  ["read reads reading", "book paper article"],
  ["watch watches watching", "film movie show"],
  ["attend attends attending", "event session meeting talk"],
];

const NOUNS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.flatMap(([verbs, nouns]) => verbs.split(" ").map((verb) => [verb, nouns.split(" ")] as const)),
);

/** The nouns for what a verb is about; none: it says nothing of that, or is no verb. */
export const nounsOf = (verb: string): readonly string[] => NOUNS.get(verb) ?? [];

/** Adjectives that are said of how much there is of something, and that. */
const GRADABLE: ReadonlyMap<string, string> = new Map([
  ["sweet", "sugar"],
  ["sugary", "sugar"],
  ["salty", "salt"],
  ["fatty", "fat"],
  ["fibrous", "fibre"],
  ["caloric", "calories"],
  ["calorific", "calories"],
  ["nourishing", "protein"],
  ["risky", "risk"],
  ["difficult", "difficulty"],
  ["popular", "popularity"],
]);
/** Words after which an adjective is about how much. */
const DEGREES: ReadonlySet<string> = new Set(["most", "least", "more", "less", "how"]);

/** Whether an adjective says how much there is of something. */
export const isGradable = (adjective: string): boolean => GRADABLE.has(adjective);

/** The noun of an adjective after a word of degree: "the least sweet" has the least sugar. */
export const nounOfDegree = (degree: string, adjective: string): string | null =>
  DEGREES.has(degree) ? (GRADABLE.get(adjective) ?? null) : null;
