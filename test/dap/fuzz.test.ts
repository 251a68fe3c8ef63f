import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { anyCharacter } from "../support/characters.js";
import { runs } from "../support/runs.js";
import { inline, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const ARGUMENTS = { program, query: "museums", params: { city: "Ottawa" } };

const COMMANDS = [
  "initialize",
  "launch",
  "attach",
  "setBreakpoints",
  "setFunctionBreakpoints",
  "setExceptionBreakpoints",
  "configurationDone",
  "breakpointLocations",
  "threads",
  "stackTrace",
  "scopes",
  "variables",
  "evaluate",
  "completions",
  "continue",
  "next",
  "stepIn",
  "stepOut",
  "stepBack",
  "reverseContinue",
  "pause",
  "exceptionInfo",
  "loadedSources",
  "source",
  "restart",
  "restartFrame",
  "sxp/changed",
  "sxp/steps",
  "cancel",
  "terminate",
  "toString",
  "__proto__",
  "",
];

const EXPRESSIONS = [
  "/POI",
  "@city",
  ":why 1",
  ":",
  "(",
  '"',
  "//*[",
  "$city",
  'node =~ "x"',
  "[",
  "1",
  "",
  "(:",
  "/..",
  "/@city",
];

/** Values that a client may send, rightly or not. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, 1, -1, 2, 1e9, 1.5, Number.NaN, "", "x", program, "/memory/plan.xml", [], {}),
  fc.constantFrom(...EXPRESSIONS),
  fc.jsonValue({ maxDepth: 2 }),
);
const given = fc.oneof(
  fc.constant(undefined),
  anything,
  fc.constant(ARGUMENTS),
  fc.record(
    {
      program: anything,
      data: anything,
      path: anything,
      source: fc.oneof(anything, fc.constant({ path: program })),
      line: anything,
      column: anything,
      endLine: anything,
      breakpoints: fc.oneof(
        anything,
        fc.array(
          fc.record(
            { line: anything, column: anything, condition: anything, hitCondition: anything, logMessage: anything },
            { requiredKeys: [] },
          ),
          { maxLength: 3 },
        ),
      ),
      frameId: anything,
      variablesReference: anything,
      filter: anything,
      start: anything,
      count: anything,
      startFrame: anything,
      levels: anything,
      expression: fc.oneof(anything, fc.constantFrom(...EXPRESSIONS)),
      context: fc.oneof(anything, fc.constantFrom("watch", "repl", "hover")),
      arguments: anything,
      requestId: anything,
      progressId: anything,
      threadId: anything,
      text: fc.oneof(anything, fc.constantFrom(...EXPRESSIONS), fc.string()),
      pathFormat: anything,
      linesStartAt1: anything,
    },
    { requiredKeys: [] },
  ),
);
const request = fc.tuple(fc.constantFrom(...COMMANDS), given);

it("every request is answered once, whatever it is, and none finds a mistake of ours", () =>
  fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(request, { maxLength: 25 }), async (isLaunched, requests) => {
      const { client } = inline(planFiles());
      if (isLaunched) await client.launch(ARGUMENTS, [{ line: 7 }]);
      const answers = await Promise.all(
        requests.map(([command, args]) => {
          const seq = client.nextSeq;
          const answer = client.ask(command, args as object);
          return answer.then((response) => ({ response, seq }));
        }),
      );
      for (const { response, seq } of answers) {
        expect(response.request_seq).toBe(seq);
        expect(response.message ?? "").not.toContain("made a mistake");
      }
      expect(client.console).not.toContain("made a mistake");
      expect((await client.ask("disconnect")).success).toBe(true);
    }),
    { numRuns: runs(300, 85) },
  ));

it("completion answers on any text, at any place, with what fits there", () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.string({ unit: anyCharacter }),
        fc
          .array(
            fc.constantFrom(
              "/",
              "//",
              "POI",
              "Day",
              "[",
              "]",
              "(",
              ")",
              "@",
              "=~",
              "=",
              '"',
              "'",
              "$",
              "city",
              ":",
              "::",
              "and",
              ",",
              "|",
              " ",
              "count",
              "..",
              "(:",
              ":)",
              "1",
            ),
            { maxLength: 12 },
          )
          .map((parts) => parts.join("")),
      ),
      fc.integer({ min: -3, max: 40 }),
      async (text, column) => {
        const { client } = session;
        const { targets } = await client.request("completions", { text, column });
        for (const { start, length } of targets) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start + length).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: runs(500) },
  ));

let session: ReturnType<typeof inline>;
beforeAll(async () => {
  session = inline(planFiles());
  await session.client.launch(ARGUMENTS);
  await session.client.move("stepIn");
  await session.client.move("stepIn");
});

it("what is no request is left alone", () => {
  const { client } = inline();
  fc.assert(
    fc.property(fc.oneof(anything, fc.record({ type: anything, command: anything, seq: anything })), (message) => {
      client.wire.send(message as object);
    }),
  );
});
