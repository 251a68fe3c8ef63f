import { dirname, resolve } from "node:path";
import { type Declaration, type Document, type Import, locate, parse, type Span } from "@semantic-xpath/parser";
import type { Io } from "../io.js";
import { inOneLine } from "../render/columns.js";
import type { Source } from "../render/diagnostics.js";
import { EXIT, Stop } from "../stop.js";
import { isFile, readText, shownPath } from "./files.js";

/** The text of a query with where it came from. */
export interface QuerySource extends Source {
  /** The file, or null for a query on the command line. */
  readonly file: string | null;
  readonly ast: Document;
}

/** `QUERY|FILE.sxp`: a file if one of that name exists, else the text of a query. */
export async function readQuery(operand: string, io: Io): Promise<QuerySource> {
  const namesFile = operand.endsWith(".sxp") && (!/^[/(]/.test(operand) || (await isFile(operand, io)));
  return namesFile ? sourceOf(operand, await readText(operand, io), operand) : sourceOf("query", operand);
}

export const sourceOf = (name: string, text: string, file: string | null = null): QuerySource => ({
  ...{ name, text, file },
  ast: parse(text).ast,
});

/** The path that a document imports, as seen from here; null if it imports none. Nothing is fetched: a file is a file. */
export function importedPath(source: QuerySource, what: Import["what"], io: Io): string | null {
  const declaration = source.ast.imports.find((candidate) => candidate.what === what);
  if (declaration === undefined || declaration.path.kind === "Missing") return null;
  const { value, span } = declaration.path;
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(value)) {
    const { line, column } = locate(source.text, span.start);
    throw new Stop(
      EXIT.input,
      `${source.name}:${line}:${column}: can't import "${value}": imports are files, and nothing is fetched.`,
    );
  }
  return shownPath(resolve(io.cwd, dirname(source.file ?? ""), value), io);
}

/** The data that the command line names, else what the document imports; empty if neither does. */
export function dataPaths(given: readonly string[], source: QuerySource | null, io: Io): readonly string[] {
  if (given.length > 0) return given;
  return source === null ? [] : [importedPath(source, "data", io) ?? []].flat();
}

/** A declared query as one chooses it. */
interface DeclaredQuery {
  readonly name: string;
  /** `day_plan($n as number)` */
  readonly signature: string;
  /** The comment right before it, in one line; empty if there is none. */
  readonly comment: string;
  readonly declaration: Declaration;
}

/** The declared queries of a document, in order; those without a name can't be chosen. */
export function declaredQueries({ ast, text }: QuerySource): readonly DeclaredQuery[] {
  return ast.declarations.flatMap((declaration) => {
    if (declaration.name.kind === "Missing") return [];
    const parameters = declaration.parameters.map(({ name, type }) => `$${name}${type === null ? "" : ` as ${type}`}`);
    const name = declaration.name.text;
    const comment = commentBefore(declaration, ast.comments, text);
    return [{ name, signature: `${name}(${parameters.join(", ")})`, comment, declaration }];
  });
}

function commentBefore({ span }: Declaration, comments: QuerySource["ast"]["comments"], text: string): string {
  const before = comments.findLast((comment) => comment.span.end <= span.start);
  if (before === undefined || text.slice(before.span.end, span.start).trim() !== "") return "";
  return inOneLine(before.text.slice(2, -2));
}

/** True if a place concerns a declared query: it is inside that query, or inside none. */
export function within(query: DeclaredQuery, { start, end }: Span, all: readonly DeclaredQuery[]): boolean {
  const isIn = ({ declaration: { span } }: DeclaredQuery): boolean => start >= span.start && end <= span.end;
  return isIn(query) || !all.some(isIn);
}
