import type { z } from "zod";
import type { MemorySession } from "../session.js";

/** What is about to be deleted, for a person to say yes or no. */
export interface Question {
  /** `Deleting 2 nodes of "trip"`. */
  readonly what: string;
  /** What goes, one line each. */
  readonly lines: readonly string[];
}

/** What a call has beside its input. */
export interface ToolContext {
  readonly signal?: AbortSignal;
  /** Called with how much is done of how much (null: nobody knows), and what it is. */
  readonly onProgress?: (done: number, total: number | null, what: string) => void;
  /** Asks a person. Absent where nobody can be asked. What it throws ends the call. */
  readonly confirm?: (question: Question) => boolean | Promise<boolean>;
}

/** What a client may know of a tool before it calls it, in the words of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool without what its input and output are, as tables have it. */
export interface AnyTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Only sessions that may write have it. */
  readonly writes: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Reads the input and runs. Rejects with what `failureOf` explains. */
  call(session: MemorySession, input: unknown, context: ToolContext): Promise<Readonly<Record<string, unknown>>>;
}

interface Definition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `delete`: it may take something away. */
  readonly does: "read" | "write" | "delete";
  readonly input: I;
  readonly output: O;
  readonly run: (session: MemorySession, input: z.output<I>, context: ToolContext) => z.input<O> | Promise<z.input<O>>;
}

/** A tool of the table. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>({ does, run, ...rest }: Definition<I, O>): AnyTool {
  return {
    ...rest,
    annotations: {
      readOnlyHint: does === "read",
      destructiveHint: does === "delete",
      // A write that is tried again with its idempotency key changes nothing more.
      idempotentHint: true,
      openWorldHint: false,
    },
    writes: does !== "read",
    call: async (session, input, context) => run(session, rest.input.parse(input ?? {}), context),
  };
}
