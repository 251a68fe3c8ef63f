import { createHash, type Hash } from "node:crypto";
import { ByteLru } from "../../byteLru.js";
import type { ScoreCache } from "../../cache.js";
import type { DerivedStore } from "../../derivedStore.js";
import { isShare } from "../../options.js";
import { DIGEST_BYTES } from "./derivedTable.js";

const SCORES = "scores/1";
/** Bytes of SHA-256 of the text, and the score as a little-endian float. */
const RECORD_BYTES = DIGEST_BYTES + 4;
/** Records of a page: a score of its own entry costs ten times as much, as measured. */
const PAGE_RECORDS = 1024;
const PAGE_BYTES = PAGE_RECORDS * RECORD_BYTES;
/** Bytes of the tables of conditions that were asked for lately. */
const TABLE_BYTES = 2 ** 26;
/** Bytes of a score in a table, as measured with 200 000 of them. */
const SCORE_BYTES = 85;

/** The scores of one scorer and condition. */
interface Table {
  readonly prefix: string;
  readonly scores: Map<string, number>;
  /** Pages that are full and were read. */
  full: number;
}

/**
 * Scores in a store of derived data: pages of records by scorer and condition, of which the last one grows. Of two processes that write the same
 * page at once one may lose scores, which are asked for again. A text that has a score keeps it.
 */
export function derivedScores(store: DerivedStore): ScoreCache {
  const tables = new ByteLru<Table>(TABLE_BYTES);
  const tableOf = (scorer: string, condition: string): Table => {
    // The length in front, so that the parts can't run together.
    const prefix = `${scorer.length}:${scorer}${condition}`;
    return tables.get(prefix) ?? { prefix, scores: new Map(), full: 0 };
  };
  const keep = (table: Table): void => tables.set(table.prefix, table, (table.scores.size + 1) * SCORE_BYTES);

  /** Reads what was written since. Gives the page that is not full. */
  const refresh = (table: Table): Uint8Array => {
    for (; ; table.full++) {
      const page = store.get(SCORES, [pageName(table, table.full)])[0]!;
      if (page === null || page.length % RECORD_BYTES !== 0) return new Uint8Array();
      readPage(page, table.scores);
      if (page.length < PAGE_BYTES) return page;
    }
  };

  return {
    async get(scorer, condition, texts) {
      const table = tableOf(scorer, condition);
      const keys = texts.map(keyOf);
      if (keys.some((key) => !table.scores.has(key))) {
        refresh(table);
        keep(table);
      }
      return Float32Array.from(keys, (key) => table.scores.get(key) ?? Number.NaN);
    },
    async set(scorer, condition, texts, scores) {
      const table = tableOf(scorer, condition);
      const last = refresh(table);
      const added = new Map<string, number>();
      texts.forEach((text, place) => {
        const [key, score] = [keyOf(text), scores[place]!];
        if (isShare(score) && !table.scores.has(key)) added.set(key, score);
      });
      if (added.size === 0) return;
      const records = Buffer.concat([last, recordsOf(added)]);
      const entries = [];
      for (let at = 0; at < records.length; at += PAGE_BYTES)
        entries.push({
          source: pageName(table, table.full + at / PAGE_BYTES),
          bytes: records.subarray(at, at + PAGE_BYTES),
        });
      store.put(SCORES, entries);
      for (const [key, score] of added) table.scores.set(key, Math.fround(score));
      table.full += Math.floor(records.length / PAGE_BYTES);
      keep(table);
    },
  };
}

const pageName = ({ prefix }: Table, page: number): string => `${page} ${prefix}`;

/** UTF-16 units, so that a lone surrogate has a digest. */
const keyOf = (text: string): string => digest(createHash("sha256").update(text, "utf16le"));
const digest = (hash: Hash): string => hash.digest().toString("latin1", 0, DIGEST_BYTES);

function recordsOf(scores: ReadonlyMap<string, number>): Buffer {
  const records = Buffer.alloc(scores.size * RECORD_BYTES);
  let at = 0;
  for (const [key, score] of scores) {
    records.write(key, at, "latin1");
    records.writeFloatLE(score, at + DIGEST_BYTES);
    at += RECORD_BYTES;
  }
  return records;
}

function readPage(page: Uint8Array, scores: Map<string, number>): void {
  const records = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const score = records.readFloatLE(at + DIGEST_BYTES);
    if (isShare(score)) scores.set(records.toString("latin1", at, at + DIGEST_BYTES), score);
  }
}
