import { constants } from "node:fs";
import type { FileSystem, Status } from "@semantic-xpath/memory/node";

/**
 * A disk that forgets. What was written to a file and not made durable by `fsync` may be gone after a crash, or be there in part; so may each entry of a
 * folder, in any order. It can be told to die at the n-th call that changes something, or to be full.
 */
export class Disk implements FileSystem {
  private readonly folders = new Map<string, Folder>();
  private readonly open = new Map<number, Open>();
  private next = 3;
  /** How many calls have changed something. */
  changes = 0;
  isDead = false;
  /** What happens at which change; see `Fault`. */
  fault: Fault | null = null;
  /** Called before each call of any kind: what others do meanwhile. */
  meanwhile: ((call: string) => void) | null = null;

  /** What is there after a crash: one of many possible outcomes, chosen by `random` (0 to 1). */
  crashed(random: () => number): Disk {
    const after = new Disk();
    const kept = new Map<Inode, Inode>();
    for (const [path, folder] of this.folders) {
      const entries = new Map(folder.durable);
      for (const { name, inode } of folder.pending) {
        if (random() < 0.5) continue;
        if (inode === null) entries.delete(name);
        else entries.set(name, inode);
      }
      const made: Folder = { entries: new Map(), durable: new Map(), pending: [] };
      for (const [name, inode] of entries) {
        const content = kept.get(inode) ?? inodeOf(remains(inode, random));
        kept.set(inode, content);
        made.entries.set(name, content);
        made.durable.set(name, content);
      }
      after.folders.set(path, made);
    }
    return after;
  }

  /** All files by name, for tests that look at bytes. */
  files(path: string): Map<string, Uint8Array> {
    return new Map([...this.folders.get(path)!.entries].map(([name, { content }]) => [name, content]));
  }

  /** Puts bytes into a file, durably. */
  put(path: string, name: string, content: Uint8Array): void {
    const folder = this.folders.get(path)!;
    const inode = inodeOf(content);
    folder.entries.set(name, inode);
    folder.durable.set(name, inode);
  }

  openSync(path: string, flags: number): number {
    this.look("open");
    const folder = this.folders.get(path);
    if (folder !== undefined) return this.give({ folder, inode: null });
    const [parent, name] = this.split(path);
    if ((flags & constants.O_CREAT) === 0) {
      const inode = parent.entries.get(name);
      if (inode === undefined) throw failure("ENOENT");
      return this.give({ folder: parent, inode });
    }
    return this.change("create", () => {
      if (parent.entries.has(name)) throw failure("EEXIST");
      const inode = inodeOf(new Uint8Array());
      enter(parent, name, inode);
      return this.give({ folder: parent, inode });
    });
  }

  closeSync(file: number): void {
    this.open.delete(file);
  }

  readSync(file: number, bytes: Uint8Array, offset: number, length: number, position: number): number {
    this.look("read");
    const content = this.open.get(file)!.inode!.content.subarray(position, position + length);
    bytes.set(content, offset);
    return content.length;
  }

  writeSync(file: number, bytes: Uint8Array, offset: number, length: number): number {
    this.look("write");
    const inode = this.open.get(file)!.inode!;
    const append = (count: number) => {
      inode.content = joined(inode.content, bytes.subarray(offset, offset + count));
      return count;
    };
    return this.change(
      "write",
      () => append(length),
      () => append(Math.floor(length / 2)),
    );
  }

  fsyncSync(file: number): void {
    this.look("fsync");
    this.change("fsync", () => {
      const { folder, inode } = this.open.get(file)!;
      if (inode !== null) inode.durable = inode.content;
      else {
        folder.durable = new Map(folder.entries);
        folder.pending = [];
      }
    });
  }

  fstatSync(file: number): Status {
    const { inode } = this.open.get(file)!;
    return statusOf(inode);
  }

  lstatSync(path: string): Status | undefined {
    this.look("stat");
    return this.stat(path);
  }

  statSync(path: string): Status | undefined {
    return this.stat(path);
  }

  linkSync(from: string, to: string): void {
    this.look("link");
    const [source, old] = this.split(from);
    const [target, name] = this.split(to);
    this.change("link", () => {
      const inode = source.entries.get(old);
      if (inode === undefined) throw failure("ENOENT");
      if (target.entries.has(name)) throw failure("EEXIST");
      enter(target, name, inode);
    });
  }

  unlinkSync(path: string): void {
    this.look("unlink");
    const [folder, name] = this.split(path);
    this.change("unlink", () => {
      if (!folder.entries.delete(name)) throw failure("ENOENT");
      folder.pending.push({ name, inode: null });
    });
  }

  readdirSync(path: string): string[] {
    this.look("list");
    return [...this.folders.get(path)!.entries.keys()];
  }

  mkdirSync(path: string): undefined {
    if (!this.folders.has(path)) this.folders.set(path, { entries: new Map(), durable: new Map(), pending: [] });
  }

  watch(): { close(): void; on(): void } {
    return { close: () => {}, on: () => {} };
  }

  private stat(path: string): Status | undefined {
    if (this.folders.has(path)) return statusOf(null);
    const [folder, name] = this.split(path);
    const inode = folder.entries.get(name);
    return inode === undefined ? undefined : statusOf(inode);
  }

  private look(call: string): void {
    if (this.isDead) throw failure("dead");
    const { meanwhile } = this;
    this.meanwhile = null;
    meanwhile?.(call);
    if (meanwhile !== null && this.meanwhile === null) this.meanwhile = meanwhile;
  }

  private change<T>(call: Call, act: () => T, half: () => void = () => {}): T {
    this.changes++;
    const { fault } = this;
    if (fault === null || this.changes < fault.at) return act();
    if (fault.kind === "full") {
      // Names can be given and taken on a full disk, mostly; bytes not.
      if (call !== "write" && call !== "create") return act();
      half();
      throw failure("ENOSPC");
    }
    if (fault.kind === "read-only") throw failure("EROFS");
    if (fault.kind === "without links") {
      if (call !== "link") return act();
      throw failure("EPERM");
    }
    if (fault.kind === "error") {
      if (this.changes > fault.at) return act();
      half();
      throw failure("EIO");
    }
    if (fault.kind === "during") half();
    if (fault.kind === "after") act();
    this.isDead = true;
    throw failure("dead");
  }

  private give(open: Open): number {
    this.open.set(this.next, open);
    return this.next++;
  }

  private split(path: string): [Folder, string] {
    const slash = path.lastIndexOf("/");
    const folder = this.folders.get(path.slice(0, slash));
    if (folder === undefined) throw failure("ENOENT");
    return [folder, path.slice(slash + 1)];
  }
}

/** The disk dies before, during or after the change number `at`, reports an error at that one, or has no more room from then on, takes nothing, or no links. */
export interface Fault {
  readonly kind: "before" | "during" | "after" | "full" | "error" | "read-only" | "without links";
  readonly at: number;
}

type Call = "create" | "write" | "fsync" | "link" | "unlink";

interface Inode {
  readonly number: number;
  content: Uint8Array;
  durable: Uint8Array;
}

interface Folder {
  entries: Map<string, Inode>;
  durable: Map<string, Inode>;
  pending: { readonly name: string; readonly inode: Inode | null }[];
}

interface Open {
  readonly folder: Folder;
  /** Null if the folder itself is open. */
  readonly inode: Inode | null;
}

let inodes = 0;
const inodeOf = (content: Uint8Array): Inode => ({ number: ++inodes, content, durable: content });

function enter(folder: Folder, name: string, inode: Inode): void {
  // What a new file holds is nothing, until it is made durable.
  if (inode.content.length === 0) inode.durable = new Uint8Array();
  folder.entries.set(name, inode);
  folder.pending.push({ name, inode });
}

/** What a crash leaves of a file: what was durable, or more of it, or as much space without its bytes. */
function remains({ content, durable }: Inode, random: () => number): Uint8Array {
  if (content === durable) return content;
  const fate = random();
  if (fate < 0.3) return durable;
  const length = durable.length + Math.floor(random() * (content.length - durable.length + 1));
  const left = content.slice(0, length);
  return fate < 0.7 ? left : left.fill(0, durable.length + Math.floor(random() * (length - durable.length)));
}

function statusOf(inode: Inode | null): Status {
  return {
    size: inode?.content.length ?? 0,
    dev: 1,
    ino: inode?.number ?? 0,
    mtimeMs: Date.now(),
    isFile: () => inode !== null,
    isDirectory: () => inode === null,
    isSymbolicLink: () => false,
  };
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** A cheap source of numbers from 0 to 1 that gives the same ones again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
