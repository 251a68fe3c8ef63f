import { DATE } from "./dates.js";
import {
  type CharacterRange,
  characters,
  charactersExcept,
  choice,
  optional,
  type Part,
  repeat,
  sequence,
  terminal,
} from "./part.js";

/** Most characters of a text in quotes, so that a writer who does not end it is stopped. */
const MOST_CHARACTERS = 160;

const digit = characters(["0", "9"]);
/** Without leading zeros. */
const fromOne = (moreDigits: number): Part => sequence(characters(["1", "9"]), repeat(digit, 0, moreDigits));
const minus = optional(sequence("-"));

/** A text on one line. A quote inside is doubled, as in the language. */
function quoted(quote: string, isCondition: boolean): Part {
  const inside = (last: string) => choice(charactersExcept(["\0", last], [quote, quote]), quote + quote);
  // A condition is not empty and does not start with a space: what is blank scores 0.
  const start = isCondition ? [inside(" ")] : [];
  return sequence(quote, ...start, repeat(inside("\x1f"), 0, MOST_CHARACTERS), quote);
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

/**
 * The regular parts of the language. In a target with a lexer each is one token: no token that can follow one of them continues
 * another that can stand in its place, so the longest match is always the right one.
 */
export const TERMINALS = {
  index: sequence(minus, fromOne(3)),
  shift: sequence(characters(["+", "+"], ["-", "-"]), fromOne(2)),
  text: choice(quoted('"', true), quoted("'", true)),
  string: choice(quoted('"', false), quoted("'", false)),
  number: sequence(minus, choice("0", fromOne(8)), optional(sequence(".", repeat(digit, 1, 4)))),
  integer: choice("0", fromOne(4)),
  score: choice(sequence("0", optional(sequence(".", repeat(digit, 1, 3)))), "1"),
  date: DATE,
  name: sequence(plainName, optional(sequence(":", plainName))),
} as const satisfies Readonly<Record<string, Part>>;
export type TerminalName = keyof typeof TERMINALS;

/** A use of a terminal. */
export const token = (name: TerminalName): Part => terminal(name);
