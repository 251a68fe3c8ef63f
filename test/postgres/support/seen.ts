import type { SqlClient } from "@semantic-xpath/postgres";

export interface Seen {
  readonly client: SqlClient;
  /** Statements that were sent, without what makes and lists tables. */
  readonly statements: { readonly text: string; readonly values: readonly unknown[] }[];
}

/** Statements that are about no single store: the tables themselves, and the list of stores. */
const OF_ALL = /^(?:do \$sxp\$|select max\(version\)|vacuum |listen |select store from sxp_store where store > \$1)/;

/** A client that writes down every statement, and refuses one that could touch a store that it does not name. */
export function seen(client: SqlClient): Seen {
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const query = (text: string, values: unknown[] = []) => {
    if (!OF_ALL.test(text)) {
      checkStore(text, values);
      statements.push({ text, values });
    }
    return client.query(text, values);
  };
  return {
    client: new Proxy(client, { get: (target, name) => (name === "query" ? query : bound(target, name)) }),
    statements,
  };
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? value.bind(target) : value;
}

/**
 * Each read, change or deletion of a table is of the store `$1`: said there, or through a part of the statement where it is said. Commits that travel together
 * are of the stores in the first column of a table of values.
 */
function checkStore(text: string, values: readonly unknown[]): void {
  const rows = /^with own\(store, .*?\) as \(values \((.*)\)\),\n/.exec(text)?.[1]?.split("), (") ?? ["$1"];
  for (const row of rows)
    if (typeof values[Number(/^\$(\d+)/.exec(row)![1]) - 1] !== "string")
      throw new Error(`no store is given to: ${text}`);
  const named = rows.length === 1 ? /\bstore = \$1\b/ : /\bs\.store = (?:own|free)\.store\b/;
  const parts = text.split(/(?=\b(?:update|delete from|insert into|select)\b)/g);
  for (const part of parts) {
    const isOfTable = /^(?:update sxp_|delete from sxp_|select .* from sxp_(?!schema))/s.test(part);
    if (isOfTable && !named.test(part)) throw new Error(`a part names no store: ${part}`);
  }
  if (!text.includes("$1")) throw new Error(`a statement names no store: ${text}`);
}
