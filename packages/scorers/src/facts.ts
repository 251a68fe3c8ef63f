import { getOrMake } from "@semantic-xpath/tree";
import { oneOf, type Rules } from "./options.js";
import type { TextContext, TextList } from "./scorer.js";

/** Option of embedding scorers: texts may be prefixed with the facts of their context, such as the date of a turn's session. */
export interface FactsOptions {
  /** `schema`: only texts whose schema declares a context; `auto`: turns of conversations too; `off`, the default: none. */
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

/** Splits a prefixed text into its facts and its own text. */
export function factsIn(text: string): { readonly facts: string; readonly text: string } {
  const end = text.indexOf(END);
  const facts = text.slice(0, end);
  return { facts: facts === "" ? "" : `${facts}\n`, text: text.slice(end + 1) };
}

/** The texts of a list as `withFacts` makes them, each when it is first asked for; of one list the same. */
export function listWithFacts(options: FactsOptions): (list: TextList, numbers: Int32Array) => TextList {
  const prefixed = new WeakMap<TextList, { readonly texts: string[] }>();
  return (list, numbers) => {
    const read = getOrMake(prefixed, list, () => ({ texts: [] }));
    // Callers that index by number need a list of the same length as the original; texts that were not requested stay empty.
    for (let number = read.texts.length; number < list.texts.length; number++) read.texts.push("");
    for (const number of numbers) {
      if (read.texts[number] === "")
        read.texts[number] = withFacts(list.texts[number]!, list.contextOf?.(number), options);
    }
    return read;
  };
}

/** Note for readers of the scores. */
export const FACTS_NOTE = "texts with a context were read after its facts";
