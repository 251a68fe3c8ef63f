import type { Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { inline, PLAN_SXP, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const QUERIES = [
  { query: "museums", params: { city: "Ottawa" } },
  { query: "museums", params: { city: "Toronto" } },
  { query: "museums", params: { city: "Nowhere" } },
  { query: "second" },
];
const MOVES = ["continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue"] as const;
const EXPRESSIONS = [
  "/POI",
  "@city",
  ":why 1",
  ":causes",
  "count(/POI) > 1",
  'node =~ "park"',
  "(/POI)[1]",
  ":tree",
  ":help",
];

/** What a person at an editor does, one after the other or at once. */
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("move" as const), command: fc.constantFrom(...MOVES) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("look" as const), start: fc.nat(4), count: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("evaluate" as const),
      expression: fc.constantFrom(...EXPRESSIONS),
      context: fc.constantFrom("watch", "repl", "hover"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("break" as const), lines: fc.subarray([6, 7, 8, 10]) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), edited: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pause" as const) }) },
);

/** Answers late, as a scorer over a network does, and not at all where the asking was aborted. */
const late = (turns: number): Scorer => ({
  id: "late",
  cost: "expensive",
  score: async (texts, _condition, options) => {
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
    options?.signal?.throwIfAborted();
    return Float32Array.from(texts, (text) => (text.length % 10) / 10);
  },
});

it("whatever a person does in whatever order, each request is answered, and references end with their stop", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...QUERIES),
      fc.boolean(),
      fc.nat(3),
      fc.array(fc.tuple(action, fc.boolean()), { maxLength: 20 }),
      async (asked, stopOnEntry, turns, actions) => {
        const { client, files } = inline(planFiles(), late(turns));
        await client.launch({ program, stopOnEntry, ...asked }, [{ line: 7 }]);
        const open: Promise<{ success: boolean; message?: string }>[] = [];
        const seen: number[] = [];
        for (const [each, isAwaited] of actions) {
          const asking = act(each);
          open.push(asking);
          if (isAwaited) await asking;
        }
        for (const { message } of await Promise.all(open)) expect(message ?? "").not.toContain("made a mistake");
        expect(client.console).not.toContain("made a mistake");
        expect((await client.ask("disconnect")).success).toBe(true);
        expect((await client.ask("threads")).command).toBe("threads");

        async function act(each: (typeof actions)[number][0]): Promise<{ success: boolean; message?: string }> {
          switch (each.kind) {
            case "move": {
              const moved = await client.ask(each.command, { threadId: 1 });
              // The request that follows is read behind the movement: what was opened before belongs to another stop.
              if (moved.success && seen.length > 0)
                expect((await client.ask("variables", { variablesReference: seen.at(-1) })).success).toBe(false);
              return moved;
            }
            case "pause":
              return client.ask("pause", { threadId: 1 });
            case "break":
              return client.ask("setBreakpoints", {
                source: { path: program },
                breakpoints: each.lines.map((line) => ({ line })),
              });
            case "evaluate":
              return client.ask("evaluate", { expression: each.expression, context: each.context, frameId: 1 });
            case "restart":
              if (each.edited) files[program] = `${PLAN_SXP}\n(: edited :)\n`;
              return client.ask("restart", { arguments: { program, ...asked } });
            case "look":
              return look(each.start, each.count);
          }
        }

        async function look(start: number, count: number): Promise<{ success: boolean; message?: string }> {
          const stack = await client.ask("stackTrace", { threadId: 1 });
          const [frame] = (stack.body as { stackFrames?: { id: number }[] } | undefined)?.stackFrames ?? [];
          if (frame === undefined) return stack;
          const scopes = await client.ask("scopes", { frameId: frame.id });
          const body = scopes.body as { scopes?: { variablesReference: number }[] } | undefined;
          for (const { variablesReference } of body?.scopes ?? []) {
            const page = await client.ask("variables", { variablesReference, start, count });
            const { variables } = (page.body ?? {}) as { variables?: unknown[] };
            if (page.success && count > 0) expect(variables!.length).toBeLessThanOrEqual(Math.max(count, 40));
            if (variablesReference === 0) continue;
            expect(seen).not.toContain(variablesReference);
            seen.push(variablesReference);
          }
          return scopes;
        }
      },
    ),
    { numRuns: runs(150, 60) },
  ));
