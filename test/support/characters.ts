import fc from "fast-check";

/** Code points that are no half of a pair: 0 to 0xD7FF and 0xE000 to 0x10FFFF. */
const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;
const toCharacter = (at: number): string => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES);
const fromCharacter = (character: unknown): number => {
  if (typeof character !== "string" || !/^[^\p{Cs}]$/su.test(character)) throw new Error("not one character");
  const point = character.codePointAt(0)!;
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
};

/** A unit of texts, any character: what `unit: "binary"` is, which lays out all 1 112 064 of them once in each process. */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES).map(toCharacter, fromCharacter);
