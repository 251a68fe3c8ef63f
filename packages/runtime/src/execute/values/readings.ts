import { getOrMake, type Tree, type ValueTable } from "@semantic-xpath/tree";
import { readDate, readNumber } from "@semantic-xpath/values";

/** What the texts of a tree read as, each read once: by value id. NaN where a text does not read so. */
class Readings {
  private readonly numbers: Float64Array;
  private readonly isRead: Uint8Array;

  constructor(private readonly values: ValueTable) {
    this.numbers = new Float64Array(values.size);
    this.isRead = new Uint8Array(values.size);
  }

  number(id: number): number {
    if (this.isRead[id] === 0) {
      this.numbers[id] = readNumber(this.values.get(id));
      this.isRead[id] = 1;
    }
    return this.numbers[id]!;
  }

  date(id: number): number {
    return readDate(this.values.get(id));
  }
}

const readings = new WeakMap<Tree, Readings>();

/** Kept with the tree: a column that is summed or sorted again is not read again. */
export const readingsOf = (tree: Tree): Readings => getOrMake(readings, tree, () => new Readings(tree.values));
