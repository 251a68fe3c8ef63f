import { memoryError } from "@semantic-xpath/memory";

/** Audit record of one call of a tool: author, action and target, without any content or queries. */
export interface AuditEntry {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly tool: string;
  readonly milliseconds: number;
  /** The code of a failure; null: it was done. */
  readonly failure: string | null;
  readonly task?: string;
  /** The version that was read or made. */
  readonly version?: number;
  readonly dryRun?: true;
}

const MINUTE = 60_000;

/** The calls of a session: each is written down, and no more are taken in a minute than are allowed. */
export class AuditTrail {
  private readonly times = { calls: [] as number[], writes: [] as number[] };

  constructor(
    private readonly now: () => Date,
    private readonly write: (entry: AuditEntry) => void,
  ) {}

  /** Throws a `MemoryError` (SXP5063) beyond a rate. */
  admit(what: "calls" | "writes", limit: number): void {
    const now = this.now().getTime();
    const times = this.times[what];
    while (times.length > 0 && times[0]! <= now - MINUTE) times.shift();
    if (times.length >= limit) {
      const seconds = times.length === 0 ? 60 : Math.ceil((times[0]! + MINUTE - now) / 1000);
      throw memoryError("SXP5063", { what, limit, seconds });
    }
    times.push(now);
  }

  begin(tool: string): { done(output: Readonly<Record<string, unknown>>): void; failed(code: string): void } {
    const started = this.now();
    const end = (rest: Pick<AuditEntry, "failure" | "task" | "version" | "dryRun">): void => {
      const milliseconds = this.now().getTime() - started.getTime();
      this.write({ time: started.toISOString(), tool, milliseconds, ...rest });
    };
    return {
      done: ({ task, version, status }) =>
        end({
          failure: null,
          ...(typeof task === "string" && { task }),
          ...(typeof version === "number" && { version }),
          ...(status === "dry run" && { dryRun: true }),
        }),
      failed: (failure) => end({ failure }),
    };
  }
}
