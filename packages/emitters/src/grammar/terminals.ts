import {
  type CharacterRange,
  characters,
  charactersExcept,
  choice,
  namesIn,
  optional,
  type Part,
  type Rule,
  repeat,
  sequence,
} from "./part.js";

/** Most characters of a text in quotes, so that a writer who does not end it is stopped. */
const MAX_CHARACTERS = 160;

const digit = characters(["0", "9"]);
/** Without leading zeros. */
const fromOne = (moreDigits: number): Part => sequence(characters(["1", "9"]), repeat(digit, 0, moreDigits));
const minus = optional(sequence("-"));

/** A text on one line. A quote inside is doubled, as in the language. */
function quoted(quote: string, isCondition: boolean): Part {
  const inside = (last: string) => choice(charactersExcept(["\0", last], [quote, quote]), quote + quote);
  // A condition is not empty and does not start with a space: what is blank scores 0.
  const start = isCondition ? [inside(" ")] : [];
  return sequence(quote, ...start, repeat(inside("\x1f"), 0, MAX_CHARACTERS), quote);
}

/** Letters of the widest spread scripts. No target knows Unicode's categories, and all of these are letters. */
const LETTERS: readonly CharacterRange[] = [
  ["a", "z"],
  ["A", "Z"],
  ["_", "_"],
  ["À", "Ö"],
  ["Ø", "ö"],
  ["ø", "ɏ"],
  ["Α", "Ρ"],
  ["Σ", "ώ"],
  ["А", "я"],
  ["ぁ", "ゖ"],
  ["ァ", "ヺ"],
  ["一", "鿿"],
  ["가", "힣"],
];
const plainName = sequence(
  characters(...LETTERS),
  repeat(characters(...LETTERS, ["0", "9"], [".", "."], ["-", "-"]), 0, 48),
);

/*
 * ISO 8601 dates in quotes, as the checker reads them: a year, a month, a day, or a day with a time. Only days that exist can be
 * written: a 31st of April would be an error, and so would a 29th of February of most years.
 */

const anyOf = (text: string): Part => characters(...[...text].map((each) => [each, each] as const));
const nonZero = characters(["1", "9"]);

const year = repeat(digit, 4, 4);
const month = choice(sequence("0", nonZero), sequence("1", anyOf("012")));

/** Days 1 to 29. */
const mostDays = choice(sequence("0", nonZero), sequence(anyOf("12"), digit));
const monthsOf31 = choice(sequence("0", anyOf("13578")), sequence("1", anyOf("02")));
const monthsOf30 = choice(sequence("0", anyOf("469")), "11");
const monthDay = choice(
  sequence(monthsOf31, "-", choice(mostDays, sequence("3", anyOf("01")))),
  sequence(monthsOf30, "-", choice(mostDays, "30")),
  sequence("02-", choice(sequence("0", nonZero), sequence("1", digit), sequence("2", characters(["0", "8"])))),
);

/** Divisible by 4; no year that ends a century, since not all of those are leap years. */
const leapYear = sequence(
  repeat(digit, 2, 2),
  choice(sequence("0", anyOf("48")), sequence(anyOf("2468"), anyOf("048")), sequence(anyOf("13579"), anyOf("26"))),
);
const day = choice(sequence(year, "-", monthDay), sequence(leapYear, "-02-29"));

const hour = choice(sequence(anyOf("01"), digit), sequence("2", anyOf("0123")));
const minute = sequence(characters(["0", "5"]), digit);
const time = sequence("T", hour, ":", minute, optional(sequence(":", minute)), optional(sequence("Z")));

const DATE = sequence('"', choice(year, sequence(year, "-", month), sequence(day, optional(time))), '"');

const upTo = (digits: number): Part => choice("0", fromOne(digits));
/** A time of the day: of 24 hours, or of 12. */
const hour12 = choice(nonZero, sequence("1", anyOf("012")));
const clock = choice(
  sequence(choice(sequence(optional(anyOf("01")), digit), sequence("2", anyOf("0123"))), ":", minute),
  sequence(hour12, ":", minute, choice(" AM", " PM")),
);
/** A length of time in one unit. */
const lasting = sequence(fromOne(3), " ", choice("min", "minutes", "h", "hours", "days", "weeks"));

/** Regular expressions without ranges and back-references, each of which is one: nothing is repeated twice. */
const patternAtom = choice(
  characters(...LETTERS, ["0", "9"], [" ", " "], [":", ":"], [",", ","]),
  ".",
  "\\d",
  "\\w",
  "\\s",
  sequence("[", repeat(characters(...LETTERS, ["0", "9"]), 1, 12), "]"),
);
const branch = sequence(repeat(sequence(patternAtom, optional(anyOf("*+?"))), 1, 40));
const branches = sequence(branch, repeat(sequence("|", branch), 0, 6));
const PATTERN = sequence(
  '"',
  optional(sequence("^")),
  choice(branch, sequence("(", branches, ")", optional(branch))),
  optional(sequence("$")),
  '"',
);
/** A name that can't stand bare. */
const QUOTED_NAME = sequence(
  '"',
  characters(...LETTERS, ["0", "9"]),
  repeat(characters(...LETTERS, ["0", "9"], [" ", " "], [".", "."], ["-", "-"]), 0, 48),
  '"',
);

/**
 * The regular parts of the language. In a target with a lexer each is one token: no token that can follow one of them continues
 * another that can be in its place, so the longest match is always the right one.
 */
export const TERMINALS = {
  index: sequence(minus, fromOne(3)),
  shift: sequence(characters(["+", "+"], ["-", "-"]), fromOne(2)),
  text: choice(quoted('"', true), quoted("'", true)),
  string: choice(quoted('"', false), quoted("'", false)),
  number: sequence(minus, upTo(8), optional(sequence(".", repeat(digit, 1, 4)))),
  integer: upTo(4),
  amount: sequence(upTo(8), optional(sequence(".", repeat(digit, 1, 2)))),
  score: choice(sequence("0", optional(sequence(".", repeat(digit, 1, 3)))), "1"),
  date: DATE,
  time: sequence('"', clock, '"'),
  interval: sequence('"', clock, " - ", clock, '"'),
  duration: sequence('"', lasting, '"'),
  pattern: PATTERN,
  name: sequence(plainName, optional(sequence(":", plainName))),
  quoted: QUOTED_NAME,
} as const satisfies Readonly<Record<string, Part>>;
export type TerminalName = keyof typeof TERMINALS;

/** A use of a terminal: a target with a lexer reads it as one token. */
export const token = (name: TerminalName): Part => ({ kind: "Terminal", name });

/** The terminals that the rules use, in the order of the table. */
export function terminalsIn(rules: readonly Rule[]): readonly TerminalName[] {
  const used = new Set(rules.flatMap(({ part }) => namesIn(part, "Terminal")));
  return (Object.keys(TERMINALS) as TerminalName[]).filter((name) => used.has(name));
}
