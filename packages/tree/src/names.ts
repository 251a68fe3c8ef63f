/** Names in order of first use, with their ids from `first` on. */
export class NameTable {
  readonly ids = new Map<string, number>();
  private lastName: string | undefined;
  private lastId = -1;

  constructor(private readonly first: number) {}

  id(name: string): number {
    if (name === this.lastName) return this.lastId;
    let id = this.ids.get(name);
    if (id === undefined) {
      id = this.first + this.ids.size;
      this.ids.set(detached(name), id);
    }
    this.lastName = name;
    this.lastId = id;
    return id;
  }
}

/** The same string with characters of its own: a slice would keep the whole source text alive. */
export const detached = (text: string): string => text.split("").join("");
