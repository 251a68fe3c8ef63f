import { base64UrlOf } from "@semantic-xpath/values";
import { chunkHash, equalBytes, firstLink, KINDS, MARK, nextLink, type Sha256 } from "./digests.js";
import type { ChunkKind } from "./journal.js";

export interface JournalProblem {
  /** `damaged`: bytes are not those that were written. `missing`: they are gone. `unknown`: no memory has written it. `newer`: a newer version has. */
  readonly kind: "damaged" | "missing" | "unknown" | "newer";
  /** The place: "event 7", "chunk 3k…", or a part of the file. */
  readonly place: string;
  /** A sentence without its full stop. */
  readonly what: string;
}

export interface JournalReport {
  /** True if all written data is readable. */
  readonly isWhole: boolean;
  readonly generation: number;
  readonly events: number;
  readonly chunks: number;
  /** Bytes of records and chunks. */
  readonly bytes: number;
  /** See `Head`; computed from the events before the first gap. */
  readonly fingerprint: string;
  /** The fingerprints after each event that was computed, from that of no event. */
  readonly fingerprints: readonly string[];
  readonly problems: readonly JournalProblem[];
}

/** The rows of a journal as they lie there, of whatever type: nothing about them is trusted. */
export interface RawJournal {
  readonly sha256: Sha256;
  readonly id: unknown;
  readonly head: Readonly<Record<"generation" | "sequence" | "chain" | "bytes", unknown>>;
  readonly events: Iterable<Readonly<Record<"sequence" | "mark" | "record" | "chain", unknown>>>;
  readonly chunks: Iterable<Readonly<Record<"hash" | "kind" | "bytes", unknown>>>;
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const isKind = (value: unknown): value is ChunkKind => KINDS.includes(value as ChunkKind);
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const FOREIGN = "it does not follow the one before: its bytes, or those of an earlier one, were changed";

/** Checks every hash, the chain of events, and that the head agrees with them. `open` may throw: what it throws is a problem, too. */
export function verifyJournal(open: () => RawJournal): JournalReport {
  const problems: JournalProblem[] = [];
  const report = (kind: JournalProblem["kind"], place: string, what: string): number =>
    problems.push({ kind, place, what });
  const fingerprints: string[] = [];
  let [generation, events, chunks, bytes] = [0, 0, 0, 0];
  try {
    const raw = open();
    const { id, head, sha256 } = raw;
    if (typeof id !== "string" || !isCount(head.generation) || !isCount(head.sequence) || !isBytes(head.chain))
      throw new Error("its head is not what a memory writes");
    generation = head.generation;
    let chain = firstLink(sha256, id, generation);
    fingerprints.push(base64UrlOf(chain));
    for (const { sequence, mark, record, chain: after } of raw.events) {
      events++;
      const place = `event ${sequence}`;
      if (sequence !== events) report("missing", `event ${events}`, `the next one that is there is ${place}`);
      else if (!isBytes(mark) || mark.length !== MARK || !isBytes(record) || !isBytes(after))
        report("damaged", place, "it is not made as events are");
      else {
        bytes += record.length;
        chain = nextLink(sha256, chain, mark, record);
        if (!equalBytes(chain, after)) report("damaged", place, FOREIGN);
      }
      if (problems.length > 0) break;
      fingerprints.push(base64UrlOf(chain));
    }
    if (problems.length === 0) {
      if (events !== head.sequence)
        report("missing", "head", `it says that there are ${head.sequence} events, and there are ${events}`);
      else if (!equalBytes(chain, head.chain)) report("damaged", "head", "its fingerprint is not that of the events");
    }
    for (const { hash, kind, bytes: content } of raw.chunks) {
      chunks++;
      const place = `chunk ${isBytes(hash) ? base64UrlOf(hash) : chunks}`;
      if (!isBytes(hash) || !isKind(kind) || !isBytes(content))
        report("damaged", place, "it is not made as chunks are");
      else {
        bytes += content.length;
        if (!equalBytes(chunkHash(sha256, { kind, bytes: content }), hash))
          report("damaged", place, "its bytes do not have its hash");
      }
    }
    if (problems.length === 0 && head.bytes !== bytes)
      report("damaged", "head", `it says that there are ${head.bytes} bytes, and there are ${bytes}`);
  } catch (error) {
    const isNewer = (error as { code?: unknown }).code === "SXP5004";
    report(isNewer ? "newer" : "damaged", "file", sentenceOf(error));
  }
  const fingerprint = fingerprints.at(-1) ?? "";
  return { isWhole: problems.length === 0, generation, events, chunks, bytes, fingerprint, fingerprints, problems };
}

export function sentenceOf(error: unknown): string {
  const { parameters, message } = error as { parameters?: Readonly<Record<string, unknown>>; message?: string };
  return String(parameters?.problem ?? parameters?.reason ?? message ?? error).replace(/\.$/, "");
}
