import type { IToken } from "chevrotain";
import type { Comment, Declaration, Document, Import, Name, Parameter } from "../../ast/nodes.js";
import type { Span } from "../../ast/span.js";
import { suggest } from "../../diagnostics/suggest.js";
import { fix, missing, report, type Source, spanFrom, spanOf, take, tokenIndexFrom } from "../../source.js";
import * as T from "../../tokens/tokenTypes.js";
import type * as Cst from "../cst.js";
import { close, open, reportStray, startOfStrays, takeStrays, takeStrayTokens } from "./closing.js";
import { buildName, buildString } from "./literal.js";
import { buildQuery } from "./query.js";

type Parts = Pick<Document, "imports" | "declarations" | "query">;

export function documentOf(source: Source, comments: readonly IToken[], parts: Parts): Document {
  return { kind: "Document", span: { start: 0, end: source.text.length }, ...parts, comments: comments.map(commentOf) };
}

const commentOf = (token: IToken): Comment => ({ kind: "Comment", span: spanOf(token), text: token.image });

/** `Document ::= Query`; what stands behind the query is reported once. */
export function buildBareQuery(source: Source, { children }: Cst.BareQuery): Parts {
  const query = buildQuery(source, children.query![0], 'a path such as "/Day"');
  const punctuation = [...(children.Semicolon ?? []), ...(children.Pipe ?? [])];
  const starts = [...punctuation.map((token) => token.startOffset), ...(children.queryStrays ?? []).map(startOfStrays)];
  for (const token of punctuation) take(source, token);
  for (const strays of children.queryStrays ?? []) takeStrayTokens(source, strays);
  if (starts.length > 0) reportStray(source, "SXP1005", { start: Math.min(...starts), end: source.last });
  return { imports: [], declarations: [], query };
}

/** `Document ::= ( Import ";" )* ( Declaration ";" )*` */
export function buildModule(source: Source, { children }: Cst.Module): Parts {
  const imports: Import[] = [];
  const declarations: Declaration[] = [];
  const items: [number, () => void][] = [];
  for (const each of children.importDeclaration ?? []) {
    items.push([
      each.children.Import[0].startOffset,
      () => imports.push(buildImport(source, each, declarations.length > 0)),
    ]);
  }
  for (const each of children.queryDeclaration ?? []) {
    items.push([each.children.Declare[0].startOffset, () => declarations.push(buildDeclaration(source, each))]);
  }
  for (const each of children.Semicolon ?? []) {
    items.push([each.startOffset, () => reportStray(source, "SXP1001", take(source, each))]);
  }
  for (const each of children.allStrays ?? []) items.push([startOfStrays(each), () => takeStrayItem(source, each)]);
  items.sort(([a], [b]) => a - b);
  for (const [, build] of items) build();
  reportDuplicates(
    source,
    "query",
    declarations.map(({ name }) => name).filter((name) => name.kind === "Name"),
  );
  return { imports, declarations, query: null };
}

function takeStrayItem(source: Source, strays: Cst.Strays): void {
  const start = startOfStrays(strays);
  if (!/^\(*\//.test(source.text.slice(start, start + 8))) {
    missing(source, "a declaration");
    takeStrayTokens(source, strays);
    return;
  }
  takeStrayTokens(source, strays);
  reportNameless(source, { start, end: source.last });
}

/** SXP1021: a bare query where only named ones stand. The fix declares it, with the parameters that it uses. */
function reportNameless(source: Source, span: Span): void {
  const text = source.text.slice(span.start, span.end);
  const used = source.tokens.slice(tokenIndexFrom(source, span.start), tokenIndexFrom(source, span.end));
  const parameters = used.filter(({ tokenType }) => tokenType === T.Parameter).map(({ image }) => image);
  let name = "results";
  for (let i = 2; source.text.includes(`${name}(`); i++) name = `results${i}`;
  const isEnded = text.endsWith(";") || source.text.slice(span.end).trimStart().startsWith(";");
  const declared = `declare query ${name}(${[...new Set(parameters)].join(", ")}) := ${text}${isEnded ? "" : ";"}`;
  report(source, "SXP1021", span, {}, [fix(`Declare it as ${name}`, span, declared)]);
}

function buildImport(source: Source, { children }: Cst.ImportDeclaration, isLate: boolean): Import {
  const { start } = take(source, children.Import[0]);
  if (isLate) report(source, "SXP1020", spanOf(children.Import[0]), {});
  const what = readImported(source, children.Name?.[0]);
  const text = children.String?.[0];
  const path = text === undefined ? missing(source, "a file name in quotes") : buildString(source, text);
  const span = spanFrom(source, start);
  if (children.allStrays !== undefined) takeStrays(source, children.allStrays[0], "SXP1001");
  takeSemicolon(source, children.Semicolon);
  return { kind: "Import", span, what, path };
}

function readImported(source: Source, token: IToken | undefined): "schema" | "data" {
  if (token === undefined) {
    missing(source, '"schema" or "data"');
    return "schema";
  }
  const span = take(source, token);
  if (token.image === "schema" || token.image === "data") return token.image;
  const fixes = suggest(token.image, ["schema", "data"]).map((word) => fix(`Replace by ${word}`, span, word));
  report(source, "SXP1004", span, { expected: '"schema" or "data"', found: token.image }, fixes);
  return "schema";
}

function buildDeclaration(source: Source, { children }: Cst.QueryDeclaration): Declaration {
  const { start } = take(source, children.Declare[0]);
  readQueryKeyword(source, children.QueryKeyword?.[0]);
  const name =
    children.Name === undefined ? missing(source, "a name for the query") : buildName(source, children.Name[0]);
  const parameters = children.parameters === undefined ? [] : buildParameters(source, children.parameters[0]);
  if (children.parameters === undefined) missing(source, '"(" and the parameters');
  if (children.ColonEquals === undefined) missing(source, '":=" and a query');
  else take(source, children.ColonEquals[0]);
  const query = buildQuery(source, children.query[0], 'a path such as "/Day"');
  const span = spanFrom(source, start);
  takeSemicolon(source, children.Semicolon);
  return { kind: "Declaration", span, name, parameters, query };
}

function readQueryKeyword(source: Source, token: IToken | undefined): void {
  if (token === undefined) {
    missing(source, '"query"');
    return;
  }
  const span = take(source, token);
  if (token.image === "query") return;
  report(source, "SXP1004", span, { expected: '"query"', found: token.image }, [
    fix("Replace by query", span, "query"),
  ]);
}

function buildParameters(source: Source, { children }: Cst.Parameters): Parameter[] {
  open(source, children.LeftParenthesis[0], children.RightParenthesis);
  const separators = children.Comma ?? [];
  const parameters: Parameter[] = [];
  const strays = children.argumentStrays ?? [];
  let next = 0;
  let nextStray = 0;
  for (let i = 0; i <= separators.length; i++) {
    if (i > 0) take(source, separators[i - 1]);
    const limit = separators[i]?.startOffset ?? Number.POSITIVE_INFINITY;
    const cst = children.parameter?.[next];
    if (cst !== undefined && cst.children.Parameter[0].startOffset < limit) {
      next++;
      parameters.push(buildDeclaredParameter(source, cst));
    } else if (separators.length > 0 || strays.length > 0) missing(source, 'a parameter such as "$city"');
    if (nextStray < strays.length && startOfStrays(strays[nextStray]) < limit) {
      takeStrays(source, strays[nextStray++], "SXP1001");
    }
  }
  close(source, children.LeftParenthesis[0], children.RightParenthesis);
  reportDuplicates(
    source,
    "parameter",
    parameters.map(({ name, span }) => ({ text: `$${name}`, span })),
  );
  return parameters;
}

function buildDeclaredParameter(source: Source, { children: { Parameter, Name } }: Cst.Parameter): Parameter {
  const { start, end } = take(source, Parameter[0]);
  const name = Parameter[0].image.slice(1);
  if (name === "") report(source, "SXP1004", { start, end }, { expected: 'a name behind "$"', found: null });
  const type = Name === undefined ? null : readType(source, Name[0], Name[1]);
  return { kind: "Parameter", span: spanFrom(source, start), name, type };
}

/** `as string`; a type that does not exist is reported and left open. */
function readType(source: Source, as: IToken, type: IToken | undefined): "string" | "number" | null {
  const span = take(source, as);
  if (as.image !== "as") {
    report(source, "SXP1004", span, { expected: '"as" and a type', found: as.image }, [
      fix("Replace by as", span, "as"),
    ]);
  }
  if (type === undefined) {
    missing(source, '"string" or "number"');
    return null;
  }
  const typeSpan = take(source, type);
  if (type.image === "string" || type.image === "number") return type.image;
  const fixes = suggest(type.image, ["string", "number"]).map((word) => fix(`Replace by ${word}`, typeSpan, word));
  report(source, "SXP1004", typeSpan, { expected: '"string" or "number"', found: type.image }, fixes);
  return null;
}

function takeSemicolon(source: Source, tokens: readonly IToken[] | undefined): void {
  if (tokens !== undefined) take(source, tokens[0]);
  else missing(source, '";"', ";");
}

function reportDuplicates(source: Source, what: string, names: readonly Pick<Name, "text" | "span">[]): void {
  const seen = new Set<string>();
  for (const { text, span } of names) {
    if (seen.has(text) && text !== "$") report(source, "SXP1015", span, { what, name: text });
    seen.add(text);
  }
}
