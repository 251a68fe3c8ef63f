import type { Schema } from "@semantic-xpath/planner";
import { compile, inferSchema, type Match, type RunOptions, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const scorer = {
  id: "words",
  cost: "cheap",
  score: async (texts: readonly string[], condition: string) =>
    Float32Array.from(texts, (text) => (text.includes(condition) ? 1 : 0.25)),
} as const;

/** A record as it is, a group as its keys and members, a value as it is read, a node as its attribute `i`. */
const shown = ({ record, group, attribute, text, node }: Match): unknown =>
  record !== null
    ? { ...record }
    : group !== null
      ? [...Object.values(group.key), group.members.map(shown)]
      : (attribute?.value ?? text ?? node?.attribute("i") ?? node?.type);

async function runOf(xml: string, text: string, schema: Schema | null, options: RunOptions) {
  const { query, diagnostics } = compile(text, schema === null ? {} : { schema });
  expect(
    diagnostics.filter(({ severity }) => severity === "error"),
    text,
  ).toEqual([]);
  return query!.run(readXml(xml), { scorer, ...options });
}

export type Row = readonly [query: string, expected: unknown, options?: RunOptions];
const whole = ([text, expected, options = {}]: Row) => [text, expected, options] as const;

export function cases(name: string, xml: string, rows: readonly Row[], given?: Schema): void {
  const inferred = given ?? inferSchema(readXml(xml));
  describe.each([
    ["untyped", given ?? null],
    ["typed", inferred],
  ] as const)(`${name}, %s`, (_, schema) => {
    it.each(rows.map(whole))("%s", async (text, expected, options) => {
      const { value, matches } = await runOf(xml, text, schema, options);
      expect(value !== undefined ? value : matches.map(shown)).toEqual(expected);
    });
  });
}

/** Results with their weights, in order. */
export function weights(name: string, xml: string, rows: readonly Row[]): void {
  describe.each([
    ["untyped", null],
    ["typed", inferSchema(readXml(xml))],
  ] as const)(`${name}, %s`, (_, schema) => {
    it.each(rows.map(whole))("%s", async (text, expected, options) => {
      const { matches } = await runOf(xml, text, schema, options);
      expect(matches.map((match) => [shown(match), Number(match.weight.toFixed(6))])).toEqual(expected);
    });
  });
}

/** The first error of a check, else of the run: its code (of a run or of a schema), and that its span meets what the marks enclose. */
export function errors(name: string, xml: string, rows: readonly (readonly [code: string, marked: string])[]): void {
  const tree = readXml(xml);
  describe.each([
    ["untyped", {}],
    ["typed", { schema: inferSchema(tree) }],
  ] as const)(`${name}, %s`, (_, options) => {
    it.each(rows)("%s for %s", async (code, marked) => {
      const [start, end] = [marked.indexOf("«"), marked.indexOf("»") - 1];
      const text = marked.replace(/[«»]/g, "");
      const { query, diagnostics } = compile(text, options);
      const error =
        diagnostics.find(({ severity }) => severity === "error") ??
        (await query!.run(tree, { scorer }).then(
          ({ value, matches }) => expect.fail(`gives ${JSON.stringify(value ?? matches.map(shown))}`),
          (thrown: { code: string; message: string; span: { start: number; end: number } | null }) => thrown,
        ));
      expect(code.split(" or "), error.message).toContain(error.code);
      expect(error.span, error.message).toMatchObject({ start: expect.any(Number) });
      expect(
        error.span!.start < end && error.span!.end > start,
        `${error.message} at ${text.slice(error.span!.start, error.span!.end)}`,
      ).toBe(true);
    });
  });
}
