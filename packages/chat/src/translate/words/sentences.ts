import { sentencesIn as cut } from "@semantic-xpath/english";
import type { Words } from "./words.js";

/** The sentences of a request, as places of its words. A point of an abbreviation ends none. */
export function sentencesIn({ all, request }: Words): readonly (readonly [from: number, to: number])[] {
  const sentences: [number, number][] = [];
  let at = 0;
  for (const { end } of cut(request.replaceAll(";", "."))) {
    const start = at;
    while (at < all.length && all[at]!.span.start < end) at++;
    if (at > start) sentences.push([start, at]);
  }
  return sentences;
}
