import { memoryError } from "@semantic-xpath/memory";
import { ask, type Connection } from "./client.js";

/** The version of the tables. */
export const VERSION = 4;

/** The table of derived data, new in version 2. */
const DERIVED = `
create table sxp_derived (
  store text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  seal bytea not null,
  used bigint not null,
  bytes bytea not null,
  primary key (store, kind, key)
);
alter table sxp_derived alter column bytes set storage external;
`;

/** The table of conversations, new in version 3. */
const CONVERSATION = `
create table sxp_conversation (
  store text collate "C" not null,
  conversation text collate "C" not null,
  number bigint not null,
  written timestamptz not null default clock_timestamp(),
  entry text not null,
  primary key (store, conversation, number)
);
`;

/** The chunks of an event in its row, if they are short; new in version 4. */
const INLINE = `
alter table sxp_event add column if not exists chunks bytea;
alter table sxp_event alter column chunks set storage external;
`;

/**
 * The tables. Each key begins with the store, so that a store lies on one shard. The server needs tables and single statements; notifications are optional.
 */
const TABLES = `
create table sxp_schema (
  version integer primary key
);
create table sxp_store (
  store text collate "C" primary key,
  id text not null,
  generation bigint not null,
  sequence bigint not null,
  chain bytea not null,
  bytes bigint not null
) with (fillfactor = 50);
create table sxp_event (
  store text collate "C" not null,
  generation bigint not null,
  sequence bigint not null,
  mark bytea not null,
  chain bytea not null,
  record bytea not null,
  primary key (store, generation, sequence)
);
create table sxp_chunk (
  store text collate "C" not null,
  generation bigint not null,
  sequence bigint not null,
  hash text collate "C" not null,
  kind text not null,
  bytes bytea not null,
  primary key (store, generation, sequence, hash)
);
alter table sxp_event alter column record set storage external;
alter table sxp_chunk alter column bytes set storage external;
${DERIVED}
${CONVERSATION}
${INLINE}
insert into sxp_schema values (${VERSION});
`;

/** One statement, all or nothing. Where the tables are there it changes nothing, so that several may do it at once. */
const MAKE = `do $sxp$ begin
if to_regclass('sxp_schema') is null then
${TABLES}
else
if (select max(version) from sxp_schema) = 1 then
${DERIVED}
end if;
if (select max(version) from sxp_schema) < 3 then
${CONVERSATION}
end if;
if (select max(version) from sxp_schema) < ${VERSION} then
${INLINE}
insert into sxp_schema values (${VERSION});
end if;
end if;
end $sxp$`;

/** Codes of what happens where two make the same table at once: the second finds it made. */
const MADE_BY_OTHERS = ["23505", "42P07", "42710", "XX000", "40001"];

/** Makes the tables, or takes them to the version of today. Throws SXP5004 for those of a newer version. */
export async function makeTables(connection: Connection): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await ask(connection, MAKE);
      break;
    } catch (error) {
      const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string };
      if (attempt === 8 || !MADE_BY_OTHERS.includes(code ?? "")) throw error;
    }
  }
  await checkTables(connection);
}

export async function checkTables(connection: Connection): Promise<void> {
  const [row] = await ask(connection, "select max(version) as version from sxp_schema");
  checkVersion(Number(row?.version ?? 0), connection.where);
}

/** Throws SXP5004 for tables of a newer version, SXP5001 for those of an older one. */
export function checkVersion(version: number, where: string): void {
  if (version > VERSION) throw memoryError("SXP5004", { found: version, known: VERSION });
  if (version < VERSION)
    throw memoryError("SXP5001", {
      where,
      reason: `its tables are of version ${version}; "sxp memory init" makes those of ${VERSION}`,
    });
}
