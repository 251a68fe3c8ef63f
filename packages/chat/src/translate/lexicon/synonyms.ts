import { stemWord } from "@semantic-xpath/english";
import { relationsOf } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/values";

/** The strength of a relation from which one word stands for the other. */
const LEAST_STRENGTH = 0.75;

const cache = new Map<string, readonly string[]>();

/** Stems of the synonyms of a stem, by the thesaurus of the lexical scorer. They reach names and values of small enumerations, never texts. */
export const synonymsOf = (stem: string): readonly string[] =>
  getOrMake(cache, stem, () =>
    [...relationsOf(stem)].flatMap(([other, { strength, how }]) =>
      how === "synonym" && strength >= LEAST_STRENGTH ? [stemWord(other)] : [],
    ),
  );
