import { BODY_AND_WORLD } from "./thesaurus/body.js";
import { FOOD } from "./thesaurus/food.js";
import { PEOPLE } from "./thesaurus/people.js";
import { TRAVEL } from "./thesaurus/travel.js";
import { WORK } from "./thesaurus/work.js";

/**
 * The files, one relation a line: a head, a sign, and a list with commas. A phrase has hyphens for its spaces. `#` begins a comment.
 *
 *     car = automobile, auto        each may replace the head, and the head for each
 *     food > bread, cheese          kinds or parts of the head
 *     chef ~ kitchen, recipe        what goes with the head
 *     rain ~0.5 umbrella            the same with a strength of its own
 */
export const THESAURUS: readonly string[] = [FOOD, TRAVEL, PEOPLE, WORK, BODY_AND_WORLD];
