import type { ScoreCache } from "../../cache.js";
import { bytes, checkOptions, isShare } from "../../options.js";
import { Turns } from "../turns.js";
import { cacheDirectory } from "./cacheStats.js";
import { CHECKSUM, KeyTable, keyer, RECORD_BYTES, type Seal, secretSeal, writeMarks, writeRecord } from "./records.js";
import { compact, evict, listSegments, MOST_BYTES, readRecords, type Segment, SegmentWriter } from "./segments.js";

export interface DiskCacheOptions {
  /** Default: `cacheDirectory()`. It is made when the first score is kept. */
  readonly directory?: string | undefined;
  /** Bytes of all segments together; the oldest go first, and files over 64 MiB are not read. Default 64 MiB, some 2.8 million scores. */
  readonly maxBytes?: number | undefined;
  /**
   * Makes scores of others worthless, and theirs these: keys and marks of records depend on it. For a folder that is passed around; what else is
   * in it is taken for nothing. Bytes that nobody can guess, at least 16.
   */
  readonly secret?: Uint8Array | undefined;
  /** Called once, with the error, when scores can't be kept. */
  readonly onProblem?: (error: unknown) => void;
}

export interface DiskCache extends ScoreCache {
  readonly directory: string;
}

/** Milliseconds for which the folder is not looked at again. */
const FRESH = 100;
const SEGMENT_BYTES = 2 ** 22;

/**
 * Keeps scores on disk, for the next run and for other processes. Records are only ever appended, each with a checksum, and each
 * process to a file of its own. So there are no locks; a process that is killed leaves a torn record at most, which readers pass
 * over; and writers can't mix. Only hashes of scorer, condition and text are written, and the scores.
 *
 * The bound on bytes holds for what one process writes; others that write at the same time can exceed it by a segment each, until one
 * writes again. A cache that can't be read or written is an empty one, and no error.
 */
export function diskCache(options: DiskCacheOptions = {}): DiskCache {
  const { directory = cacheDirectory(), maxBytes = 2 ** 26, secret, onProblem } = options;
  checkOptions({ maxBytes }, { maxBytes: bytes });
  if (secret !== undefined && secret.length < 16) throw new RangeError("A secret has at least 16 bytes.");
  return new Disk(directory, maxBytes, secret, onProblem);
}

class Disk implements DiskCache {
  private table = new KeyTable();
  /** How far each segment was read. */
  private readonly read = new Map<string, number>();
  private segments: readonly Segment[] = [];
  private looked = Number.NEGATIVE_INFINITY;
  private hasCompacted = false;
  private hasFailed = false;
  /** One thing at a time: reads and writes of this process in the order in which they came. */
  private readonly turns = new Turns();
  private readonly segmentBytes: number;
  private readonly writer: SegmentWriter;
  private readonly seal: Seal;

  constructor(
    readonly directory: string,
    private readonly maxBytes: number,
    private readonly secret: Uint8Array | undefined,
    private readonly onProblem: ((error: unknown) => void) | undefined,
  ) {
    const eighth = Math.floor(maxBytes / 8 / RECORD_BYTES) * RECORD_BYTES;
    this.segmentBytes = Math.max(RECORD_BYTES, Math.min(SEGMENT_BYTES, eighth));
    this.writer = new SegmentWriter(directory, this.segmentBytes);
    this.seal = secret === undefined ? CHECKSUM : secretSeal(secret);
  }

  get(scorer: string, condition: string, texts: readonly string[]): Promise<Float32Array> {
    const keyOf = keyer(scorer, condition, this.secret);
    const keys = texts.map(keyOf);
    const find = (): Float32Array => Float32Array.from(keys, (key) => this.table.get(key, 0));
    return this.turns.take(async () => {
      const found = find();
      if (!found.some(Number.isNaN)) return found;
      await this.refresh();
      return find();
    });
  }

  set(scorer: string, condition: string, texts: readonly string[], scores: Float32Array): Promise<void> {
    const keyOf = keyer(scorer, condition, this.secret);
    return this.turns.take(async () => {
      try {
        await this.keep(texts.map(keyOf), scores);
      } catch (error) {
        if (!this.hasFailed) this.onProblem?.(error);
        this.hasFailed = true;
      }
    });
  }

  private async keep(keys: readonly Buffer[], scores: Float32Array): Promise<void> {
    const records = Buffer.alloc(keys.length * RECORD_BYTES);
    let end = 0;
    keys.forEach((key, place) => {
      const score = scores[place]!;
      if (!isShare(score) || !this.table.add(key, 0, score)) return;
      writeRecord(records, end, key, score);
      end += RECORD_BYTES;
    });
    writeMarks(records, end / RECORD_BYTES, this.seal);
    for (let from = 0; from < end; from += this.segmentBytes) {
      const bytes = records.subarray(from, Math.min(end, from + this.segmentBytes));
      if (bytes.length > this.maxBytes) return;
      await this.makeRoom(bytes.length);
      this.count(await this.writer.append(bytes), bytes.length);
    }
  }

  /** Counts what was written, until the folder is looked at again. */
  private count(name: string, bytes: number): void {
    const own = this.segments.find((segment) => segment.name === name);
    if (own === undefined) this.looked = Number.NEGATIVE_INFINITY;
    else
      this.segments = this.segments.map((segment) =>
        segment === own ? { ...own, bytes: own.bytes + bytes } : segment,
      );
  }

  private async makeRoom(bytes: number): Promise<void> {
    if (!this.hasCompacted) {
      this.hasCompacted = true;
      await compact(this.directory, this.segmentBytes, this.seal);
    }
    await this.look();
    const total = this.segments.reduce((sum, segment) => sum + segment.bytes, 0);
    if (total + bytes > this.maxBytes) this.segments = await evict(this.segments, this.maxBytes - bytes);
    if (this.table.size * RECORD_BYTES > 2 * this.maxBytes) this.forget();
  }

  /** Most of what is remembered was evicted; what is left is read again when it is asked for. */
  private forget(): void {
    this.table = new KeyTable();
    this.read.clear();
    this.looked = Number.NEGATIVE_INFINITY;
  }

  private async look(): Promise<boolean> {
    if (performance.now() - this.looked < FRESH) return false;
    this.segments = await listSegments(this.directory);
    this.looked = performance.now();
    return true;
  }

  /** Reads what was written since, by whomever. A segment that vanished was evicted, or merged into one that a second look finds. */
  private async refresh(): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (attempt > 0) this.looked = Number.NEGATIVE_INFINITY;
      if (!(await this.look())) return;
      let hasVanished = false;
      for (const { name, path, bytes } of this.segments) {
        const from = this.read.get(name) ?? 0;
        if (bytes - from < RECORD_BYTES || bytes > MOST_BYTES) continue;
        const keep = (records: Buffer, at: number, score: number): void => {
          if (!Number.isNaN(score)) this.table.add(records, at, score);
        };
        const end = await readRecords(path, from, keep, this.seal);
        if (end === null) hasVanished = true;
        else this.read.set(name, end);
      }
      if (!hasVanished) return;
    }
  }
}
