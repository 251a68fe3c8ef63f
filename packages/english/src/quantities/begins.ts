import { COMMON_CURRENCIES, CURRENCY_SIGNS, timeUnitOf } from "@semantic-xpath/values";
import { ENGLISH_DAYS } from "../days.js";
import { DECADES, ENGLISH_NUMBERS } from "../numbers.js";
import type { Tokens } from "./tokens.js";

const { small, tens, large, ordinals } = ENGLISH_NUMBERS;
const NUMBERS = [...small.keys(), ...tens.keys(), ...ordinals.keys()];
const MORE =
  "half quarter several noon midday midnight free weekend weekends weekday weekdays workday workdays working springtime summertime " +
  "wintertime p pt us c ca au nz hk s r mx";
const SIGNS = "½ ¼ ¾ ⅓ ⅔ - −";

const words = (text: string): readonly string[] => text.split(" ");

/** Beginnings of quantities without digits. */
const BEGINS = new Set([
  ...[MORE, SIGNS].flatMap(words),
  ...[...NUMBERS, ...DECADES.keys(), ...Object.keys(ENGLISH_DAYS.months), ...Object.keys(ENGLISH_DAYS.seasons)],
  ...Object.keys(ENGLISH_DAYS.weekdays).flatMap((day) => [day, `${day}s`]),
  ...COMMON_CURRENCIES.map((code) => code.toLowerCase()),
  ...Object.keys(CURRENCY_SIGNS).filter((sign) => sign.length === 1),
]);

/** Words that begin a quantity after an article. */
const AFTER_ARTICLE = new Set([...words("couple pair few quarter"), ...large.keys(), ...NUMBERS]);

/** A cheap test that a place which begins no quantity fails, as most do. */
export function mayBegin(tokens: Tokens, at: number): boolean {
  const text = tokens.text(at);
  const first = text.charCodeAt(0);
  if ((first >= 48 && first <= 57) || BEGINS.has(text)) return true;
  if (text === "a" || text === "an" || text === "the") {
    const next = tokens.text(at + 1);
    return AFTER_ARTICLE.has(next) || next === "$" || timeUnitOf(next) !== null || (next >= "0" && next <= "9~");
  }
  if (text === "for") return tokens.is(at + 1, "free");
  return text === "no" && tokens.is(at + 1, "charge");
}
