import { compile } from "@semantic-xpath/runtime";
import type { About } from "../about.js";
import type { QueryReading } from "../translation.js";
import type { InContext } from "./inContext.js";

/** What a reading gains where it is known what it is about. */
const KNOWN = 0.25;
/** What is left as a wish when words are put into another request is seldom meant. */
const AT_MOST_GRADED = 0.5;

/** Readings of a request that leans on earlier turns: of what was found there, and of the one thing that is meant. */
export function within(
  readings: readonly QueryReading[],
  { among, one }: InContext,
  about: About,
): readonly QueryReading[] {
  return readings.flatMap((reading) => {
    const query = one === null ? reading.query : reading.query.replaceAll(one.called, () => one.path);
    const asked = among === null ? query : amongst(among, query);
    if (!isRight(asked, about)) return [];
    const isGraded = asked.includes("=~");
    const confidence = isGraded
      ? Math.min(AT_MOST_GRADED, reading.confidence)
      : Math.min(0.95, reading.confidence + KNOWN);
    return [{ ...reading, query: asked, confidence: among === null && !isGraded ? reading.confidence : confidence }];
  });
}

const AMOUNT = /^(count|exists|sum|avg|min|max)\((.*)\)$/su;
const VALUE = /\/@[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** What a query finds of some nodes, or the amount of that. */
function amongst(among: string, query: string): string {
  const [, amount, inner] = AMOUNT.exec(query) ?? [null, null, query];
  const value = VALUE.exec(inner!)?.[0] ?? "";
  const found = `(${among}) intersect (${inner!.slice(0, inner!.length - value.length)})`;
  if (amount === null) return found;
  return `${amount}(${value === "" ? found : `(${found})${value}`})`;
}

const isRight = (query: string, { schema = null }: About): boolean =>
  compile(query, { schema }).diagnostics.every(({ severity }) => severity !== "error");
