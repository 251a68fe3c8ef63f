/** The world as a command sees it: tests pass one of their own, `main.ts` the process. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths on the command line are relative to it. */
  readonly cwd: string;
  /** Columns of the terminal; default width if the output is not a terminal. */
  readonly columns: number;
  /** The folder with the example trees, null if the package came without them. */
  readonly examples: string | null;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}

export interface Output {
  readonly isTerminal: boolean;
  write(text: string): void;
}
