import { getOrMake, type Tree, type ValueTable } from "@semantic-xpath/tree";
import { keyOf, readDate, readNumber, type ValueType } from "@semantic-xpath/values";

/** The numbers of texts, each read once: by value id. NaN for a text without one. */
class Reading {
  private readonly numbers: Float64Array;
  private readonly isRead: Uint8Array;

  constructor(
    private readonly values: ValueTable,
    private readonly read: (text: string) => number,
  ) {
    this.numbers = new Float64Array(values.size);
    this.isRead = new Uint8Array(values.size);
  }

  of(id: number): number {
    if (this.isRead[id] === 0) {
      this.numbers[id] = this.read(this.values.get(id));
      this.isRead[id] = 1;
    }
    return this.numbers[id]!;
  }
}

/** Readings of the texts of a tree. */
class Readings {
  private readonly numbers: Reading;
  private readonly keys = new Map<ValueType, Reading>();
  private blanks: ReadonlySet<number> | null = null;

  constructor(private readonly values: ValueTable) {
    this.numbers = new Reading(values, readNumber);
  }

  number(id: number): number {
    return this.numbers.of(id);
  }

  /** True if some text of the tree is blank. */
  get hasBlanks(): boolean {
    return this.blankIds.size > 0;
  }

  isBlank(id: number): boolean {
    return this.blankIds.has(id);
  }

  private get blankIds(): ReadonlySet<number> {
    if (this.blanks !== null) return this.blanks;
    const blank = new Set<number>();
    for (let id = 0; id < this.values.size; id++) if (this.values.get(id).trim() === "") blank.add(id);
    this.blanks = blank;
    return blank;
  }

  date(id: number): number {
    return readDate(this.values.get(id));
  }

  /** The key of a text as a value of a type that has keys. */
  key(type: ValueType, id: number): number {
    return getOrMake(this.keys, type, () => new Reading(this.values, (text) => keyOf(type, text))).of(id);
  }
}

const readings = new WeakMap<Tree, Readings>();

/** Kept with the tree: a column that is summed or sorted again is not read again. */
export const readingsOf = (tree: Tree): Readings => getOrMake(readings, tree, () => new Readings(tree.values));
