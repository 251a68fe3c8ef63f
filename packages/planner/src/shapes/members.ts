import * as z from "zod/mini";
import { writtenName } from "./jsonSource.js";

/** Parts of shapes that library does not have. */

/** A shape with a title and a description for editors, and other members of its JSON Schema. */
export const titled = <S extends z.ZodMiniType>(shape: S, title: string, description: string, more: object = {}): S =>
  shape.check(z.meta({ title, description, ...more })) as S;

/** Objects with members of any name, in order: as a map, since a member may be called `__proto__`. */
export const named = <S extends z.ZodMiniType>(value: S, expected = "an object") =>
  z.pipe(
    z.record(z.string(), value, expected),
    z.transform(
      (record): ReadonlyMap<string, z.output<S>> =>
        new Map(Object.entries(record).map(([name, each]) => [writtenName(name), each as z.output<S>])),
    ),
  );

/** Problem of a text, with parameters for its diagnostic. */
export interface TextProblem {
  readonly problem: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Text that another reader turns into a value, or says what is wrong. */
export const textRead = <T extends object>(
  text: z.ZodMiniType<string, string>,
  read: (text: string) => T | TextProblem,
) =>
  z.pipe(
    text,
    z.transform((source: string, { issues }): T => {
      const result = read(source);
      if (!("problem" in result)) return result;
      issues.push({ code: "custom", input: source, message: result.problem, params: { ...result.params } });
      return z.NEVER;
    }),
  );
