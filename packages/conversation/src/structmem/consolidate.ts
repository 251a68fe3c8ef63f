import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Entry } from "./entries.js";
import { inOrder } from "./entries.js";
import type { Supplement } from "./supplement.js";
import { type Citation, unsupportedCitations } from "./support.js";

/** A summary of a window of entries and related entries of other times. */
export interface Consolidation {
  /** `consolidationId`: the same window has the same id. */
  readonly id: string;
  /** 1: covers entries; 2 and above: covers consolidations of the tier below. */
  readonly tier: number;
  /** Milliseconds since 1970 in UTC, of the first and the last entry of the window. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Ids of the window's entries. */
  readonly covers: readonly string[];
  /** Ids of the nearest entries of other times. */
  readonly seeds: readonly string[];
  /** Dates, names and numbers of the text that occur in none of the inputs. */
  readonly unsupported: readonly string[];
  /** Digest of the texts that it was written from. */
  readonly digest: string;
}

/** Writes the text of a consolidation. `problems` are citations of the answer before that the inputs do not support. */
export type Synthesis = (input: SynthesisInput, problems: readonly Citation[]) => Promise<string>;

export interface SynthesisInput {
  readonly window: readonly Entry[];
  /** Entries of other times, in order of time. */
  readonly supplement: readonly Entry[];
}

/** Answers that are asked for, at most: the second one is told what the first one cited without support. */
const MAX_ATTEMPTS = 2;

/**
 * Consolidates a window: asks `synthesise` for a text whose every date, name and number occurs in the inputs, asks once more with the unsupported
 * ones named, and keeps what is still unsupported as marks. Errors of `synthesise` pass through, and nothing is kept.
 */
export async function consolidate(
  window: readonly Entry[],
  { seeds, entries }: Supplement,
  synthesise: Synthesis,
  tier = 1,
): Promise<Consolidation> {
  const ordered = inOrder(window);
  const inputs = [...ordered, ...entries];
  let text = "";
  let unsupported: readonly Citation[] = [];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = (await synthesise({ window: ordered, supplement: entries }, unsupported)).trim();
    const problems = unsupportedCitations(answer, inputs);
    if (attempt === 0 || problems.length < unsupported.length) [text, unsupported] = [answer, problems];
    if (unsupported.length === 0) break;
  }
  const covers = ordered.map(({ id }) => id);
  const seedIds = seeds.map(({ id }) => id);
  const texts = new Map(inputs.map((entry) => [entry.id, entry.text]));
  return {
    id: consolidationId(window, tier),
    tier,
    start: ordered[0]!.time,
    end: ordered.at(-1)!.time,
    text,
    covers,
    seeds: seedIds,
    unsupported: [...new Set(unsupported.map((citation) => citation.text))],
    digest: sourceDigest(covers, seedIds, (id) => texts.get(id)!),
  };
}

/** Id of the consolidation of a window: a digest of the tier and the ids of the entries. */
export const consolidationId = (window: readonly Entry[], tier: number): string =>
  digestOf([String(tier), ...inOrder(window).map(({ id }) => id)]);

/** True if an entry that a consolidation was written from has changed or is gone. */
export function isStale({ covers, seeds, digest }: Consolidation, textOf: (id: string) => string | null): boolean {
  return sourceDigest(covers, seeds, textOf) !== digest;
}

/** A consolidation as an entry of the next tier, in the week (Monday to Sunday, UTC) of its start. */
export function asEntry({ id, text, start }: Consolidation): Entry {
  return { id, text, voice: "factual", event: id, session: weekOf(start), speaker: "", time: start };
}

/**
 * A text without a model: the window's entries as they are, in order of time, each after its day and speaker. Supported by construction.
 * @param maxWords the first entries up to this number of words; at least one entry
 */
export function extractiveSynthesis(maxWords = 350): Synthesis {
  return async ({ window }) => {
    const lines: string[] = [];
    let words = 0;
    let day = "";
    for (const { time, speaker, text } of window) {
      const count = text.split(/\s+/).length;
      if (lines.length > 0 && words + count > maxWords) break;
      words += count;
      const entryDay = new Date(time).toISOString().slice(0, 10);
      lines.push(`${entryDay === day ? "" : `${entryDay}: `}${speaker === "" ? "" : `${speaker}: `}${text}`);
      day = entryDay;
    }
    return lines.join("\n");
  };
}

/** The Monday of the week of an instant, in UTC, as an ISO day. */
function weekOf(time: number): string {
  const date = new Date(time);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** Digest of the texts that a consolidation was written from; null stands for an entry that is gone. */
export function sourceDigest(
  covers: readonly string[],
  seeds: readonly string[],
  textOf: (id: string) => string | null,
): string {
  const textsOf = (ids: readonly string[]) => ids.map((id) => JSON.stringify([id, textOf(id)]));
  return digestOf([...textsOf(covers), "", ...textsOf(seeds)]);
}

const digestOf = (parts: readonly string[]): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32);
