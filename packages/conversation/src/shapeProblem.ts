import type * as z from "zod/mini";

/** The first problem of a value that has not its shape: the path of the member and what was expected. */
export function shapeProblem(error: z.core.$ZodError): string {
  const issue = error.issues[0]!;
  const path = issue.path.map(String).join(".") || "record";
  if (issue.code === "invalid_type") return `${path}: expected ${issue.expected}`;
  if (issue.code === "invalid_value") return `${path}: expected ${issue.values.map(String).join(", ")}`;
  return `${path}: ${issue.message}`;
}
