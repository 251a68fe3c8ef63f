import { existsSync, readFileSync } from "node:fs";

/** Cases that other projects wrote; their licences keep them outside this repository. */
const FOLDER = new URL("../../../shared/data/conformance/", import.meta.url);

export interface StructuralCase {
  readonly suite: string;
  readonly case: string;
  readonly query: string;
  readonly xml?: string;
  readonly expected?: readonly string[];
  readonly json?: unknown;
  readonly expectedJsonPaths?: readonly string[];
}

export interface SyntaxCase {
  readonly case: string;
  readonly query: string;
}

export const isPresent = existsSync(FOLDER);
export const structuralCases = (): readonly StructuralCase[] => lines("structural.jsonl") as StructuralCase[];
export const syntaxCases = (): readonly SyntaxCase[] => lines("syntax-errors.jsonl") as SyntaxCase[];

function lines(name: string): unknown[] {
  if (!isPresent) return [];
  return readFileSync(new URL(name, FOLDER), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}
