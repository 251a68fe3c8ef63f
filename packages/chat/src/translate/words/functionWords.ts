import type { Span } from "@semantic-xpath/parser";
import type { Word, Words } from "./words.js";

/** English function words and the words that requests are made with, which mean nothing of the data. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those some any every each such no nor not i me my mine we us our ours you your yours he him his she her " +
    "hers it its they them their theirs who whom whose which what when where why how and or but if then than so as because while " +
    "although though whether of in on at by for from to into onto with without within about between among through during before " +
    "after above below over under up down out off near along against toward towards until till since upon via per am is are was were " +
    "be been being do does did doing done have has had having can could may might must shall should will would ought there here also " +
    "too very just only both either neither own same please 's re ll ve s t am gonna wanna gotta lemme kinda"
  ).split(" "),
);

export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

/** Words that only ask, and leave open what for. */
const ASKING: ReadonlySet<string> = new Set(
  (
    "show list find give tell get display see look print name know want need like help let please thanks thank hi hello hey ok okay " +
    "could would can plan planned planning schedule scheduled happen happens happening go going visit visits visited visiting come " +
    "take takes taking use used using make makes there exist exists called named listed list everything anything something nothing " +
    "things thing stuff item items one ones me us overview details detail information info check contain contains containing include includes including included " +
    "reach reaches reached leave leaves depart departs arrive arrives start starts begin begins starting ending end ends consist consists mention mentions mentioned eat eats eating cook say says said talk talks pay spend spending buy enjoy sees made expect belong belongs able possible each thats entry entries total get got gets getting does kind sort sorts kinds ready list whole entire entirely complete together everyone everybody knock tackle squeeze manage handle finish write wrote written published noted jotted somewhere involve involves involving need needs serve serves served serving offer offers offered way ways again right now currently actually really still left remaining yet already"
  ).split(" "),
);

/** All words of both kinds. */
export const knownWords = (): readonly string[] => [...FUNCTION_WORDS, ...ASKING];

export const isAsking = (word: string): boolean => ASKING.has(word);

/** The words that mean something and are in no part of what was read. */
export const unreadWords = ({ all }: Words, parts: readonly { readonly span: Span }[]): readonly Word[] =>
  all.filter(
    ({ text, span, isQuoted }) =>
      (isQuoted || (!isFunctionWord(text) && !isAsking(text))) &&
      !parts.some((part) => part.span.start < span.end && span.start < part.span.end),
  );
