/**
 * A context-free grammar as data, before it is written in the notation of a target. Every emitter of grammars prints these parts and nothing else, so
 * both notations say the same language.
 */
export type Part =
  | { readonly kind: "Literal"; readonly text: string }
  | { readonly kind: "Characters"; readonly isNegated: boolean; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: "Reference"; readonly name: string }
  | { readonly kind: "Terminal"; readonly name: string }
  | { readonly kind: "Sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "Choice"; readonly options: readonly Part[] }
  /** `most` null: no bound. */
  | { readonly kind: "Repeat"; readonly part: Part; readonly least: number; readonly most: number | null };

/** First and last character, both included. */
export type CharacterRange = readonly [string, string];

/** A rule: a name of lower-case letters, digits and "-", and what it derives. */
export interface Rule {
  readonly name: string;
  readonly part: Part;
  /** Meaning of the rule, for readers of the grammar; null if the name suffices. */
  readonly comment: string | null;
}

export const literal = (text: string): Part => ({ kind: "Literal", text });
export const reference = (name: string): Part => ({ kind: "Reference", name });
export const characters = (...ranges: CharacterRange[]): Part => ({ kind: "Characters", isNegated: false, ranges });
export const charactersExcept = (...ranges: CharacterRange[]): Part => ({
  kind: "Characters",
  isNegated: true,
  ranges,
});
export const repeat = (part: Part, least: number, most: number | null): Part => ({ kind: "Repeat", part, least, most });
export const optional = (part: Part): Part => repeat(part, 0, 1);
export const many = (part: Part): Part => repeat(part, 0, null);

/** Strings are literals. */
export function sequence(...parts: readonly (Part | string)[]): Part {
  const flat = parts
    .map((part) => (typeof part === "string" ? literal(part) : part))
    .flatMap((part) => (part.kind === "Sequence" ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { kind: "Sequence", parts: flat };
}

/** At least one option; strings are literals. */
export function choice(...options: readonly (Part | string)[]): Part {
  const flat = options
    .map((option) => (typeof option === "string" ? literal(option) : option))
    .flatMap((option) => (option.kind === "Choice" ? option.options : [option]));
  return flat.length === 1 ? flat[0]! : { kind: "Choice", options: flat };
}

/** Names of the rules, or of the terminals, in a part. */
export function namesIn(part: Part, kind: "Reference" | "Terminal"): readonly string[] {
  if (part.kind === kind) return [part.name];
  if (part.kind === "Repeat") return namesIn(part.part, kind);
  const parts = part.kind === "Sequence" ? part.parts : part.kind === "Choice" ? part.options : [];
  return parts.flatMap((each) => namesIn(each, kind));
}
