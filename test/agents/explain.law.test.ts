import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { called, session, TRIP_SCHEMA } from "./support/trip.js";

/** Queries, right and with a slip somewhere in them. */
const query = fc
  .tuple(
    fc.constantFrom(
      "//POI[@cost > 10]/@name",
      '/Plan/Day[1]/POI[node =~ "zoo"]',
      "count(//Day)",
      "//Day[order by @index]",
    ),
    fc.nat({ max: 30 }),
    fc.constantFrom("", "", "x", "[", '"', "@nope ", "//Poi"),
  )
  .map(([text, at, slip]) => text.slice(0, at) + slip + text.slice(at));

it("law: explain reports each problem of the compiler where it is, with the text that is there", async () => {
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const { session: of } = session();
      const { problems, runs: isRunnable } = await called(of, "explain", { query: text });
      const { query: compiled, diagnostics } = compile(text, { schema: TRIP_SCHEMA! });
      expect(isRunnable).toBe(compiled !== undefined);
      const shown = (problems as readonly Record<string, unknown>[]).map((one) => [
        one.code,
        one.message,
        one.span,
        one.text,
      ]);
      expect(shown).toEqual(
        diagnostics.map(({ code, message, span: { start, end } }) => [
          code,
          message,
          { start, end },
          text.slice(start, end),
        ]),
      );
    }),
    { numRuns: runs(500, 25) },
  );
});
