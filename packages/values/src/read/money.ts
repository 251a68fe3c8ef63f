import { currencyOf } from "../currencies.js";
import type { MoneyValue } from "../item.js";
import { splitAmount } from "./amount.js";

/** An amount of money, "CAD 38", "$1,200.50", "38 €". A bare number, and a plain sign, are of the declared currency. */
export function readMoney(text: string, declared: string | null): MoneyValue | null {
  const parts = splitAmount(text);
  if (parts === null) return null;
  const { before, value, after } = parts;
  const currency = before === "" && after === "" ? declared : currencyAround(before, after, declared);
  return currency === null || !Number.isFinite(value) ? null : { kind: "money", amount: value, currency };
}

/** On one side; or a sign on one and the code on the other, "$38 CAD". */
function currencyAround(before: string, after: string, declared: string | null): string | null {
  if (before === "" || after === "") return currencyOf(before + after, declared);
  const code = currencyOf(/[a-z]/i.test(after) ? after : before, declared);
  const sign = currencyOf(/[a-z]/i.test(after) ? before : after, code);
  return sign === code ? code : null;
}
