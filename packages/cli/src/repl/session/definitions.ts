import { FUNCTION_NAMES, tokenize } from "@semantic-xpath/parser";
import { compile } from "@semantic-xpath/runtime";
import { declaredQueries, type QuerySource } from "../../input/query.js";
import { count } from "../../render/columns.js";
import { failure, lastRun, misuse, type Run, type Session } from "./session.js";

/** A query with a name, as a document of its own. */
export interface Definition {
  readonly name: string;
  /** `day_plan($n as number)` */
  readonly signature: string;
  readonly comment: string;
  /** The declaration, with its semicolon. */
  readonly text: string;
  /** The query in it. */
  readonly query: string;
  readonly parameters: readonly string[];
  /** File of origin or destination; null for a typed one. */
  readonly file: string | null;
}

/** The declared queries of a text. */
export const definitionsIn = (source: QuerySource): readonly Definition[] =>
  declaredQueries(source).map(({ name, signature, comment, declaration: { span, query, parameters } }) => ({
    ...{ name, signature, comment, file: source.file },
    text: `${source.text.slice(span.start, span.end).replace(/;\s*$/, "")};`,
    query: source.text.slice(query.span.start, query.span.end),
    parameters: parameters.map((parameter) => parameter.name),
  }));

/** A query under a name; the parameters that it uses become those of the declaration. */
export function declarationOf(name: string, query: string): string {
  const used = tokenize(query).filter(({ kind }) => kind === "parameter");
  const parameters = new Set(used.map(({ span }) => query.slice(span.start, span.end)));
  return `declare query ${name}(${[...parameters].join(", ")}) := ${query.trim()};`;
}

/** True if a text begins with a call of a function of the language: then it is a value, such as `count(//POI)`. */
export const isFunctionCall = (text: string): boolean => FUNCTION_CALL.test(text);

const FUNCTION_CALL = new RegExp(`^\\s*(?:${FUNCTION_NAMES.join("|")})\\s*\\(`);

/** `name`, `name(4, "x")` or `name($n = 4)`: the name and its arguments; null if the text is not a call. */
export function readCall(text: string) {
  const [, name, inside = ""] = /^\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*(?:\(([\s\S]*)\))?\s*;?\s*$/u.exec(text) ?? [];
  if (name === undefined) return null;
  // At the commas that are in no string.
  const parts = (inside.match(/(?:"[^"]*"|'[^']*'|[^,"'])+/g) ?? []).filter((part) => part.trim() !== "");
  const namedValues = parts.map((part) => {
    const [, key = null, value = part] = /^\s*\$?([\p{L}_][\p{L}\p{N}_.-]*)\s*:?=\s*([\s\S]+)$/u.exec(part) ?? [];
    return { name: key, value: unquoted(value) };
  });
  return { name, arguments: namedValues };
}

/** A value as one writes it: in quotes, which are doubled inside, or bare. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const [quote] = trimmed;
  if ((quote !== '"' && quote !== "'") || trimmed.length < 2 || !trimmed.endsWith(quote)) return trimmed;
  return trimmed.slice(1, -1).replaceAll(quote + quote, quote);
}

/** A node of the last run: the number of a result, or a path that finds it in the queried tree. */
export function nodeIn(run: Run, text: string): number {
  const reference = unquoted(text);
  if (/^\d+$/.test(reference)) return resultIn(run, Number(reference));
  const { query } = compile(reference);
  const isPath = query !== undefined && query.plan.result.kind !== "Value";
  if (!isPath || query.isSemantic || query.plan.parameters.length > 0)
    throw misuse(`"${reference}" is neither the number of a result nor a path. Paths are as results show them.`);
  const { tree } = run.inspection;
  const ids = [...new Set(query.select(tree).ids)].filter((id) => id > 0);
  if (ids.length === 1) return ids[0]!;
  if (ids.length === 0) throw failure(`No node has the path "${reference}". :tree shows what is there.`);
  const first = ids.slice(0, 3).map((id) => `\n  ${tree.node(id).path}`);
  const moreText = ids.length > 3 ? `\n  and ${ids.length - 3} more` : "";
  throw misuse(`"${reference}" finds ${ids.length} nodes. Which one?${first.join("")}${moreText}`);
}

function resultIn({ number, inspection }: Run, place: number): number {
  const { matches } = inspection.result;
  const match = matches[place - 1];
  if (match !== undefined) return match.id;
  const has = matches.length === 0 ? "no results" : count(matches.length, "result");
  throw misuse(`Run ${number} has ${has}: there is no result ${place}.`);
}

/** A run by its number; empty: the last one. */
export function runIn(session: Session, text: string): Run {
  if (text === "") return lastRun(session);
  const run = session.runs.find(({ number }) => String(number) === text);
  if (run !== undefined) return run;
  const numbers = session.runs.map(({ number }) => number);
  if (numbers.length === 0) throw misuse("No query has run yet.");
  throw misuse(`There is no run "${text}". Runs are numbered from ${numbers[0]} to ${numbers.at(-1)}.`);
}
