import type { NumberWords } from "@semantic-xpath/values";
import { anyOf } from "./words.js";

const counted = (words: string, from: number, step = 1): [string, number][] =>
  words.split(" ").map((word, i) => [word, from + i * step]);

/** The words of English for numbers: the scanner's table. */
export const ENGLISH_NUMBERS: NumberWords = {
  small: new Map(
    counted(
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
      0,
    ),
  ),
  tens: new Map(counted("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)),
  large: new Map([
    ["dozen", 12],
    ["hundred", 100],
    ["thousand", 1e3],
    ["million", 1e6],
    ["billion", 1e9],
  ]),
  ordinals: new Map([
    ...counted("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth", 1),
    ...counted("fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth", 14),
    ["thirtieth", 30],
  ]),
  one: ["a", "an"],
  and: "and",
};

/** A pattern of a number of one word. */
export const NUMBER_WORD = anyOf([...ENGLISH_NUMBERS.small.keys(), ...ENGLISH_NUMBERS.tens.keys()]);

/** Decades by their names, in years: "nineties" is 1990. */
export const DECADES: ReadonlyMap<string, number> = new Map(
  [...ENGLISH_NUMBERS.tens].map(([word, tens]) => [word.replace(/y$/, "ies"), 1900 + tens]),
);

/** Units of several words or signs, each word apart from the next by one space, by their symbols. */
export const UNIT_PHRASES: ReadonlyMap<string, string> = new Map(
  (
    "square meters:m²,square metres:m²,square feet:ft²,sq ft:ft²,sq m:m²,square kilometres:km²,square kilometers:km²,m ²:m²,km ²:km²," +
    "km / h:km/h,m / s:m/s,miles per hour:mph,miles an hour:mph,kilometres per hour:km/h,kilometers per hour:km/h,per cent:%," +
    "fluid ounces:floz,fl oz:floz,degrees celsius:°C,degrees fahrenheit:°F,degrees c:°C,degrees f:°F,° c:°C,° f:°F,%:%"
  )
    .split(",")
    .map((row) => row.split(":") as [string, string]),
);
