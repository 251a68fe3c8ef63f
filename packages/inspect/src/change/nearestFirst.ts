import { suggest } from "@semantic-xpath/parser";

/** Texts in the order of how near they are to one that was written; those that are not near at all in their own order. */
export const nearestFirst = (texts: readonly string[], to: string): readonly string[] => {
  const near = suggest(to, texts);
  return [...near, ...texts.filter((text) => !near.includes(text))];
};
