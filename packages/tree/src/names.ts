/** Names in order of first use, with their ids from `first` on. */
export class NameTable {
  readonly ids = new Map<string, number>();
  private readonly names: string[] = [];
  /** The name that came after each name the last time: data repeat themselves, and to compare is faster than to look up. */
  private readonly next: number[] = [];
  private last = 0;

  constructor(private readonly first: number) {}

  id(name: string): number {
    const likely = this.next[this.last];
    if (likely !== undefined && this.names[likely] === name) {
      this.last = likely;
      return this.first + likely;
    }
    let id = this.ids.get(name);
    if (id === undefined) {
      id = this.first + this.ids.size;
      const ownedName = detached(name);
      this.ids.set(ownedName, id);
      this.names.push(name);
      this.next.push(0);
    }
    const at = id - this.first;
    // An identical object is compared at once, if the source repeats it.
    this.names[at] = name;
    this.next[this.last] = at;
    this.last = at;
    return id;
  }
}

/** Copies a string: a slice would keep the whole source text alive. */
export const detached = (text: string): string => text.split("").join("");
