import { getOrMake } from "@semantic-xpath/tree";
import { oneOf, type Rules } from "./options.js";
import type { TextContext, TextList } from "./scorer.js";

/** Whether a scorer of embeddings reads texts after the facts of their context, such as the date of the session that a turn is in. */
export interface FactsOptions {
  /** `schema`: texts of which a schema says that they have a context; `auto`: turns of conversations too; `off`, the default: none. */
  readonly context?: "auto" | "schema" | "off";
}

export const FACTS: Rules & Record<keyof FactsOptions, Rules[string]> = { context: oneOf("auto", "schema", "off") };

/** No text of facts has it. */
const END = "\0";

/** A text with its facts as one, so that it can be a key: `factsIn` takes them apart again. */
export function withFacts(
  text: string,
  context: TextContext | null | undefined,
  { context: asked = "off" }: FactsOptions,
): string {
  const isRead = context !== null && context !== undefined && (context.isDeclared || asked === "auto");
  return `${isRead ? context.facts.replaceAll(END, " ") : ""}${END}${text}`;
}

/** What goes in front of the text, and the text. */
export function factsIn(text: string): { readonly facts: string; readonly text: string } {
  const end = text.indexOf(END);
  const facts = text.slice(0, end);
  return { facts: facts === "" ? "" : `${facts}\n`, text: text.slice(end + 1) };
}

/** The texts of a list as `withFacts` makes them, each when it is first asked for; of one list the same. */
export function listWithFacts(options: FactsOptions): (list: TextList, numbers: Int32Array) => TextList {
  const made = new WeakMap<TextList, { readonly texts: string[] }>();
  return (list, numbers) => {
    const read = getOrMake(made, list, () => ({ texts: [] }));
    // Who keeps by number sees a list that is as long as the other one; what it was not asked for stays empty.
    for (let number = read.texts.length; number < list.texts.length; number++) read.texts.push("");
    for (const number of numbers) {
      if (read.texts[number] === "")
        read.texts[number] = withFacts(list.texts[number]!, list.contextOf?.(number), options);
    }
    return read;
  };
}

/** What whoever reads scores has to know. */
export const FACTS_NOTE = "texts with a context were read after its facts";
