/** Texts that can be read in two ways: the number of their uses, and up to three of them. */
export interface UnclearTexts {
  readonly uses: number;
  readonly texts: readonly string[];
}

const MAX_TEXTS = 3;
const PARTED_NUMBER = /(?<!\d)\d+(?:[.,]+\d+)+/;

/** The points and commas in the amounts of a column: where they stand before decimals, and where they may as well part thousands. */
export class AmountSigns {
  /** Signs that stand before decimals in some amount. */
  private readonly decimals = new Set<string>();
  private readonly unclear: Record<string, { uses: number; readonly texts: string[] }> = {};
  /** True if some numbers have neither sign. */
  private hasIntegers = false;
  /** True if an unclear one ends in a zero, which decimals beside integers would not. */
  private hasZeros = false;
  /** True if a number has four digits in a row, so that thousands are not parted. */
  private hasLong = false;

  /** Adds the first number of a text with a point or a comma, "1,200.50" or "€1.200". Only one sign before exactly three digits is unclear. */
  add(text: string, uses: number): void {
    const isPlain = !text.includes(".") && !text.includes(",");
    const number = isPlain ? undefined : PARTED_NUMBER.exec(text)?.[0];
    if (number === undefined) {
      this.hasIntegers = true;
      this.hasLong ||= /\d{4}/.test(text);
      return;
    }
    const at = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
    const [sign, other] = number[at] === "." ? ([".", ","] as const) : ([",", "."] as const);
    const isOnly = !number.includes(other) && number.indexOf(sign) === at;
    if (!isOnly || number.length - at !== 4 || at > 3 || number[0] === "0") {
      this.decimals.add(isOnly || number.includes(other) ? sign : other);
      return;
    }
    this.unclear[sign] ??= { uses: 0, texts: [] };
    const unclear = this.unclear[sign]!;
    unclear.uses += uses;
    if (text.endsWith("0")) this.hasZeros = true;
    if (unclear.texts.length < MAX_TEXTS) unclear.texts.push(text);
  }

  /**
   * The amounts that others contradict: with a comma before decimals, a point before three digits parts thousands, and a comma does not. Money with a
   * point before three digits needs another value with a point before decimals; so do numbers such as "1.200" beside "950". Undefined if all are clear.
   */
  unclearAs(kind: "number" | "money" | "quantity"): UnclearTexts | undefined {
    const isDoubtful = kind === "money" || (kind === "number" && this.hasIntegers && this.hasZeros && !this.hasLong);
    const signs = this.decimals.has(",") ? [".", ","] : isDoubtful && !this.decimals.has(".") ? ["."] : [];
    const amounts = signs.flatMap((sign) => this.unclear[sign] ?? []);
    if (amounts.length === 0) return undefined;
    const texts = amounts.flatMap((each) => each.texts).slice(0, MAX_TEXTS);
    return { uses: amounts.reduce((sum, each) => sum + each.uses, 0), texts };
  }
}
