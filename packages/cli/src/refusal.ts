import { SemanticXPathError } from "@semantic-xpath/runtime";
import { EXIT, type ExitCode, problem } from "./stop.js";

/** The error of a package as a message and an exit code; any other error as it is. */
export const refusal = (error: unknown, exitCode: ExitCode = EXIT.input): unknown =>
  error instanceof SemanticXPathError ? problem(exitCode, `${error.code}: ${error.diagnostic.message}`) : error;
