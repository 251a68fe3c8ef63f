import { type Diagnostic, type Parameter, parse, type Query, type ValueQuery } from "@semantic-xpath/parser";
import { type Checked, check, parseSchema, type Schema } from "@semantic-xpath/planner";
import { expect } from "vitest";

/** A query with marked places: ``marked`/Day/${"Itm"}` ``. */
export function marked(strings: TemplateStringsArray, ...marks: string[]): Marked {
  let text = strings[0]!;
  const spans = marks.map((mark, index) => {
    const start = text.length;
    text += mark + strings[index + 1]!;
    return { start, end: start + mark.length };
  });
  return { text, spans };
}

interface Marked {
  readonly text: string;
  readonly spans: readonly { start: number; end: number }[];
}

export function schemaOf(text: string): Schema {
  const { schema, diagnostics } = parseSchema(text);
  expect(diagnostics).toEqual([]);
  return schema!;
}

export function queryOf(text: string): Query | ValueQuery {
  const { ast, diagnostics } = parse(text);
  expect(diagnostics, text).toEqual([]);
  return ast.query!;
}

/** Checks a bare query. */
export const checkText = (
  text: string,
  schema: Schema | null,
  parameters: readonly Parameter[] | null = null,
): Checked => check(queryOf(text), schema, parameters);

export const parameter = (name: string, type: Parameter["type"] = null): Parameter => ({
  kind: "Parameter",
  name,
  type,
  span: { start: 0, end: 1 },
});

/** The assertions of a schema and some declared parameters. */
export function checksWith(schema: Schema | null, parameters: readonly Parameter[] | null = null) {
  // Most queries use one of the parameters.
  const reports = (text: string) =>
    checkText(text, schema, parameters).diagnostics.filter(({ code }) => code !== "SXP3005");
  return {
    /** Each mark is reported, in order, with `SXPnnnn message`, and nothing else is. */
    expectReports({ text, spans }: Marked, ...expected: string[]): void {
      const diagnostics = reports(text);
      expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(expected);
      expect(diagnostics.map(({ span }) => span)).toEqual(spans);
      for (const diagnostic of diagnostics)
        for (const fix of diagnostic.fixes) expectRepair(text, diagnostic, fix, reports);
    },
    /** The first diagnostic offers fixes that give these texts. */
    expectFixes(text: string, ...expected: string[]): void {
      const [diagnostic] = reports(text);
      expect(diagnostic?.fixes.map((fix) => applyFix(text, fix))).toEqual(expected);
    },
    expectClean(text: string): void {
      expect(
        reports(text).map(({ code, message }) => `${code} ${message}`),
        text,
      ).toEqual([]);
    },
  };
}

type Fix = Diagnostic["fixes"][number];

/** Law: a fix removes the diagnostic that offers it. */
function expectRepair(
  text: string,
  diagnostic: Diagnostic,
  fix: Fix,
  reports: (text: string) => readonly Diagnostic[],
): void {
  const repaired = applyFix(text, fix);
  const count = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter(({ code }) => code === diagnostic.code).length;
  expect(count(reports(repaired)), `${fix.title}: ${repaired}`).toBeLessThan(count(reports(text)));
}

export const applyFix = (text: string, { edits }: Fix): string =>
  [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
