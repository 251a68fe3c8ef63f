import type { DebugSession } from "@semantic-xpath/dap";
import type { DebugProtocol } from "@vscode/debugprotocol";

type Message = DebugProtocol.Request | DebugProtocol.Response | DebugProtocol.Event;

/** How messages get to an adapter and back. */
export interface Wire {
  send(message: object): void;
  close(): void;
}

/** A client of the Debug Adapter Protocol, as an editor is one. */
export class DapClient {
  readonly events: DebugProtocol.Event[] = [];
  private seq = 1;
  private readonly pending = new Map<number, (response: DebugProtocol.Response) => void>();
  private readonly waiting: {
    wanted(event: DebugProtocol.Event): boolean;
    resolve(event: DebugProtocol.Event): void;
  }[] = [];
  /** Events before it have been waited for. */
  private seen = 0;

  constructor(readonly wire: Wire) {}

  readonly receive = (message: Message): void => {
    if (message.type === "response") {
      const response = message as DebugProtocol.Response;
      this.pending.get(response.request_seq)?.(response);
      this.pending.delete(response.request_seq);
      return;
    }
    this.events.push(message as DebugProtocol.Event);
    this.settle();
  };

  /** The response, whether or not it is a success. */
  ask(command: string, args?: object): Promise<DebugProtocol.Response> {
    const seq = this.seq++;
    const answered = new Promise<DebugProtocol.Response>((resolve) => this.pending.set(seq, resolve));
    this.wire.send({ seq, type: "request", command, ...(args && { arguments: args }) });
    return answered;
  }

  /** The number that the next request will have. */
  get nextSeq(): number {
    return this.seq;
  }

  /** The body of a response that must be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type; tests say what they expect.
  async request<T = any>(command: string, args?: object): Promise<T> {
    const response = await this.ask(command, args);
    if (!response.success) throw new Error(`${command}: ${response.message}`);
    return response.body as T;
  }

  /** The next event of a kind, events before it left out for good. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  next<T = any>(event: string): Promise<T> {
    return new Promise((resolve) => {
      this.waiting.push({
        wanted: (candidate) => candidate.event === event,
        resolve: ({ body }) => resolve(body as T),
      });
      this.settle();
    });
  }

  /** What the console showed so far. */
  get console(): string {
    return this.events
      .flatMap(({ event, body }) => (event === "output" ? [(body as { output: string }).output] : []))
      .join("");
  }

  private settle(): void {
    const [first] = this.waiting;
    if (first === undefined) return;
    while (this.seen < this.events.length) {
      const event = this.events[this.seen++]!;
      if (!first.wanted(event)) continue;
      this.waiting.shift();
      first.resolve(event);
      this.settle();
      return;
    }
  }

  /** Moves and waits until the run halts. */
  async move(command: string): Promise<DebugProtocol.StoppedEvent["body"]> {
    const stopped = this.next("stopped");
    await this.request(command, { threadId: 1 });
    return stopped;
  }

  /** Initialises, launches, sets breakpoints, and waits for the first halt. */
  async launch(
    args: object,
    breakpoints: readonly DebugProtocol.SourceBreakpoint[] = [],
  ): Promise<{ stopped: DebugProtocol.StoppedEvent["body"]; bound: DebugProtocol.Breakpoint[] }> {
    await this.request("initialize", {
      adapterID: "sxp",
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: "path",
    });
    const initialized = this.next("initialized");
    await this.request("launch", args);
    await initialized;
    const path = (args as { program?: string }).program ?? "query";
    const { breakpoints: bound } = await this.request("setBreakpoints", { source: { path }, breakpoints });
    const stopped = this.next("stopped");
    await this.request("configurationDone");
    return { stopped: await stopped, bound };
  }

  async frames(): Promise<DebugProtocol.StackFrame[]> {
    return (await this.request("stackTrace", { threadId: 1 })).stackFrames;
  }

  /** The scopes of the innermost frame by the first word of their names. */
  async scopes(frame?: number): Promise<Record<string, DebugProtocol.Scope>> {
    const frameId = frame ?? (await this.frames())[0]!.id;
    const { scopes } = await this.request<DebugProtocol.ScopesResponse["body"]>("scopes", { frameId });
    return Object.fromEntries(scopes.map((scope) => [scope.name.split(" ")[0]!, scope]));
  }

  async variables(variablesReference: number, page: object = {}): Promise<DebugProtocol.Variable[]> {
    return (await this.request("variables", { variablesReference, ...page })).variables;
  }

  async evaluate(
    expression: string,
    context = "repl",
    frameId?: number,
  ): Promise<DebugProtocol.EvaluateResponse["body"]> {
    return this.request("evaluate", { expression, context, ...(frameId !== undefined && { frameId }) });
  }
}

/** A client of a session in this process. */
export function clientOf(session: DebugSession): DapClient {
  const client: DapClient = new DapClient({
    send: (message) => session.handleMessage(JSON.parse(JSON.stringify(message)) as never),
    close: () => session.dispose(),
  });
  session.onDidSendMessage((message) => client.receive(JSON.parse(JSON.stringify(message)) as Message));
  return client;
}
