/** The codes that texts use most; the lexical scorer looks for these alone, since other words have three letters, too. */
export const COMMON_CURRENCIES =
  "USD CAD AUD NZD SGD HKD EUR GBP JPY CHF INR CNY SEK NOK DKK PLN CZK MXN BRL ZAR".split(" ");

const OTHER_CURRENCIES = `AED AFN ALL AMD ANG AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BSD BTN BWP BYN BZD CDF CLP COP CRC CUP
CVE DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG HUF IDR ILS IQD IRR ISK JMD JOD KES KGS KHR KMF KPW KRW KWD KYD
KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PYG QAR RON RSD
RUB RWF SAR SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD
XOF XPF YER ZMW ZWG`;
const CURRENCIES = new Set([...COMMON_CURRENCIES, ...OTHER_CURRENCIES.split(/\s/)]);

/** Signs and spoken names, without their "s". A plain dollar may be that of any country. */
export const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  $: "$",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  dollar: "$",
  buck: "$",
  euro: "EUR",
  pound: "GBP",
  quid: "GBP",
  yen: "JPY",
  rupee: "INR",
  franc: "CHF",
};

const MORE_SIGNS =
  "us$:USD c$:CAD ca$:CAD a$:AUD au$:AUD nz$:NZD hk$:HKD s$:SGD r$:BRL mx$:MXN ₩:KRW ₽:RUB ₺:TRY ₪:ILS ₫:VND ฿:THB ₴:UAH ₱:PHP zł:PLN fr:CHF";
const SIGNS = new Map([
  ...Object.entries(CURRENCY_SIGNS),
  ...MORE_SIGNS.split(" ").map((pair) => pair.split(":") as [string, string]),
]);

const DOLLARS =
  "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD".split(" ");
/** Currencies of a shared sign or name, for a type that names one. */
const SHARED_SIGNS = new Map<string, readonly string[]>([
  ["$", DOLLARS],
  ["dollar", DOLLARS],
  ["dollars", DOLLARS],
  ["¥", ["CNY"]],
  ["kr", ["SEK", "NOK", "DKK", "ISK"]],
]);

/**
 * The currency of a sign, code or name, "$", "C$", "CAD", "CAD $", "euros"; null for other texts. A sign that several currencies share
 * is the declared one, if it is among them.
 */
export function currencyOf(written: string, declared: string | null): string | null {
  const name = written.replaceAll(/[\s.]/g, "").toLowerCase();
  if (declared !== null && SHARED_SIGNS.get(name)?.includes(declared) === true) return declared;
  const code = name.replace(/\$$/, "").toUpperCase();
  if (CURRENCIES.has(code)) return code;
  return SIGNS.get(name) ?? SIGNS.get(name.replace(/s$/, "")) ?? null;
}

export const isCurrency = (code: string): boolean => code === "$" || CURRENCIES.has(code);
