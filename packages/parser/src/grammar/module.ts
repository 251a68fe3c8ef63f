import type { IToken } from "chevrotain";
import type { Declaration, Name, Parameter } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { suggest } from "../diagnostics/suggest.js";
import { fix, type Gap, missing, replacements, report, type Source, spanOf } from "../source.js";
import * as T from "../tokens/tokenTypes.js";

/** What is wrong with imports and declarations. */

/** A word out of a few; null if it is missing or another, which is reported. `gap` is where it should be. */
export function wordOf<const W extends string>(
  source: Source,
  token: IToken | undefined,
  gap: Gap,
  words: readonly W[],
  expected = words.map((each) => `"${each}"`).join(" or "),
): W | null {
  if (token === undefined) {
    missing(source, gap, expected);
    return null;
  }
  const word = words.find((each) => each === token.image);
  if (word !== undefined) return word;
  const span = spanOf(token);
  const meant = words.length === 1 ? words : suggest(token.image, words);
  report(source, "SXP1004", span, { expected, found: token.image }, replacements(meant, span));
  return null;
}

/** SXP1021: a bare query where only named ones may be. The fix declares it, with the parameters that it uses. */
export function reportNameless(source: Source, tokens: readonly IToken[], span: Span): void {
  const text = source.text.slice(span.start, span.end);
  const parameters = tokens
    .filter(({ tokenType, startOffset: at }) => tokenType === T.Parameter && at >= span.start && at < span.end)
    .map(({ image }) => image);
  let name = "results";
  for (let i = 2; source.text.includes(`${name}(`); i++) name = `results${i}`;
  const isEnded = text.endsWith(";") || source.text.slice(span.end).trimStart().startsWith(";");
  const declared = `declare query ${name}(${[...new Set(parameters)].join(", ")}) := ${text}${isEnded ? "" : ";"}`;
  report(source, "SXP1021", span, {}, [fix(`Declare it as ${name}`, span, declared)]);
}

export function reportTwiceDeclared(source: Source, declarations: readonly Declaration[]): void {
  const names = declarations.map(({ name }) => name).filter((name) => name.kind === "Name");
  reportDuplicates(source, "query", names);
}

export function reportTwiceGiven(source: Source, parameters: readonly Parameter[]): void {
  const names = parameters.map(({ name, span }) => ({ text: `$${name}`, span }));
  reportDuplicates(source, "parameter", names);
}

function reportDuplicates(source: Source, what: string, names: readonly Pick<Name, "text" | "span">[]): void {
  const seen = new Set<string>();
  for (const { text, span } of names) {
    if (seen.has(text) && text !== "$") report(source, "SXP1015", span, { what, name: text });
    seen.add(text);
  }
}
