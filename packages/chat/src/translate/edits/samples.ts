import { type Known, typeOf } from "./known.js";

/** How the data writes an attribute: the first value of it; null: nothing has one. */
export function sampleOf(
  known: Known,
  { type, name }: { readonly type: string; readonly name: string },
): string | null {
  const { tree } = known;
  for (let node = 1; node <= tree.size; node++) {
    if (typeOf(known, node) !== type) continue;
    const value = tree.attribute(node, name);
    if (value !== undefined && value !== "") return value;
  }
  return null;
}

/** A time of the day as a sample writes it: `7:00 PM`, `19:00`, `7:00pm`. Minutes from midnight. */
export function clockText(minutes: number, sample: string | null): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  const [hour, minute] = [Math.floor(ofDay / 60), String(ofDay % 60).padStart(2, "0")];
  const half = /(\s?)([ap])(\.?m\.?)/iu.exec(sample ?? "");
  if (half === null)
    return `${sample !== null && /(?:^|\D)\d:/u.test(sample) ? hour : String(hour).padStart(2, "0")}:${minute}`;
  const letter = hour < 12 ? "a" : "p";
  const isUpper = half[2] === half[2]!.toUpperCase();
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  return `${twelve}:${minute}${half[1]}${isUpper ? letter.toUpperCase() : letter}${half[3]}`;
}
