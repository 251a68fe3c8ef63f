import type { LanguageModel } from "@semantic-xpath/llm";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import type { Client } from "../client.js";

/** A deletion for a person to confirm or decline. */
export interface Question {
  /** `Deleting from trip: 2 changes`. */
  readonly what: string;
  /** Deletions, one line each; long lists end with a count. */
  readonly lines: readonly string[];
  /** Identifies the version and all changes that the question is about: an answer counts for an equal question only. */
  readonly about: string;
}

/** Context of a call beside its input. */
export interface ToolContext {
  readonly signal?: AbortSignal;
  /** Reports progress: the finished part, the total (null: unknown), and the kind of work. */
  readonly onProgress?: (done: number, total: number | null, what: string) => void;
  /** The client's model. Absent without sampling. An error of it ends the call. */
  readonly model?: LanguageModel;
  /** Asks a person. Absent without a person. An error of it ends the call. */
  readonly confirm?: (question: Question) => boolean | Promise<boolean>;
}

/** Declarations of a tool for clients, in the words of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: boolean;
}

/** Input of every tool: tokens of the answer. */
export const SIZE = { maxTokens: z.int().min(100).optional() };

export type Size = z.output<z.ZodObject<typeof SIZE>>;

interface Named {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** A tool without what its input and output are, as tables have it. */
export interface AnyTool extends Named {
  readonly annotations: ToolAnnotations;
  /** Only sessions that may write have it. */
  readonly writes: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Reads the input and runs. Rejects with what `failureOf` explains. */
  call(session: Client, input: unknown, context: ToolContext): Promise<Readonly<Record<string, unknown>>>;
}

interface Definition<I extends z.ZodObject, O extends z.ZodObject> extends Named {
  /** `delete`: it may take something away. */
  readonly does: "read" | "write" | "delete";
  readonly input: I;
  readonly output: O;
  readonly run: (session: Client, input: z.output<I> & Size, context: ToolContext) => z.input<O> | Promise<z.input<O>>;
}

/** A tool of the table. Its input is strict: a member that the tool does not have is refused, never ignored. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>({
  does,
  run,
  input: members,
  ...rest
}: Definition<I, O>): AnyTool {
  const input = z.strictObject({ ...members.shape, ...SIZE });
  return {
    ...rest,
    input,
    annotations: { readOnlyHint: does === "read", destructiveHint: does === "delete", openWorldHint: false },
    writes: does !== "read",
    call: async (session, given, context) =>
      defined(await run(session, input.parse(given ?? {}) as z.output<I> & Size, context)),
  };
}
