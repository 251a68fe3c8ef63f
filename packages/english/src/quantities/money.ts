import { COMMON_CURRENCIES, CURRENCY_SIGNS, currencyOf } from "@semantic-xpath/values";
import { afterJoin, readNumber } from "./numbers.js";
import { type Reading, sum } from "./quantity.js";
import type { Tokens } from "./tokens.js";

/** A currency at a place, with the token after it. */
interface ReadCurrency {
  readonly code: string;
  readonly end: number;
}

const CODES = new Set(COMMON_CURRENCIES.map((code) => code.toLowerCase()));
const SHORT: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, bn: 1e9 };

/** A sum of money: "$1,200.50", "CAD 25", "30 euros", "twenty bucks", "20-30 €", "US$ 5k". */
export function readMoney(tokens: Tokens, at: number): Reading | null {
  const before = currencyAt(tokens, at, false);
  const low = before === null ? readNumber(tokens, at) : amountAt(tokens, before.end);
  if (low === null || (before !== null && low.spoken)) return null;
  const second = highAt(tokens, at, low.end);
  const [high, end] = second ?? [low.high, low.end];
  const after = currencyAt(tokens, end, true);
  const code = after?.code ?? before?.code;
  if (code === undefined || (before !== null && after !== null && before.code !== "$" && before.code !== after.code))
    return null;
  return { quantities: [sum(low.low, high, code)], end: after?.end ?? end, spoken: low.spoken };
}

/** A number, with its short thousand: "5k". */
function amountAt(tokens: Tokens, at: number) {
  const number = readNumber(tokens, at);
  const times = number === null ? undefined : SHORT[tokens.word(number.end)];
  if (number === null || times === undefined) return number;
  return { ...number, low: number.low * times, high: number.high * times, end: number.end + 1 };
}

function highAt(tokens: Tokens, first: number, at: number): readonly [number, number] | null {
  const next = afterJoin(tokens, first, at);
  if (next < 0) return null;
  const high = amountAt(tokens, currencyAt(tokens, next, false)?.end ?? next);
  return high === null ? null : [high.high, high.end];
}

/** "$", "US$", "€", "CAD"; after a number also "euros" and "bucks". Words such as "mad" are not codes. */
function currencyAt(tokens: Tokens, at: number, isAfter: boolean): ReadCurrency | null {
  const text = tokens.text(at);
  if (tokens.is(at + 1, "$") && tokens.isGlued(at + 1) && text.length <= 2) {
    const code = currencyOf(`${text}$`, null);
    if (code !== null) return { code, end: at + 2 };
  }
  if (CODES.has(text)) {
    const isDoubled = tokens.is(at + 1, "$");
    return { code: text.toUpperCase(), end: at + (isDoubled ? 2 : 1) };
  }
  const code = SIGNS.get(text) ?? (isAfter ? NAMES.get(text) : undefined);
  return code === undefined ? null : { code, end: at + 1 };
}

const CURRENCIES = Object.entries(CURRENCY_SIGNS);
const SIGNS = new Map(CURRENCIES.filter(([name]) => name.length === 1));
const NAMES = new Map(
  CURRENCIES.filter(([name]) => name.length > 1).flatMap(([name, code]) => [
    [name, code],
    [`${name}s`, code],
  ]),
);

const FREE: readonly (readonly string[])[] = [
  ["free", "of", "charge"],
  ["free", "entry"],
  ["free", "admission"],
  ["free", "entrance"],
  ["for", "free"],
  ["no", "charge"],
];

/** Words for "costs nothing"; "free" alone counts in a field for prices. */
export function readFree(tokens: Tokens, at: number, isPrice: boolean): Reading | null {
  const length = Math.max(
    0,
    ...FREE.map((words) => tokens.follow(at, words)),
    isPrice && tokens.is(at, "free") ? 1 : 0,
  );
  return length === 0 ? null : { quantities: [sum(0, 0, "")], end: at + length };
}
