import { sentencesIn } from "@semantic-xpath/english";
import type { Turn } from "../../dialogue.js";
import type { RelationDraft } from "../../formation.js";

/** Social acts by the words that perform them: the second voice of a turn. */
const ACTS: readonly (readonly [act: string, words: RegExp])[] = [
  ["congratulates", /\b(?:congrat\w*|well done|way to go|so proud of you|proud of you|kudos)\b/i],
  ["thanks", /\b(?:thanks|thank you|thx|appreciate (?:it|you|that|your))\b/i],
  ["apologizes to", /\b(?:sorry (?:about|for|i|that)|my apologies|i apologi[sz]e|forgive me)\b/i],
  [
    "comforts",
    /\b(?:sorry to hear|so sorry|that (?:sucks|must be hard|sounds tough)|hang in there|here for you|take care of yourself)\b/i,
  ],
  [
    "encourages",
    /\b(?:you (?:got this|can do it)|you've got this|good luck|keep (?:it up|going)|go for it|fingers crossed|don't give up|i believe in you|rooting for you)\b/i,
  ],
  [
    "praises",
    /\b(?:(?:you're|you are) (?:so |really |such )?\w+|your \w+ (?:is|are|looks?|sounds?) (?:so |really )?\w+|that's (?:so |really )?(?:great|awesome|amazing|wonderful|fantastic|impressive|cool|lovely|inspiring))\b/i,
  ],
  ["invites", /\b(?:you should (?:come|join)|want to join|wanna (?:come|join)|let's (?:meet|go|grab|get|catch))\b/i],
  [
    "advises",
    /\b(?:you should|i(?:'d| would) (?:suggest|recommend)|why don't you|have you tried|make sure (?:you|to))\b/i,
  ],
  ["asks", /\?\s*$/],
];

/** The acts of a turn toward the other speaker, at most two. */
export function relationsIn(turn: Turn, toward: string): RelationDraft[] {
  if (toward === "" || toward === turn.speaker) return [];
  const relations: RelationDraft[] = [];
  for (const { text } of sentencesIn(turn.text)) {
    const act = ACTS.find(([name, words]) => words.test(text) && !relations.some((each) => each.act === name));
    if (act !== undefined && relations.length < 2) relations.push({ turn: turn.id, act: act[0], toward, text });
  }
  return relations;
}
