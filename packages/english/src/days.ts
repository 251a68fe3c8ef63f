import { type DayUnit, type DayWords, MONTHS, WEEKDAYS } from "@semantic-xpath/values";
import { DECADES, ENGLISH_NUMBERS } from "./numbers.js";
import { anyOf } from "./words.js";

/** Names and their first three letters. */
const named = (names: readonly string[], first: number): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name, i) => [
      [name, i + first],
      [name.slice(0, 3), i + first],
    ]),
  );

const UNITS: Readonly<Record<string, DayUnit>> = {
  day: "day",
  days: "day",
  night: "day",
  nights: "day",
  week: "week",
  weeks: "week",
  fortnight: "week",
  weekend: "weekend",
  weekends: "weekend",
  month: "month",
  months: "month",
  year: "year",
  years: "year",
};

const WEEKDAY_NUMBERS: Readonly<Record<string, number>> = { ...named(WEEKDAYS, 0), tues: 2, thurs: 4 };
const WEEKEND = [0, 6];
const WORKDAYS = [1, 2, 3, 4, 5];

/** The words of English for days: the scanner's table. */
export const ENGLISH_DAYS: DayWords = {
  months: { ...named(MONTHS, 1), sept: 9 },
  weekdays: WEEKDAY_NUMBERS,
  units: UNITS,
  counting: ENGLISH_NUMBERS,
  numbers: {
    a: 1,
    an: 1,
    "a couple of": 2,
    "couple of": 2,
    couple: 2,
    "a few": 3,
    few: 3,
  },
  days: {
    today: 0,
    tonight: 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "earlier today": 0,
    "later today": 0,
    yesterday: -1,
    "last night": -1,
    tomorrow: 1,
    "day after tomorrow": 2,
    "the day after tomorrow": 2,
    "day before yesterday": -2,
    "the day before yesterday": -2,
  },
  which: { last: -1, past: -1, previous: -1, this: 0, current: 0, next: 1, coming: 1 },
  seasons: { spring: [3, 5], summer: [6, 8], autumn: [9, 11], fall: [9, 11], winter: [12, 2] },
  ago: ["ago", "back", "earlier"],
  from: ["from now", "from today", "later"],
  ahead: ["in", "within"],
  during: ["for"],
  before: [
    "in",
    "on",
    "by",
    "until",
    "till",
    "before",
    "after",
    "since",
    "from",
    "of",
    "during",
    "for",
    "last",
    "this",
    "next",
    "early",
    "late",
    "mid",
    "to",
    "around",
    "through",
  ],
  beforeMonth: "in of by during since until late early mid next last this before after".split(" "),
  beforeYear:
    "in since of during from until till by after before year early late mid the summer winter autumn spring fall (".split(
      " ",
    ),
  beforeSeason: "in this next last the every each during early late mid".split(" "),
  beforeDecade: ["the", "early", "late", "mid", "-"],
  doubtful: ["may", "march", "mar", "dec", "jan", "sat", "sun"],
  // "Mar del Plata"
  neverAlone: ["mar"],
  doubtfulSeasons: ["spring", "fall"],
  seasonEnding: /time$/,
  weekdayGroups: {
    weekend: WEEKEND,
    weekends: WEEKEND,
    weekday: WORKDAYS,
    weekdays: WORKDAYS,
    workday: WORKDAYS,
    workdays: WORKDAYS,
    "working day": WORKDAYS,
    "working days": WORKDAYS,
  },
  shortWeekdays: Object.keys(WEEKDAY_NUMBERS).filter((name) => !WEEKDAYS.includes(name)),
  plural: /(?<=day)s$/,
  habit: /\b(?:every|each)\b|\b(?:any|a)$/,
  decades: DECADES,
  century: "century",
  article: "the",
  of: "of",
  to: "to",
  parts: {
    "end of": "end",
    late: "end",
    "beginning of": "start",
    "start of": "start",
    early: "start",
    "middle of": "middle",
    mid: "middle",
  },
  ordinals: ["st", "nd", "rd", "th"],
};

/** Weekdays by their whole names. */
export const WEEKDAY = anyOf(WEEKDAYS);
/** Weekdays, months and seasons by their whole names. */
export const TIME_NAMES: readonly string[] = [...WEEKDAYS, ...MONTHS, ...Object.keys(ENGLISH_DAYS.seasons)];
