import { compareStatements, type Statement } from "./statement.js";

/** The slots of a subject, those that were used last at the end. Only those that changed since the last call are put in their place. */
export class SlotOrder {
  private order: readonly string[] | null = null;
  private readonly changed = new Set<string>();

  change(id: string): void {
    if (this.order !== null) this.changed.add(id);
  }

  /** The ids of slots in order of the last statements that they have. */
  of(ids: ReadonlySet<string>, lastOf: (id: string) => Statement): readonly string[] {
    const compare = (a: string, b: string): number => compareStatements(lastOf(a), lastOf(b)) || (a < b ? 1 : -1);
    if (this.order === null) this.order = [...ids].sort(compare);
    if (this.changed.size === 0) return this.order;
    const order = this.order.filter((id) => !this.changed.has(id));
    for (const id of this.changed) {
      if (!ids.has(id)) continue;
      let [low, high] = [0, order.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (compare(order[middle]!, id) < 0) low = middle + 1;
        else high = middle;
      }
      order.splice(low, 0, id);
    }
    this.changed.clear();
    this.order = order;
    return order;
  }
}
