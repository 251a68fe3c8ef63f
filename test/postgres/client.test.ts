import type { MemoryError } from "@semantic-xpath/memory";
import {
  type ConversationTable,
  isPlace,
  openConversations,
  openServer,
  placeOf,
  type SqlClient,
  withoutPassword,
} from "@semantic-xpath/postgres";
import { describe, expect, it } from "vitest";
import { serverError } from "../../packages/postgres/src/errors.js";

/** The package against a client of the test's own: what is sent, in which order, and what becomes of each failure. No server takes part. */

type Sent = readonly [text: string, values: readonly unknown[], name: string | null];

/** A client that writes down what it is sent, and answers with rows, or fails. */
function client(
  answer: (text: string, sending: Sent) => readonly unknown[] | Promise<readonly unknown[]> = () => [],
  more: object = {},
) {
  const sent: Sent[] = [];
  const query = async (given: string | { name: string; text: string; values: unknown[] }, values: unknown[] = []) => {
    const [text, of, name] = typeof given === "string" ? [given, values, null] : [given.text, given.values, given.name];
    const sending: Sent = [text.replace(/\s+/g, " ").slice(0, 30), of, name];
    sent.push(sending);
    return { rows: await answer(text, sending) };
  };
  return { sent, client: { query, ...more } as unknown as SqlClient };
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

it.each([
  [
    "42P01",
    "no table.",
    'SXP5001: The memory "here" can\'t be opened: a table of memories is missing; "sxp memory init" makes the tables.',
  ],
  [
    "42703",
    "no column",
    'SXP5001: The memory "here" can\'t be opened: a column of a table of memories is missing; "sxp memory init" makes the tables.',
  ],
  [
    "3F000",
    "no schema",
    'SXP5001: The memory "here" can\'t be opened: there is no such schema; "sxp memory init" makes the tables.',
  ],
  ["3D000", "no database.", 'SXP5001: The memory "here" can\'t be opened: no database.'],
  ["28P01", "wrong", 'SXP5001: The memory "here" can\'t be opened: wrong.'],
  ["28000", "wrong", 'SXP5001: The memory "here" can\'t be opened: wrong.'],
  ["42501", "denied", "SXP5005: The memory can't be written: the user of the server may not (denied)."],
  ["25006", "read-only", "SXP5005: The memory can't be written: the server only lets read (read-only)."],
  ["53100", "full", "SXP5006"],
  ["53400", "full", "SXP5006"],
  ["08006", "gone", "SXP5023"],
  ["57P01", "gone", "SXP5023"],
  ["57014", "too long", "SXP5023"],
  ["53300", "too many", "SXP5023"],
  ["XX000", "cache lookup", "SXP5023"],
  ["XX001", "damaged", "SXP5005: The memory can't be written: the server refuses (damaged)."],
  ["57000", "intervened", "SXP5005: The memory can't be written: the server refuses (intervened)."],
  ["ECONNREFUSED", "", "SXP5023"],
  ["ETIMEDOUT", "", "SXP5023"],
  ["EAI_AGAIN", "", "SXP5023"],
  ["ENOENT", "", "SXP5023"],
  ["", "Connection terminated", "SXP5023"],
  ["", "Client has encountered a connection error and is not queryable", "SXP5023"],
  ["", "undefined is not a function", "undefined is not a function"],
  ["EISDIR", "a folder", "a folder"],
])("a failure %s %s", (code, message, expected) => {
  const error = failure(code, message);
  const given = serverError(error, "here");
  expect(given.message.slice(0, expected.length)).toBe(expected);
  expect(given.message).not.toContain("..");
  if (given === error) return;
  expect(given.cause).toBe(error);
  expect(serverError(given, "there")).toBe(given);
});

it("of several attempts to connect says the first one", () => {
  const error = Object.assign(new AggregateError([failure("ECONNREFUSED", "refused."), failure("E", "other")]), {
    code: "ECONNREFUSED",
  });
  expect(serverError(error, "here").message).toContain("refused");
  expect(serverError(error, "here").message).not.toContain("other");
});

it.each([
  ["postgres://ada:se:cret@host/db", "postgres://ada@host/db"],
  ["postgres://ada:secret@host/db", "postgres://ada@host/db"],
  ["postgresql://ada@host/db?x=1&PASSWORD=secret&y=2#team", "postgresql://ada@host/db?x=1&PASSWORD=…&y=2#team"],
  ["postgres://host:5432/db", "postgres://host:5432/db"],
])("%s without its password", (url, expected) => {
  expect(withoutPassword(url)).toBe(expected);
  expect([isPlace(url), isPlace(` ${url}`), isPlace("trips")]).toEqual([true, false, false]);
});

it.each([
  ["postgres://h/d#a", "postgres://h/d", "a"],
  ["postgres://h/d#a%20b#c", "postgres://h/d", "a b#c"],
  ["postgres://h/d#100%", "postgres://h/d", "100%"],
])("the place %s", (text, url, store) => {
  expect(placeOf(text)).toEqual({ url, store });
});

it.each<[string, object, boolean | undefined, boolean]>([
  ["a client", {}, undefined, false],
  ["a client that prepares", {}, true, true],
  ["a pool", { connect: () => null, idleCount: 0 }, undefined, true],
  ["a pool that does not prepare", { connect: () => null, idleCount: 0 }, false, false],
])("statements of %s", async (_, more, prepare, isNamed) => {
  const { client: given, sent } = client(() => [], more);
  const server = await openServer(given, prepare === undefined ? {} : { prepare });
  await expect(server.open("s")).rejects.toThrow("SXP5001");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toEqual(["with head as (select * from sx", ["s", 0, 0], isNamed ? "sxp_pull" : null]);
  expect(await server.stores()).toEqual([]);
  expect(await server.stores("t", 7)).toEqual([]);
  expect(sent.slice(1).map(([, values, name]) => [values, name])).toEqual([
    [["", 1000], null],
    [["t", 7], null],
  ]);
  expect(server.where).toBe("PostgreSQL");
});

it("tables of another version are refused, whichever they are", async () => {
  const messages: unknown[] = [];
  for (const version of [0, 1, 2, 3, 4, 5]) {
    const server = await openServer(client(() => [{ version }]).client);
    messages.push(
      await server.check().then(
        () => "as today",
        ({ code }) => code,
      ),
    );
  }
  expect(messages).toEqual(["SXP5001", "SXP5001", "SXP5001", "SXP5001", "as today", "SXP5004"]);
});

describe("commits that come at once", () => {
  const head = (sequence: number) => ({ id: "i", generation: 1, sequence, chain: Uint8Array.of(sequence), bytes: 9 });
  const step = (size = 1) => {
    const event = { sequence: 1, mark: new Uint8Array(8), chain: head(1).chain, record: new Uint8Array(size) };
    return { expected: head(0), next: head(1), events: [{ ...event, chunks: new Map() }] };
  };
  /** What became of a step of each store, and the stores of each statement. */
  async function outcomes(
    stores: readonly string[],
    answer: (stores: readonly string[]) => readonly string[],
    { size = 1, times = 1, ...options }: { size?: number; times?: number; together?: number; prepare?: boolean } = {},
  ) {
    const sent: Sent[] = [];
    const storesIn = (values: readonly unknown[]) => values.filter((_, i) => i % 9 === 0).map(String);
    const { journal } = await openServer(
      client((_, sending) => {
        sent.push(sending);
        return answer(storesIn(sending[1])).map((store) => ({ store }));
      }).client,
      options,
    );
    const all: unknown[] = [];
    for (let i = 0; i < times; i++)
      all.push(
        ...(await Promise.all(
          stores.map((store) => journal.append(store, step(size)).catch(({ code }: MemoryError) => code)),
        )),
      );
    return { all, sent: sent.map(([, values]) => storesIn(values).join("")), names: sent.map(([, , name]) => name) };
  }

  it("travel together, a few at a time, each of another store", async () => {
    const made = (stores: readonly string[]) => stores;
    expect(await outcomes([..."abc"], made, { prepare: true })).toEqual({
      all: [true, true, true],
      sent: ["abc"],
      names: ["sxp_append3"],
    });
    expect((await outcomes([..."abcdefghi"], made)).sent).toEqual(["abcdefgh", "i"]);
    expect((await outcomes([..."abcd"], made, { together: 3 })).sent).toEqual(["abc", "d"]);
    expect((await outcomes([..."ab"], made, { together: 1 })).sent).toEqual(["a", "b"]);
    expect((await outcomes([..."abacb"], made)).sent).toEqual(["ab", "acb"]);
    expect((await outcomes([..."abcd"], made, { size: 400_000 })).sent).toEqual(["ab", "cd"]);
    expect(await outcomes(["a"], made, { prepare: true })).toEqual({
      all: [true],
      sent: ["a"],
      names: ["sxp_append1"],
    });
  });

  it("that were not made are made alone, and told what became of them", async () => {
    const most = (stores: readonly string[]) => stores.filter((store) => store !== "b");
    expect(await outcomes([..."abc"], most)).toMatchObject({ all: [true, false, true], sent: ["abc", "b"] });
    const held = (stores: readonly string[]) => (stores.length === 1 ? stores : most(stores));
    expect(await outcomes([..."abc"], held)).toMatchObject({ all: [true, true, true], sent: ["abc", "b"] });
  });

  it("are made alone if one of them is refused, or meets another transaction", async () => {
    const refused = (code: string) => (stores: readonly string[]) => {
      if (stores.includes("b")) throw failure(code, "no");
      return stores;
    };
    expect(await outcomes([..."abc"], refused("53100"))).toMatchObject({
      all: [true, "SXP5006", true],
      sent: ["abc", "a", "b", "c"],
    });
    expect((await outcomes([..."abc"], refused("40001"))).all).toEqual([true, false, true]);
  });

  it("are asked about if no answer came, and go alone the next time", async () => {
    let isLost = true;
    const answer = (stores: readonly string[]) => {
      if (isLost) {
        isLost = false;
        throw failure("ECONNRESET", "reset");
      }
      return stores;
    };
    expect(await outcomes([..."abc"], answer, { times: 3 })).toMatchObject({
      all: ["SXP5023", "SXP5023", "SXP5023", true, true, true, true, true, true],
      sent: ["abc", "a", "b", "c", "abc"],
    });
  });
});

const appended = (table: ConversationTable, texts: readonly string[]): void => {
  for (const text of texts) table.append("c", text);
};

it("conversations are written one after the other, and a failure is told once", async () => {
  const waiting: (() => void)[] = [];
  let fails = false;
  const { client: given, sent } = client(async (text) => {
    if (text.startsWith("with last"))
      return [
        { conversation: "b", entry: "1" },
        { conversation: "c", entry: "2" },
      ];
    await new Promise<void>((done) => waiting.push(done));
    if (fails) throw failure("08006", "gone");
    return [{ store: "s" }];
  });
  const table = await openConversations(given, { store: "s" });
  expect([...table.conversations]).toEqual([
    ["b", ["1"]],
    ["c", ["2"]],
  ]);
  appended(table, ["3", "4"]);
  table.append("b", "5");
  table.remove("c");
  // Readers see it at once; the one that was last written to is the last.
  expect([...table.conversations]).toEqual([["b", ["1", "5"]]]);
  const next = async (): Promise<void> => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.splice(0)[0]!();
  };
  for (let i = 0; i < 4; i++) await next();
  await table.settled();
  expect(sent.slice(1).map(([text, values]) => [text.slice(0, 6), ...values])).toEqual([
    ["insert", "s", "c", "3"],
    ["insert", "s", "c", "4"],
    ["insert", "s", "b", "5"],
    ["delete", "s", "c"],
  ]);
  fails = true;
  appended(table, ["6", "7"]);
  await next();
  fails = false;
  await next();
  await expect(table.settled()).rejects.toMatchObject({ code: "SXP5023" });
  await table.settled();
  let isClosed = false;
  appended(table, ["8"]);
  const closing = table.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => waiting.length).toBe(1);
  expect(isClosed).toBe(false);
  await next();
  await closing;
});

it("a number that others take first is tried eight times", async () => {
  const { client: given, sent } = client();
  const table = await openConversations(given, { store: "s" });
  appended(table, ["1"]);
  await expect(table.settled()).rejects.toThrow("there is no such store");
  expect(sent).toHaveLength(1 + 8);
});

it("a conversation has a greatest length", async () => {
  const { client: given, sent } = client(() => [{ conversation: "c", entry: "x" }]);
  const table = await openConversations(given, { store: "s" });
  const long = "a".repeat(2 ** 26);
  expect(() => table.append("c", long)).toThrow("SXP5005");
  table.append("c", long.slice(1));
  expect(() => table.append("c", "a")).toThrow("too long");
  table.append("d", "");
  await table.settled();
  expect(sent).toHaveLength(3);
});
