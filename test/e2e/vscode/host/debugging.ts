import {
  commands,
  type DebugSession,
  type Disposable,
  debug,
  Location,
  Position,
  SourceBreakpoint,
  type TextDocument,
  type TextEditor,
  window,
  workspace,
} from "vscode";
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
  let own: DebugSession | null = null;
  let hasEnded = false;
  const started = debug.onDidStartDebugSession((session) => {
    own ??= session;
  });
  const terminated = debug.onDidTerminateDebugSession((session) => {
    hasEnded ||= session.id === own?.id;
  });
  const tracker: Disposable = debug.registerDebugAdapterTrackerFactory("sxp", {
    createDebugAdapterTracker: (session) => ({
      onDidSendMessage(message: { readonly event?: string; readonly body?: { readonly reason?: string } }) {
        if (message.event === "stopped" && session.id === own?.id) stops.push(message.body?.reason ?? "");
      },
    }),
  });
  try {
    assert.ok(await debug.startDebugging(undefined, { ...QUERY, program: program(), ...configuration }));
    const session = await eventually(() => own, Boolean);
    await body(session!, async () => {
      await eventually(
        () => stops.length,
        (count) => count > seen,
      );
      return stops[seen++]!;
    });
  } finally {
    await debug.stopDebugging(own ?? undefined);
    await eventually(() => own === null || hasEnded, Boolean);
    for (const listener of [tracker, started, terminated]) listener.dispose();
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

test("a program is seen from the folder that is open, and a bare query has a text of its own", async () => {
  await debugging({ program: "itinerary/itinerary.sxp" }, async (session, nextStop) => {
    assert.equal(await nextStop(), "entry");
    assert.equal((await top(session)).name, "busiest_conference_day");
  });
  const data = uriOf("itinerary/itinerary.xml").fsPath;
  const bare = { program: undefined, query: undefined, text: "//Day[2]", data };
  await debugging(bare, async (session, nextStop) => {
    assert.equal(await nextStop(), "entry");
    const { source } = (await top(session)) as unknown as { source: { name: string; sourceReference: number } };
    assert.equal(source.name, "query.sxp");
    await eventually(
      () => window.visibleTextEditors.map(({ document }) => `${document.languageId} ${document.getText()}`),
      (shown) => shown.includes("sxp //Day[2]"),
    );
  });
});

test("two sessions stop each for itself", () =>
  debugging({}, async (first, nextStop) => {
    await nextStop();
    await first.customRequest("stepIn", { threadId: 1 });
    await nextStop();
    await debugging({ query: "last_two_days", name: "another" }, async (second, otherStop) => {
      await otherStop();
      assert.notEqual(second.id, first.id);
      assert.equal((await top(second)).name, "last_two_days");
      assert.match((await top(first)).name, /Day/);
    });
    assert.match((await top(first)).name, /Day/);
  }));

/** In an editor: again, if another one came in between, such as that of the line where the debugger stops. */
const shown = (document: TextDocument): Promise<TextEditor> =>
  eventually(() => Promise.resolve(window.showTextDocument(document)), Boolean);

test("an edit of the data starts it anew, and says what is there now", () =>
  debugging({}, async (session, nextStop) => {
    await nextStop();
    await session.customRequest("stepIn", { threadId: 1 });
    await nextStop();
    const data = await workspace.openTextDocument(uriOf("itinerary/itinerary.xml"));
    const editor = await shown(data);
    await editor.edit((edit) => edit.insert(data.positionAt(data.getText().lastIndexOf("</Itinerary>")), "<Day/>"));
    assert.equal(await nextStop(), "entry");
    await session.customRequest("stepIn", { threadId: 1 });
    await nextStop();
    const { result } = (await session.customRequest("evaluate", { expression: "count", context: "watch" })) as {
      result: string;
    };
    assert.equal(result, "8");
    // Of the editor in front, which may be another by then.
    await eventually(async () => {
      await shown(data);
      await commands.executeCommand("workbench.action.files.revert");
      return !data.isDirty;
    }, Boolean);
  }));

test("what operators gave is told behind their lines, and under the mouse", () =>
  debugging({}, async (session, nextStop) => {
    await nextStop();
    for (let i = 0; i < 3; i++) {
      await session.customRequest("stepIn", { threadId: 1 });
      await nextStop();
    }
    const { steps } = (await session.customRequest("sxp/steps")) as { steps: { line: number; text: string }[] };
    assert.deepEqual(
      steps.map(({ line }) => line),
      [6, 6, 6],
    );
    assert.match(steps.map(({ text }) => text).join(), /^\/\/Day 7,\/POI 32,\[node…\] 32, best 0\.\d\d$/);
  }));

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
