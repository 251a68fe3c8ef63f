/** The part of an address that leads to a heading, as GitHub makes it: small letters, hyphens for spaces, no punctuation. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");

/** Slugs of one document: a second of the same name gets `-1`, a third `-2`. */
export class Slugs {
  /** Number of requests for each. */
  private readonly counts = new Map<string, number>();

  unique(slug: string): string {
    const base = slug === "" ? "section" : slug;
    let count = this.counts.get(base);
    if (count === undefined) {
      this.counts.set(base, 0);
      return base;
    }
    let next: string;
    do next = `${base}-${++count}`;
    while (this.counts.has(next));
    this.counts.set(base, count);
    this.counts.set(next, 0);
    return next;
  }
}
