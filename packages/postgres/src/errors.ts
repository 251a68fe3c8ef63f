import { MemoryError, memoryError } from "@semantic-xpath/memory";

/** A failure of the server, or of the way to it, as a `MemoryError`. Any other error is a bug, and is given back. */
export function serverError(error: unknown, where: string): Error {
  if (error instanceof MemoryError) return error;
  const cause = { cause: error };
  const code = codeOf(error);
  const reason = reasonOf(error);
  const translate = BY_CODE[code];
  if (translate !== undefined) return translate(where, reason, cause);
  if (isUnanswered(error)) return memoryError("SXP5023", { where, reason }, cause);
  // Codes of servers have five letters: the statement was refused.
  if (/^[0-9A-Z]{5}$/.test(code)) return memoryError("SXP5005", { reason: `the server refuses (${reason})` }, cause);
  return error as Error;
}

type Translation = (where: string, reason: string, cause: { readonly cause: unknown }) => MemoryError;

const missing =
  (what: string): Translation =>
  (where, _, cause) =>
    memoryError("SXP5001", { where, reason: `${what}; "sxp memory init" makes the tables` }, cause);
const refused: Translation = (where, reason, cause) => memoryError("SXP5001", { where, reason }, cause);
const readOnly: Translation = (_, reason, cause) =>
  memoryError("SXP5005", { reason: `the server only lets read (${reason})` }, cause);
const full: Translation = (where, _, cause) => memoryError("SXP5006", { where }, cause);

/** By SQLSTATE. */
const BY_CODE: Readonly<Record<string, Translation>> = {
  "42P01": missing("a table of memories is missing"),
  "42703": missing("a column of a table of memories is missing"),
  "3F000": missing("there is no such schema"),
  "3D000": refused,
  "28P01": refused,
  "28000": refused,
  "42501": (_, reason, cause) =>
    memoryError("SXP5005", { reason: `the user of the server may not (${reason})` }, cause),
  "25006": readOnly,
  "53100": full,
  "53400": full,
};

/** Two transactions met, and this one was rolled back: it was not first. */
export const isLost = (error: unknown): boolean => {
  const { cause = error } = error as { cause?: unknown };
  return ["40001", "40P01"].includes(codeOf(cause));
};

/** True if no answer came, so that the statement may have been carried out: the server stops or starts, or the connection broke. */
export function isUnanswered(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(?:08|57P0|53300|57014|XX000$)/.test(code)) return true;
  if (/^E(?:CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT|ACCES)/.test(code)) return true;
  return /connection (?:terminated|ended|timeout)|timeout|not queryable|client was closed|closed the connection|PGlite is closed/i.test(
    reasonOf(error),
  );
}

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** A sentence without its full stop. Node puts several attempts to connect into one error without words. */
export function reasonOf(error: unknown): string {
  const { message = "", errors = [] } = error as { message?: string; errors?: readonly unknown[] };
  const words = message === "" && errors.length > 0 ? reasonOf(errors[0]) : message === "" ? codeOf(error) : message;
  return words.replace(/\.$/, "");
}
