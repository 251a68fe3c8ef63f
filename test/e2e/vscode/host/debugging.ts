import { type DebugSession, type Disposable, debug, Location, Position, SourceBreakpoint } from "vscode";
import { assert, eventually, test, uriOf } from "./kit.js";

interface Frame {
  readonly id: number;
  readonly line: number;
  readonly name: string;
}
interface Variable {
  readonly name: string;
  readonly value: string;
  readonly variablesReference: number;
}

const QUERY = {
  type: "sxp",
  request: "launch",
  name: "Debug busiest_conference_day",
  query: "busiest_conference_day",
  params: {},
};
const program = (): string => uriOf("itinerary/itinerary.sxp").fsPath;

/** Starts a session, gives its stops one after the other, and ends it. */
async function debugging(
  configuration: object,
  body: (session: DebugSession, nextStop: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const stops: string[] = [];
  let seen = 0;
  const tracker: Disposable = debug.registerDebugAdapterTrackerFactory("sxp", {
    createDebugAdapterTracker: () => ({
      onDidSendMessage(message: { readonly event?: string; readonly body?: { readonly reason?: string } }) {
        if (message.event === "stopped") stops.push(message.body?.reason ?? "");
      },
    }),
  });
  try {
    assert.ok(await debug.startDebugging(undefined, { ...QUERY, program: program(), ...configuration }));
    const session = await eventually(() => debug.activeDebugSession, Boolean);
    await body(session!, async () => {
      await eventually(
        () => stops.length,
        (count) => count > seen,
      );
      return stops[seen++]!;
    });
  } finally {
    await debug.stopDebugging();
    await eventually(() => debug.activeDebugSession === undefined, Boolean);
    tracker.dispose();
  }
}

const top = async (session: DebugSession): Promise<Frame> =>
  ((await session.customRequest("stackTrace", { threadId: 1 })) as { stackFrames: Frame[] }).stackFrames[0]!;

async function variables(session: DebugSession): Promise<string> {
  const { scopes } = (await session.customRequest("scopes", { frameId: (await top(session)).id })) as {
    scopes: { name: string; variablesReference: number }[];
  };
  const all = await Promise.all(
    scopes.map(
      ({ variablesReference }) =>
        session.customRequest("variables", { variablesReference }) as Promise<{ variables: Variable[] }>,
    ),
  );
  return all.flatMap(({ variables: found }) => found.map(({ name, value }) => `${name} ${value}`)).join("\n");
}

test("a query is stepped through", () =>
  debugging({ stopOnEntry: true }, async (session, nextStop) => {
    assert.equal(await nextStop(), "entry");
    await session.customRequest("stepIn", { threadId: 1 });
    await nextStop();
    const first = await top(session);
    assert.equal(first.line, 6);
    assert.match(await variables(session), /Day/);
    await session.customRequest("stepIn", { threadId: 1 });
    await nextStop();
    await session.customRequest("stepBack", { threadId: 1 });
    await nextStop();
    assert.equal((await top(session)).name, first.name);
  }));

test("a breakpoint stops it", async () => {
  const breakpoint = new SourceBreakpoint(new Location(uriOf("itinerary/itinerary.sxp"), new Position(5, 0)));
  debug.addBreakpoints([breakpoint]);
  try {
    await debugging({ stopOnEntry: false }, async (session, nextStop) => {
      assert.equal(await nextStop(), "breakpoint");
      assert.equal((await top(session)).line, 6);
    });
  } finally {
    debug.removeBreakpoints([breakpoint]);
  }
});

test("a watch is an expression of the language", () =>
  debugging({ stopOnEntry: true }, async (session, nextStop) => {
    await nextStop();
    await session.customRequest("stepIn", { threadId: 1 });
    await nextStop();
    const { result } = (await session.customRequest("evaluate", {
      expression: "/POI",
      frameId: (await top(session)).id,
      context: "watch",
    })) as { result: string };
    assert.match(result, /\d/);
  }));
