import type { IToken } from "chevrotain";
import type { Declaration, Name, Parameter } from "../ast/nodes.js";
import { byStart, type Span } from "../ast/span.js";
import type { UpdateDeclaration } from "../ast/updateNodes.js";
import { fix, insertion, replacements } from "../diagnostics/fix.js";
import { suggest } from "../diagnostics/suggest.js";
import { type Gap, missing, report, type Source, spanOf, textIn } from "../source.js";
import * as T from "../tokens/tokenTypes.js";

/** Mistakes in imports and declarations. */

/** A word out of a few; null if it is missing or another, which is reported. `gap` is where it should be. */
export function wordOf<const W extends string>(
  source: Source,
  token: IToken | undefined,
  gap: Gap,
  words: readonly W[],
  name?: string,
): W | null {
  const word = words.find((each) => each === token?.image);
  if (word !== undefined) return word;
  const expected = name ?? `"${words.join('", "')}"`.replace(/, (?=[^,]*$)/, " or ");
  if (token === undefined) {
    missing(source, gap, expected);
    return null;
  }
  const span = spanOf(token);
  const translated = TYPES_ELSEWHERE.get(token.image.toLowerCase());
  const named = words.filter((each) => each === translated);
  const candidates = words.length === 1 ? words : named.length > 0 ? named : suggest(token.image, words);
  report(source, "SXP1004", span, { expected, found: token.image }, replacements(candidates, span));
  return null;
}

/** SXP1020: an import after a declaration, the first of which begins at an offset. */
export function reportLate(source: Source, keyword: IToken, span: Span, first: number): void {
  const statement = textIn(source, span);
  const before = source.text.slice(first, span.start);
  const blank = before.length - before.trimEnd().length;
  const edits = [
    insertion(first, `${statement}${statement.endsWith(";") ? "" : ";"}\n`),
    { span: { start: span.start - blank, end: span.end }, newText: "" },
  ];
  report(source, "SXP1020", spanOf(keyword), {}, [{ title: "Move it to the top", edits, isSafe: false }]);
}

/** Types of parameters in other languages. */
const TYPES_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...["integer", "int", "float", "decimal", "double", "real"].map((type) => [type, "number"] as const),
  ...["str", "text", "varchar", "char"].map((type) => [type, "string"] as const),
  ...["element", "item"].map((type) => [type, "node"] as const),
]);

/** SXP1021: a bare query where only named ones may be. The fix declares it, with the parameters that it uses. */
export function reportNameless(source: Source, tokens: readonly IToken[], span: Span): void {
  const text = textIn(source, span);
  const kind = beginsUpdate(text) ? "update" : "query";
  const parameters = tokens
    .filter(({ tokenType, startOffset: at }) => tokenType === T.Parameter && at >= span.start && at < span.end)
    .map(({ image }) => image);
  let name = "results";
  for (let i = 2; source.text.includes(`${name}(`); i++) name = `results${i}`;
  const isEnded = text.endsWith(";") || source.text.slice(span.end).trimStart().startsWith(";");
  const declared = `declare ${kind} ${name}(${[...new Set(parameters)].join(", ")}) := ${text}${isEnded ? "" : ";"}`;
  report(source, "SXP1021", span, {}, [fix(`Declare it as ${name}`, span, declared)]);
}

/** Tests that a text begins as an update does. */
export const beginsUpdate = (text: string): boolean =>
  /^(?:insert|delete|replace|rename|move)\s+(?:node|value)(?![\w.-])/.test(text);

/** SXP1032: a query declared as an update, or the other way round; SXP1033: a node as the parameter of a query. */
export function reportOtherDeclared(
  source: Source,
  keyword: IToken,
  what: "query" | "update" | null,
  isUpdate: boolean,
  parameters: readonly Parameter[],
): void {
  const is = isUpdate ? "update" : "query";
  if (what !== null && what !== is) {
    const span = spanOf(keyword);
    report(source, "SXP1032", span, { declared: what, is }, [fix(`Replace by ${is}`, span, is)]);
  } else if (!isUpdate) {
    for (const { type, name, span } of parameters) if (type === "node") report(source, "SXP1033", span, { name });
  }
}

/** Queries and updates share their names. */
export function reportTwiceDeclared(source: Source, declared: readonly (Declaration | UpdateDeclaration)[]): void {
  const names = declared.map(({ name }) => name).filter((name) => name.kind === "Name");
  reportDuplicates(source, "query", names.sort(byStart));
}

export function reportTwiceGiven(source: Source, parameters: readonly Parameter[]): void {
  const names = parameters.map(({ name, span }) => ({ text: `$${name}`, span }));
  reportDuplicates(source, "parameter", names);
}

function reportDuplicates(source: Source, what: string, names: readonly Pick<Name, "text" | "span">[]): void {
  const seenNames = new Set<string>();
  for (const { text, span } of names) {
    if (seenNames.has(text) && text !== "$") report(source, "SXP1015", span, { what, name: text });
    seenNames.add(text);
  }
}
