import { characters, choice, optional, type Part, repeat, sequence } from "./part.js";

/**
 * ISO 8601 dates in quotes, as the checker reads them: a year, a month, a day, or a day with a time. Only days that exist can be
 * written: a 31st of April would be an error, and so would a 29th of February of most years.
 */

const oneOf = (text: string): Part => characters(...[...text].map((each) => [each, each] as const));
const digit = characters(["0", "9"]);
const fromOne = characters(["1", "9"]);

const year = repeat(digit, 4, 4);
const month = choice(sequence("0", fromOne), sequence("1", oneOf("012")));

/** Days 1 to 29. */
const mostDays = choice(sequence("0", fromOne), sequence(oneOf("12"), digit));
const monthsOf31 = choice(sequence("0", oneOf("13578")), sequence("1", oneOf("02")));
const monthsOf30 = choice(sequence("0", oneOf("469")), "11");
const monthDay = choice(
  sequence(monthsOf31, "-", choice(mostDays, sequence("3", oneOf("01")))),
  sequence(monthsOf30, "-", choice(mostDays, "30")),
  sequence("02-", choice(sequence("0", fromOne), sequence("1", digit), sequence("2", characters(["0", "8"])))),
);

/** Divisible by 4; no year that ends a century, since not all of those are leap years. */
const leapYear = sequence(
  repeat(digit, 2, 2),
  choice(sequence("0", oneOf("48")), sequence(oneOf("2468"), oneOf("048")), sequence(oneOf("13579"), oneOf("26"))),
);
const day = choice(sequence(year, "-", monthDay), sequence(leapYear, "-02-29"));

const hour = choice(sequence(oneOf("01"), digit), sequence("2", oneOf("0123")));
const sixty = sequence(characters(["0", "5"]), digit);
const time = sequence("T", hour, ":", sixty, optional(sequence(":", sixty)), optional(sequence("Z")));

export const DATE = sequence('"', choice(year, sequence(year, "-", month), sequence(day, optional(time))), '"');
