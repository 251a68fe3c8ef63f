import { type AttributeType, kindOfType } from "@semantic-xpath/planner";
import { stemOf } from "@semantic-xpath/scorers";
import { unitOf } from "@semantic-xpath/values";
import type { Dimension } from "../words/marks.js";
import { stemsIn, wordsIn } from "../words/words.js";
import { contentStems } from "./documentation.js";
import type { Lexicon } from "./lexicon.js";

/** An attribute that measures something. */
export interface Measure {
  readonly type: string;
  readonly attribute: string;
  /** How surely it measures that, in (0, 1]. */
  readonly strength: number;
}

const stems = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(stemOf));

/** By which types of values, and by which words of name, alias or documentation, attributes of a dimension are known. */
const SIGNS: Readonly<Record<Dimension, { kinds: readonly string[]; words: ReadonlySet<string>; numeric: boolean }>> = {
  money: {
    kinds: ["money"],
    words: stems("cost price fee budget money dollars euros amount fare salary"),
    numeric: true,
  },
  duration: { kinds: ["duration"], words: stems("minutes hours duration length effort estimate"), numeric: true },
  time: { kinds: ["time", "interval", "dateTime", "date"], words: stems("time clock"), numeric: false },
  date: { kinds: ["date", "dateTime"], words: stems("date deadline due day"), numeric: false },
  rating: { kinds: [], words: stems("rating score stars grade rank"), numeric: true },
  priority: { kinds: [], words: stems("priority urgency importance urgent important severity"), numeric: true },
  weight: { kinds: [], words: stems("weight calories kilocalories energy"), numeric: true },
  person: {
    kinds: [],
    words: stems("who person people owner author assignee traveller speaker reader"),
    numeric: false,
  },
  place: { kinds: [], words: stems("city place location address venue room where"), numeric: false },
  manner: { kinds: [], words: stems("how method manner way"), numeric: false },
  reason: { kinds: [], words: stems("why reason cause"), numeric: false },
  size: { kinds: [], words: stems("size length pages"), numeric: true },
};
const YEARS = stems("year");
const PEOPLE = /who|person|people|owner|author|assignee|reader|speaker|traveller/i;
const NUMERIC = ["number", "money", "quantity", "duration"];

/** A text about somebody: a price for one person is none, and a way to travel is no traveller. */
const isOfPeople = (attribute: string, { type, documentation = "" }: AttributeType): boolean =>
  type === "string" && (/^whos?e?\b/i.test(documentation) || PEOPLE.test(attribute));

/** The attributes that measure in a dimension, those that surely do first. */
export function measuresOf(lexicon: Lexicon, dimension: Dimension): Measure[] {
  const { kinds, words, numeric } = SIGNS[dimension];
  const found: Measure[] = [];
  for (const [type, node] of Object.entries(lexicon.schema.types)) {
    for (const [attribute, info] of Object.entries(node.attributes)) {
      const kind = kindOfType(info.type);
      if (dimension === "person" && !isOfPeople(attribute, info)) continue;
      const name = [...stemsIn(attribute), ...(info.aliases ?? []).flatMap(stemsIn)];
      const said =
        info.documentation === undefined
          ? []
          : [...contentStems(info.documentation), ...stemsIn(info.documentation).slice(0, 1)];
      const byKind = kinds.indexOf(kind);
      const suits = !numeric || NUMERIC.includes(kind);
      if (dimension === "date" && kind === "number" && name.some((stem) => YEARS.has(stem)))
        found.push({ type, attribute, strength: 0.9 });
      else if (byKind >= 0) found.push({ type, attribute, strength: 1 - byKind * 0.1 });
      else if (
        suits &&
        kinds.length + (numeric ? 1 : 0) > 0 &&
        // A number of minutes is how long, and not when.
        !["string", "boolean", ...(numeric ? [] : ["number"])].includes(kind) &&
        name.some((stem) => words.has(stem))
      )
        found.push({ type, attribute, strength: 0.9 });
      else if (suits && kind !== "boolean" && name.some((stem) => words.has(stem)) && (numeric || kinds.length === 0))
        found.push({ type, attribute, strength: 0.85 });
      else if (suits && kind !== "boolean" && said.some((stem) => words.has(stem)) && (numeric || kinds.length === 0))
        found.push({ type, attribute, strength: 0.75 });
    }
  }
  return found.sort((a, b) => b.strength - a.strength);
}

/** The attributes whose documentation says that their numbers are in a unit. */
export function measuresIn({ schema }: Lexicon, unit: string): Measure[] {
  const wanted = unitOf(unit);
  return Object.entries(schema.types).flatMap(([type, node]) =>
    Object.entries(node.attributes)
      .filter(
        ([, info]) =>
          info.type === "number" &&
          wordsIn(info.documentation ?? "").some((word) => wanted !== null && unitOf(word) === wanted),
      )
      .map(([attribute]) => ({ type, attribute, strength: 0.85 })),
  );
}

/** The minutes that one of an attribute's numbers is: it says so in its name, an alias or its documentation. */
export function minutesOfOne(lexicon: Lexicon, { type, attribute }: Pick<Measure, "type" | "attribute">): number {
  const info = lexicon.schema.types[type]!.attributes[attribute]!;
  const said = [
    ...stemsIn(attribute),
    ...(info.aliases ?? []).flatMap(stemsIn),
    ...contentStems(info.documentation ?? ""),
  ];
  const hours = said.indexOf(stemOf("hours"));
  const minutes = said.indexOf(stemOf("minutes"));
  return hours >= 0 && (minutes < 0 || hours < minutes) ? 60 : 1;
}

const FINISHED = stems("done complete finished closed resolved cancelled archived shipped merged dropped");

const FIRST = new Set(
  "todo to do open new planned backlog not started queued waiting unstarted draft".split(" ").map(stemOf),
);

/** The first value of an enumeration of states, where that says that nothing was done yet. */
export function firstValues(lexicon: Lexicon): { type: string; attribute: string; value: string }[] {
  return finishedValues(lexicon).flatMap(({ type, attribute }) => {
    const [value] = lexicon.schema.types[type]!.attributes[attribute]!.values!;
    return stemsIn(value!).every((stem) => FIRST.has(stem)) ? [{ type, attribute, value: value! }] : [];
  });
}

/** The values of enumerations that say that something is over. */
export function finishedValues(lexicon: Lexicon): { type: string; attribute: string; values: readonly string[] }[] {
  return Object.entries(lexicon.schema.types).flatMap(([type, node]) =>
    Object.entries(node.attributes).flatMap(([attribute, { values = [] }]) => {
      const finished = values.filter((value) => stemsIn(value).every((stem) => FINISHED.has(stem)));
      return finished.length > 0 && finished.length < values.length ? [{ type, attribute, values: finished }] : [];
    }),
  );
}

/** Nodes of the largest tree whose dates are looked through for what a request means. */
const MOST_DATED = 5_000;

/** From the first to the last date of the data; null where there is none, or too much of it. */
export function datesOf(lexicon: Lexicon): { first: string; last: string } | null {
  const { tree } = lexicon;
  if (tree.size > MOST_DATED) return null;
  const measures = measuresOf(lexicon, "date");
  const dates: string[] = [];
  for (let id = 1; id <= tree.size; id++) {
    const { type, attributes } = tree.node(id);
    for (const measure of measures) {
      const date = measure.type === type ? attributes[measure.attribute]?.slice(0, 10) : undefined;
      if (date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date)) dates.push(date);
    }
  }
  dates.sort();
  return dates.length === 0 ? null : { first: dates[0]!, last: dates.at(-1)! };
}
