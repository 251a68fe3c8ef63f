/** Values of texts: types, reading, comparison, arithmetic, patterns and collations. */

export { aggregateItems } from "./aggregate.js";
export { type ArithmeticOperator, calculate, compute } from "./arithmetic.js";
export { base64Of, base64UrlOf, bytesOfBase64, bytesOfBase64Url } from "./base64.js";
export {
  clockMinutes,
  DAY,
  MEAN_MONTH,
  MINUTE,
  MONTHS,
  midnight,
  monthName,
  namePlace,
  SECOND,
  WEEKDAY_NAMES,
  WEEKDAYS,
  weekdayName,
} from "./calendar.js";
export { collationOf } from "./collation.js";
export {
  beside,
  type CompareOperator,
  compareItems,
  compareStrings,
  compareValues,
  MIRRORED,
  typeOf,
} from "./compare.js";
export { COMMON_CURRENCIES, CURRENCY_SIGNS, currencyOf } from "./currencies.js";
export { type Defined, defined } from "./defined.js";
export { foldWord } from "./foldWord.js";
export { formatItem } from "./format.js";
export { CALL_FUNCTIONS, CALLS, type CallFunction, callRow, isSearch, type SearchFunction } from "./functions.js";
export { type ColumnFacts, ColumnInference, columnOfType, inferColumn, readInferred } from "./inferColumn.js";
export { isBlank } from "./isBlank.js";
export {
  INTERVAL_KINDS,
  type IntervalOf,
  type Item,
  isValueError,
  kindOf,
  type Quantity,
  type ValueError,
  valueError,
} from "./item.js";
export {
  LANGUAGE_CODES,
  LANGUAGE_NAMES,
  LANGUAGE_TAG,
  type LanguageName,
  languageList,
  languageNamed,
} from "./languages.js";
export { isPlainName, nameLiteral, stringLiteral } from "./literal.js";
export { append, getOrMake, groupBy, isObject, ownEntry } from "./maps.js";
export { durationOf, endOf, overlaps, startOf, weekday } from "./moments.js";
export { compilePattern, type Pattern } from "./pattern/compilePattern.js";
export { isGlob, matchesGlob } from "./pattern/glob.js";
export type { PatternError, PatternErrorReason } from "./pattern/syntax.js";
export { parseAmount } from "./read/amount.js";
export { type ClockWords, scanClockTimes } from "./read/clock.js";
export { scanDate } from "./read/dates.js";
export {
  type DayExpression,
  type DayUnit,
  type DayWords,
  type ResolvedDays,
  resolveDays,
  scanDays,
} from "./read/days.js";
export { type NumberWords, scanNumber, scanOrdinal } from "./read/numberWords.js";
export { endKeyOf, equalKey, hasKeys, keyOf, orderKey, readBoolean, readValue } from "./readValue.js";
export {
  type Applied,
  type ArgumentError,
  type CallContext,
  type CallParameter,
  type CallResult,
  type CallRow,
  type ContextRow,
  type JoinRow,
  type PickList,
  READINGS,
  type Reading,
  type ScalarRow,
  type SumRow,
} from "./row.js";
export { isText, parseValueType, printValueType, VALUE_KINDS, type ValueType, type ValueTypeError } from "./type.js";
export { timeUnitOf, toBase, type Unit, unitOf } from "./units.js";
export {
  isDay,
  isDayOrMoment,
  plusDays,
  possibleDays,
  readDate,
  readNumber,
  readsAsDate,
  readsAsNumber,
} from "./untyped.js";
export { listed, oneLine, shortened } from "./wording.js";
