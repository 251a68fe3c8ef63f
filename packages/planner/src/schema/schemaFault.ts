import * as z from "zod/mini";
import { titled } from "../shapes/members.js";

/** Parameters of faults that have a diagnostic of their own. */
export type SchemaFault =
  /** An undeclared name, in a list or an object of names if it is listed. `write` makes the text of the file of another name. */
  | {
      readonly kind: "name";
      readonly name: string;
      readonly declared: readonly string[];
      readonly isListed?: true;
      write?(name: string): string;
    }
  | { readonly kind: "repeated"; readonly name: string }
  | { readonly kind: "bounds"; readonly min: number; readonly max: number }
  | { readonly kind: "fieldAndChild"; readonly name: string }
  | { readonly kind: "secondId"; readonly type: string; readonly first: string; readonly second: string }
  | { readonly kind: "neverWithin"; readonly type: string; readonly within: string }
  /** A text that is not among the words. */
  | { readonly kind: "word"; readonly text: string; readonly words: readonly string[] };

export interface IssueOptions {
  readonly input: unknown;
  readonly path?: readonly (string | number)[];
  /** Expectation in the message, if the fault has no diagnostic of its own. */
  readonly expected?: string;
  /** The fault is shown at the name of the member. */
  readonly isOfName?: true;
  /** Value that a reader continues with. */
  readonly instead?: unknown;
}

/** The issue of a fault, for a check of a shape. */
export function issueOf(fault: SchemaFault, { input, path, expected = "another value", ...more }: IssueOptions) {
  return {
    code: "custom" as const,
    input,
    ...(path && { path: [...path] }),
    message: expected,
    params: { ...fault, ...more },
  };
}

export const maybe = z.exactOptional;
export const flag = (title: string, description: string, byDefault: boolean) =>
  maybe(titled(z.boolean(), title, description, { default: byDefault }));
export const documentation = (description: string) => maybe(titled(z.string(), "Documentation", description));
export const listOf = <S extends z.ZodMiniType>(entry: S, expected: string) =>
  z.array(entry, expected).check(z.minLength(1, expected));
export const NAMES = { propertyNames: { minLength: 1 }, default: {} };

/** Reports entries that come several times. */
export const once = () =>
  z.check<readonly string[]>(({ value, issues }) => {
    for (const [i, name] of value.entries())
      if (value.indexOf(name) < i) issues.push(issueOf({ kind: "repeated", name }, { input: name, path: [i] }));
  });

export const aliases = (description: string) =>
  maybe(
    titled(
      listOf(
        z.string("a name").check(z.refine((name) => name.trim() !== "", "a name")),
        "a list with at least one name",
      ).check(once()),
      "Aliases",
      description,
      { uniqueItems: true },
    ),
  );

/** Without a prototype, so that a type may be called `__proto__`. */
export function recordOf<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of map) record[name] = value;
  return record;
}

export type Report = (fault: SchemaFault, options: Omit<IssueOptions, "input">) => void;
