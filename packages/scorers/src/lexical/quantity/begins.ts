import { COMMON_CURRENCIES, CURRENCY_SIGNS, MONTHS, timeUnitOf, WEEKDAYS } from "@semantic-xpath/values";
import type { Tokens } from "./tokens.js";

const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen " +
  "twenty thirty forty fifty sixty seventy eighty ninety";
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth " +
  "seventeenth eighteenth nineteenth twentieth thirtieth";
const MORE =
  "half quarter several noon midday midnight free weekend weekends weekday weekdays workday workdays working twenties thirties forties " +
  "fifties sixties seventies eighties nineties spring springtime summer summertime autumn fall winter wintertime p pt us c ca au nz hk s r mx";
const SIGNS = "½ ¼ ¾ ⅓ ⅔ - −";

const words = (text: string): readonly string[] => text.split(" ");
const beginnings = (names: readonly string[]): readonly string[] => names.flatMap((name) => [name, name.slice(0, 3)]);

/** What a quantity begins with, if not with digits. */
const BEGINS = new Set([
  ...[NUMBERS, ORDINALS, MORE, SIGNS].flatMap(words),
  ...[...beginnings(MONTHS), "sept"],
  ...beginnings(WEEKDAYS).flatMap((day) => [day, `${day}s`]),
  ...COMMON_CURRENCIES.map((code) => code.toLowerCase()),
  ...Object.keys(CURRENCY_SIGNS).filter((sign) => sign.length === 1),
]);

/** What follows an article that begins a quantity. */
const AFTER_ARTICLE = new Set(
  words(`couple pair few dozen hundred thousand million billion quarter ${ORDINALS} ${NUMBERS}`),
);

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
