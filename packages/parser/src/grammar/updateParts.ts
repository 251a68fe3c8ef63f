import type { IToken } from "chevrotain";
import type { Missing } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import type { NodeKey, Placing, UpdateTarget } from "../ast/updateNodes.js";
import type { Fix } from "../diagnostics/diagnostic.js";
import { fix } from "../diagnostics/fix.js";
import { endOf, type Gap, missing, report, type Source, spanOf, textIn } from "../source.js";
import type { Entry } from "./query.js";

/** The words of an update and what they are about. */

/** One of a few phrases; null for another one, which is reported with the nearest. */
export function readWords<const W extends string>(
  source: Source,
  words: readonly IToken[],
  forms: readonly W[],
  gap: Gap,
): W | null {
  const written = words.map(({ image }) => image).join(" ");
  const form = forms.find((each) => each === written);
  if (form !== undefined) return form;
  const expected = forms.map((each) => `"${each}"`).join(" or ");
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) {
    missing(source, gap, expected, null, insertions(forms, gap.end));
    return null;
  }
  const span = { start: first.startOffset, end: endOf(last) };
  const meant = forms.length === 1 ? forms[0]! : nearest(written, forms);
  report(source, "SXP1004", span, { expected, found: written }, [fix(`Replace by ${meant}`, span, meant)]);
  return meant;
}

const insertions = (forms: readonly string[], at: number): readonly Fix[] =>
  forms.length > 1 ? [] : forms.map((form) => fix(`Insert ${form}`, { start: at, end: at }, ` ${form}`));

/** `value node` and `value of` mean `value of node`: the form that shares most words, the shorter one first. */
function nearest<W extends string>(written: string, forms: readonly W[]): W {
  const words = written.split(" ");
  const shared = (form: string): number => form.split(" ").filter((word) => words.includes(word)).length;
  return forms.toSorted((a, b) => shared(b) - shared(a) || a.length - b.length)[0]!;
}

const PLACINGS: Readonly<Record<string, Placing>> = {
  into: "into",
  "as first into": "first",
  "as last into": "last",
  before: "before",
  after: "after",
};

/** The words of a placing, as they are printed. */
export const wordsOfPlacing = (placing: Placing): string =>
  Object.keys(PLACINGS).find((words) => PLACINGS[words] === placing)!;

export function placingOf(source: Source, words: readonly IToken[], gap: Gap): Placing | null {
  const written = words.map(({ image }) => image).join(" ");
  if (Object.hasOwn(PLACINGS, written)) return PLACINGS[written]!;
  const expected = '"into", "as first into", "as last into", "before" or "after"';
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) {
    missing(source, gap, expected);
    return null;
  }
  const span: Span = { start: first.startOffset, end: endOf(last) };
  const meant = written.includes("first") ? "as first into" : written.includes("last") ? "as last into" : "into";
  report(source, "SXP1004", span, { expected, found: written }, [fix(`Replace by ${meant}`, span, meant)]);
  return PLACINGS[meant]!;
}

/** One path or one parameter; anything else is reported. */
export function targetOf(source: Source, entry: Entry): UpdateTarget {
  if (entry.kind === "Path" || entry.kind === "Missing") return entry;
  if (entry.kind === "ValueQuery" && entry.value.kind === "ParameterReference") return entry.value;
  const { span } = entry;
  const text = textIn(source, span);
  report(source, "SXP1036", span, { text });
  return missingTarget(span);
}

const missingTarget = (span: Span): Missing => ({ kind: "Missing", span, expected: "a path" });

/** `#17`; only what is copied may be of an old version. */
export function keyOf(source: Source, token: IToken, takesVersion: boolean): NodeKey | Missing {
  const span = spanOf(token);
  const [key, version = null] = token.image.slice(1).split("@").map(Number);
  if (!Number.isSafeInteger(key) || (version !== null && !Number.isSafeInteger(version))) {
    report(source, "SXP1007", span, { text: token.image });
    return missingTarget(span);
  }
  if (version !== null && !takesVersion) {
    report(source, "SXP1037", span, { text: token.image, write: `#${key}` }, [
      fix(`Replace by #${key}`, span, `#${key}`),
    ]);
    return { kind: "NodeKey", span, key: key!, version: null };
  }
  return { kind: "NodeKey", span, key: key!, version };
}
