/** Texts that were cut, the newest last. */
export type KillRing = readonly string[];

const MOST = 30;

/** Keeps what was cut; cuts in a row are one text, in the order in which they stood. */
export function kill(ring: KillRing, text: string, where: "before" | "behind", goesOn: boolean): KillRing {
  if (text === "") return ring;
  const newest = ring.at(-1);
  if (!goesOn || newest === undefined) return [...ring, text].slice(-MOST);
  return [...ring.slice(0, -1), where === "before" ? text + newest : newest + text];
}

/** The ring with the newest text as the oldest: what M-y goes through. */
export const rotate = (ring: KillRing): KillRing => (ring.length === 0 ? ring : [ring.at(-1)!, ...ring.slice(0, -1)]);
