import { compile } from "@semantic-xpath/runtime";
import { count } from "../../render/columns.js";
import { unquoted } from "./definitions.js";
import { failure, lastRun, misuse, type Run, type Session } from "./session.js";

/** A node of the last run: the number of a result, or a path that finds it in the queried tree. */
export function nodeIn(run: Run, text: string): number {
  const written = unquoted(text);
  if (/^\d+$/.test(written)) return resultIn(run, Number(written));
  const { query } = compile(written);
  if (query === undefined || query.isSemantic || query.plan.parameters.length > 0)
    throw misuse(`"${written}" is neither the number of a result nor a path. Paths are as results show them.`);
  const { tree } = run.inspection;
  const ids = [...new Set(query.select(tree).ids)].filter((id) => id > 0);
  if (ids.length === 1) return ids[0]!;
  if (ids.length === 0) throw failure(`No node has the path "${written}". :tree shows what is there.`);
  const first = ids.slice(0, 3).map((id) => `\n  ${tree.node(id).path}`);
  const rest = ids.length > 3 ? `\n  and ${ids.length - 3} more` : "";
  throw misuse(`"${written}" finds ${ids.length} nodes. Which one?${first.join("")}${rest}`);
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
  const kept = session.runs.map(({ number }) => number);
  if (kept.length === 0) throw misuse("No query has run yet.");
  throw misuse(`There is no run "${text}". Runs are numbered from ${kept[0]} to ${kept.at(-1)}.`);
}
