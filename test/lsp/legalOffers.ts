import { tokenize } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import type { CompletionItem } from "vscode-languageserver";
import { query } from "./kit.js";

/** Places of completion in texts: boundaries of words, the second letter of each, and the inside of each string. */
export function placesIn(texts: readonly string[]): readonly string[] {
  const prefixes = new Set<string>();
  for (const text of texts)
    for (const { span } of tokenize(text)) {
      prefixes.add(text.slice(0, span.start));
      const word = text.slice(span.start, span.end);
      if (/^["']/.test(word)) prefixes.add(text.slice(0, span.start + 1));
      else if (/^\w{4}/.test(word)) prefixes.add(text.slice(0, span.start + 2));
    }
  return [...prefixes];
}

const IS_UPDATE = /^\s*(?:declare update|insert|delete|replace|rename|move)\b/;

export const compiles = (text: string, schema: Schema): boolean =>
  (IS_UPDATE.test(text) ? compileUpdate : compile)(text, { schema }).diagnostics.every(
    ({ severity }) => severity !== "error",
  );

/** Texts that stand for what an item leaves open. */
const HOLES =
  `|delete node //POI[1]|@minutes|@name|/POI|1|a|"a"|/Note|POI|Monday|@date|@time_block|@cost|//POI[1]|n: 1|.|1 h|"9:00 AM"|tip|/POI/@name|@category|. > 1|1 = 1|. =~ "a"
Day|"1 h"|/Itinerary/@start|//POI/@minutes|root()//Day[1]/@date|root()//POI[1]/@time_block|root()//POI/@minutes|avg(/POI[node =~ "a"])|root()//POI[node =~ "a"]`.split(
    /[|\n]/,
  );

/** Continuations of a query. */
const QUERY_ENDS =
  `~"a"~'1 h'~'9:00 AM'~'2026-06-10'~'tip'~"CAD 1"~ > 1~ = "a"~ > "1 h"~ > "9:00 AM"~ > "2026-06-10"~ > "CAD 1"~ = "9:00 AM - 10:00 AM"~=~ "a"
*~*/@minutes~ = "Restaurant"~name~@name~@minutes~@cost~@date~@time_block~ $x~POI~Note~Day~Itinerary~//POI~/*~/@name~/@minutes~/@minutes > 1~/text()~[1]~/POI) > 1~) > 1
::*~::Itinerary~ 1~ 1 > 1~ 1 = 1~ true~= true~, 1~, "a"~ x: 1~: 1~ by @name~ satisfies 1 = 1~ in /POI satisfies 1 = 1~/POI satisfies 1 = 1~POI satisfies 1 = 1~//POI satisfies 1 = 1
of '2026-06-08' //POI~ '2026-06-08' //POI~ a() := //POI`.split(/[~\n]/);

/** Continuations of an update. */
const UPDATE_ENDS =
  `~ into //POI[1]~ //POI[1] before //POI[2]~ into //Day[1]~ into /Itinerary~ with "a"~ with 1~ with "park"~ with <Note kind="tip"/>~ as Note~ as POI~ before //POI[2]~="tip"/> into //POI[1]
/>~/> into //POI[1]~</Note> into //POI[1]~"/> into //POI[1]~"> x</Note> into //POI[1]~ kind="tip"/> into //POI[1]~Note kind="tip"/> into //POI[1]
 node //POI[1]~ node //POI[1] as Restaurant~ node //POI[1]/@name with 'a'~ of node //POI[1]/@name with 'a'~ value of node //POI[1]/@name with 'a'~ //POI[1]/@name with 'a'
 //Note[1] with <Note kind='tip'/>~/@name with "a"~/@minutes with 1~[1]/@name with 'a'~[1]/@minutes with 1~[1]/@city with 'Ottawa'~[1]/@category with 'park'
[1] into //Day[1]~[1] with <Note kind='tip'/>~[1] as POI~[1] as Restaurant~[1] before //POI[2]~/POI[1]/@name with 'a'~/POI[1] as POI~/..~/@name~/@kind~[1]~/POI[1]~[1]/POI[1]
"/>~Note with 'a'~Note/@kind with 'tip'~Day/@city with 'Ottawa'~POI/@name with 'a'~Itinerary/@title with 'a'~ with "9:00 AM - 10:00 AM"~ with "bus"~ //Restaurant[1] as POI
 first into //POI[1]~ last into //Day[1]~Note~POI~//POI[1]~*~"a"~ 1~'park'~[1]/@name~[1]/@minutes~ {'slow'} into /Itinerary~} into /Itinerary~/@title} into /Itinerary
[1]/@title} into /Itinerary~[1]/@name} into /Itinerary~[1]/@city} into /Itinerary~ a() := delete node //POI[1]~() := delete node //POI[1]~::Note~::POI~::*`.split(
    /[~\n]/,
  );

/** The offers at a place that no continuation makes a text without errors, and their number in all. */
export function illegalOffers(prefix: string, schema: Schema): { readonly offers: number; readonly illegal: string[] } {
  const tried = new Map<string, boolean>();
  const isLegal = (text: string): boolean => {
    if (!tried.has(text)) tried.set(text, compiles(text, schema));
    return tried.get(text)!;
  };
  const { service, document, position } = query(`${prefix}<|>`);
  const { items } = service.complete(document, position);
  const illegal = items.filter((item) => {
    const { textEdit } = item;
    if (textEdit === undefined || !("replace" in textEdit)) return true;
    const before = prefix.slice(0, document.offsetAt(textEdit.replace.start));
    return !attemptsOf(textEdit.newText, item, before).some(({ fill, end, text }) => {
      const found = endings(text).some(isLegal);
      if (found) {
        toFront(HOLES, fill);
        toFront(QUERY_ENDS, end);
        toFront(UPDATE_ENDS, end);
      }
      return found;
    });
  });
  return { offers: items.length, illegal: illegal.map(({ label }) => `${prefix}‸${label}`) };
}

const FEW = 12;

/** What was right at one place is tried first at the next. */
function toFront(list: string[], text: string): void {
  const at = list.indexOf(text);
  if (at > 0) list.unshift(...list.splice(at, 1));
}

interface Attempt {
  readonly fill: string;
  readonly end: string;
  readonly text: string;
}

/** Texts that may follow when an item is taken; what fills its holes goes with few ends. */
function attemptsOf(newText: string, { insertTextFormat }: CompletionItem, before: string): readonly Attempt[] {
  const holes = insertTextFormat === 2 ? new Set(newText.match(/(?<!\\)\$\{?\d/g)).size : 0;
  const filled =
    holes === 0
      ? [{ fill: "", text: insertTextFormat === 2 ? filledWith(newText, "", "") : newText }]
      : HOLES.flatMap((a) => (holes === 1 ? [a] : HOLES).map((b) => ({ fill: a, text: filledWith(newText, a, b) })));
  const ends = IS_UPDATE.test(before + filled[0]!.text)
    ? [...UPDATE_ENDS, ...(before.includes("[") ? QUERY_ENDS : [])]
    : QUERY_ENDS;
  const tried =
    holes === 0 || (holes === 1 && ends !== QUERY_ENDS) ? ends : holes === 1 ? ends.slice(0, FEW) : ["", " > 1"];
  return filled.flatMap(({ fill, text }) => tried.map((end) => ({ fill, end, text: before + text + end })));
}

const filledWith = (snippet: string, first: string, second: string): string =>
  snippet
    .replace("($2)", "()")
    .replace("${2:type}/", 'Note kind="tip"/')
    .replaceAll(/\$\{\d:([^{}]*)\}/g, "$1")
    .replaceAll(/(?<!\\)\$\{?(\d)\}?/g, (_, hole: string) => (hole === "1" ? first : second))
    .replaceAll(/\\([$}\\])/g, "$1");

/** A text with what closes its brackets; a key of groups may need a name, an extreme of a path its attribute. */
function endings(text: string): readonly string[] {
  const closing = closingOf(text);
  const endings = [text + closing];
  if (text.includes("group by")) endings.push(text + closing.replace(/\](?=[^\]]*$)/, " as k]"));
  if (/^(?:max|sum)\(\(/.test(text)) endings.push(text + closing.replace(/\)$/, "/@minutes)"));
  if (IS_UPDATE.test(text) && closing !== "") endings.push(...UPDATED.map((end) => text + closing + end));
  if (text.startsWith("declare")) endings.push(`${text + closing};`);
  return endings;
}

/** What may follow the target of an update. */
const UPDATED = [" into //Day[1]", " before //POI[2]", " as POI", ' with <Note kind="tip"/>'];

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function closingOf(text: string): string {
  const open: string[] = [];
  let quote = "";
  for (const sign of text) {
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (CLOSING[sign] !== undefined) open.push(CLOSING[sign]);
    else if (sign === open.at(-1)) open.pop();
  }
  return quote + open.reverse().join("");
}
