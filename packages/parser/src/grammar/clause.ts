import type { Span } from "../ast/span.js";
import { fix } from "../diagnostics/fix.js";
import { report, type Source } from "../source.js";

/**
 * SXP1029: a clause that SQL and XQuery write after a query or a condition, and a bracket expresses here: `//Task order by @due`,
 * `//Task where @open`, `//Task limit 3`. False if the stray tokens after `before` are not such a clause.
 */
export function reportClause(source: Source, before: Span, strays: Span, isQuery: boolean): boolean {
  if (source.unclosed > 0) return false;
  const clause = source.text.slice(strays.start, strays.end);
  const [, word = "", rest = ""] = CLAUSE.exec(clause) ?? [];
  if (word === "" || (/^where$/i.test(word) && !isQuery)) return false;
  const isLimit = /^limit$/i.test(word);
  if (isLimit && !/^\d+$/.test(rest)) return false;
  const bracket = isLimit
    ? `[1:${rest}]`
    : /^where$/i.test(word)
      ? `[${rest}]`
      : /^group/i.test(word)
        ? groupBracket(rest)
        : `[order by ${rest}]`;
  const title = `Write ${isLimit ? bracket : "it in brackets"}`;
  const bracketed = { start: before.start, end: strays.end };
  const path = source.text.slice(before.start, before.end);
  const place = { start: before.end, end: strays.end };
  const edit = !isQuery
    ? fix(title, place, `]${bracket.slice(0, -1)}`)
    : // A bracket of the last step would count, or order, the nodes of each context.
      /^where$/i.test(word)
      ? fix(title, place, bracket)
      : fix(title, bracketed, `(${path})${bracket}`);
  report(source, "SXP1029", strays, { clause, bracket }, [edit]);
  return true;
}

/** `group by @a having … order by …`: each clause is a bracket. */
const groupBracket = (rest: string): string =>
  `[group by ${rest.replace(/\shaving\s/i, "][").replace(/\sorder\sby\s/i, "][order by ")}]`;

const CLAUSE = /^(group\s+by|group-?by|order\s+by|order-?by|sort\s+by|where|limit)\s+(\S[\s\S]*)$/i;
