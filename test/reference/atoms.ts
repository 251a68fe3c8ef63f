/** Single values as language.md §1 and §6 read, compare, add and order them: texts of no declared type and of some. */
export type Atom = string | number | boolean | Declared;

/** A text whose type the schema says: beside another text, and as a key, it reads as nothing else. */
export class Declared {
  constructor(
    readonly text: string,
    readonly type: "string" | "number" | "date",
  ) {}
  toString(): string {
    return this.text;
  }
}

/** SXP4011: a value is not what is needed where it is. */
export class ValueError extends Error {}

const isText = (atom: Atom): boolean => typeof atom === "string" || atom instanceof Declared;
export const plain = (atom: Atom): string | number | boolean => (atom instanceof Declared ? atom.text : atom);
export const textOf = (atom: Atom): string => String(atom);

/** NaN where a text does not read as a number. */
export const readNumber = (atom: Atom): number => {
  if (atom instanceof Declared) return atom.type === "number" ? readNumber(atom.text) : Number.NaN;
  const reads = typeof atom !== "string" || /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(atom);
  return reads ? Number(atom) : Number.NaN;
};

/** Milliseconds, UTC where no zone is given; NaN where a text is no ISO date. */
const readInstant = (atom: Atom): number => {
  if (atom instanceof Declared) return atom.type === "date" ? readInstant(atom.text) : Number.NaN;
  if (typeof atom !== "string" || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.test(atom)) return Number.NaN;
  return Date.parse(atom.length === 10 ? atom : `${atom}Z`);
};

export function neededNumber(atom: Atom): number {
  const number = typeof atom === "boolean" ? Number.NaN : readNumber(atom);
  if (typeof atom !== "number" && Number.isNaN(number)) throw new ValueError(`a number, not "${atom}"`);
  return number;
}

/** At most one. */
export function single(atoms: readonly Atom[]): Atom | null {
  if (atoms.length > 1) throw new ValueError(`one value, not ${atoms.length}`);
  return atoms[0] ?? null;
}

/** §1: as numbers if both read so (beside a number always), as instants if both do, else as texts; Booleans are equal or not. */
export function compareAtoms(left: Atom, operator: string, right: Atom): boolean {
  const declared = [left, right].filter((atom) => atom instanceof Declared);
  if (declared.length > 0 && ![left, right].every(isText)) return compareAtoms(plain(left), operator, plain(right));
  for (const [type, read] of [["number", readNumber] as const, ["date", readInstant] as const])
    if (declared.some((atom) => atom.type === type)) return compare(read(plain(left)), operator, read(plain(right)));
  if (declared.length > 0) return compare(textOf(left), operator, textOf(right));
  if (typeof left === "string" && typeof right === "boolean") return compareTruth(left, operator, right);
  if (typeof left === "boolean" && typeof right === "string") return compareTruth(right, operator, left);
  const numbers = [readNumber(left), readNumber(right)] as const;
  if (typeof left !== "string" || typeof right !== "string" || !numbers.some(Number.isNaN))
    return compare(numbers[0], operator, numbers[1]);
  const instants = [readInstant(left), readInstant(right)] as const;
  return instants.some(Number.isNaN) ? compare(left, operator, right) : compare(instants[0], operator, instants[1]);
}

/** "true" and "1" are true, "false" and "0" false, any other text is unequal to both. */
function compareTruth(text: string, operator: string, right: boolean): boolean {
  const isEqual = (right ? ["true", "1"] : ["false", "0"]).includes(text);
  return operator === "=" ? isEqual : operator === "!=" && !isEqual;
}

export function compare<T extends string | number>(left: T, operator: string, right: T): boolean {
  switch (operator) {
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}

export function arithmetic(operator: string, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "div":
      return left / right;
    default:
      return left % right;
  }
}

/** What one list of order keys sorts by: numbers if all that are there read so, else instants, else texts. Absent and NaN: null. */
export function column(atoms: readonly (Atom | null)[]): (number | string | null)[] {
  const there = atoms.map((atom) => (typeof atom === "number" && Number.isNaN(atom) ? null : atom));
  for (const read of [readNumber, readInstant]) {
    const keys = there.map((atom) => (atom === null ? null : read(atom)));
    if (!keys.some((key) => key !== null && Number.isNaN(key))) return keys;
  }
  return there.map((atom) => (atom === null ? null : textOf(atom)));
}

/** The least or the greatest by `column`, the first of equals: a number where the column is of numbers, else as it was written. */
export function extreme(name: "min" | "max", atoms: readonly Atom[]): Atom[] {
  const keys = column(atoms);
  let best = 0;
  for (const [i, key] of keys.entries()) if (compare(key!, name === "min" ? "<" : ">", keys[best]!)) best = i;
  const isNumeric = atoms.every((atom) => !Number.isNaN(readNumber(atom)));
  return atoms.length === 0 ? [] : [isNumeric ? (keys[best] as number) : atoms[best]!];
}

/** Equal ones once, the first as it was written. */
export const distinct = (atoms: readonly Atom[]): Atom[] =>
  atoms.filter((atom, i) => atoms.findIndex((other) => compareAtoms(other, "=", atom)) === i);

/** Functions of one text, and further ones. */
export const TEXT_FUNCTIONS: Readonly<Record<string, (text: string, other: string, flags: string) => Atom>> = {
  contains: (text, other) => text.includes(other),
  "starts-with": (text, other) => text.startsWith(other),
  "ends-with": (text, other) => text.endsWith(other),
  matches: (text, pattern, flags) => new RegExp(pattern, `u${flags}`).test(text),
  "lower-case": (text) => text.toLowerCase(),
  "upper-case": (text) => text.toUpperCase(),
  "normalize-space": (text) => text.trim().replace(/[ \t\r\n]+/g, " "),
  "string-length": (text) => [...text].length,
  "substring-before": (text, other) => text.slice(0, Math.max(0, text.indexOf(other))),
  "substring-after": (text, other) => (text.includes(other) ? text.slice(text.indexOf(other) + other.length) : ""),
  weekday: (text) => {
    if (Number.isNaN(readInstant(text))) throw new ValueError(`a date, not ${JSON.stringify(text)}`);
    return new Date(readInstant(text)).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  },
};
