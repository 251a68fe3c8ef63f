import { suggest } from "@semantic-xpath/parser";
import { type MemoryError, memoryError } from "../memoryError.js";

const MAX_NAME = 200;
/** Characters that no terminal or file should be given: control characters, and those that turn the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
/** A letter first, so that no branch can be taken for the number of a version. */
const BRANCH = /^[\p{L}_][\p{L}\p{M}\p{N}_./-]*$/u;

/** Throws a `MemoryError` (SXP5014) for what no task can be called. */
export const checkTaskName = (name: string, isTaken: boolean): void =>
  check("task", name, taskNameProblem(name), isTaken);

export function taskNameProblem(name: string): string | null {
  if (name === "" || name.trim() !== name) return "a name can't be empty or have white space around it";
  if (name.length > MAX_NAME) return `it has more than ${MAX_NAME} characters`;
  return UNSEEN.test(name) ? "it has characters that can't be seen" : null;
}

/** Throws a `MemoryError` (SXP5014) for what no branch can be called. */
export const checkBranchName = (name: string, isTaken: boolean): void =>
  check("branch", name, branchNameProblem(name), isTaken);

export function branchNameProblem(name: string): string | null {
  if (!BRANCH.test(name)) return 'a branch has letters, digits, "_", "-", "." and "/" in its name, a letter first';
  return name.length > MAX_NAME ? `it has more than ${MAX_NAME} characters` : null;
}

function check(what: string, name: string, fault: string | null, isTaken: boolean): void {
  const problem = fault ?? (isTaken ? "there is one already" : null);
  if (problem !== null) throw memoryError("SXP5014", { what, name, problem });
}

export const unknownTask = (name: string, known: readonly string[]): MemoryError =>
  memoryError("SXP5012", { name, suggestions: nearNames(name, known), known });

/** Names that may have been meant: those that begin with the name, then misspelt ones. Another first letter makes another word. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
  const word = name.toLowerCase();
  const extended = word === "" ? [] : known.filter((each) => each.toLowerCase().startsWith(word));
  const misspelt = suggest(name, known).filter((each) => {
    const other = each.toLowerCase();
    return other === word || other.slice(1) !== word.slice(1);
  });
  return [...new Set([...extended, ...misspelt])];
}
