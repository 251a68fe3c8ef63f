import { createHash, randomBytes } from "node:crypto";
import * as nodeFiles from "node:fs";
import { constants } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Storage, Stranger } from "../journal/storage.js";
import { memoryError } from "../memoryError.js";
import { codeOf, type FileSystem, isReadOnly, openError, type Status, writeError } from "./fileSystem.js";
import { SCORES_FOLDER } from "./folderScores.js";

export interface FolderOptions {
  /** Makes the folder, and those above it, if it is missing. */
  readonly create?: boolean;
  /** By what files are read and written; Node's by default. Tests put one here that fails. */
  readonly files?: FileSystem;
  /** How often changes are looked for, in milliseconds, besides what the file system says by itself, which network shares don't; 1000 by default. */
  readonly pollEvery?: number;
}

/** A folder of files as a storage of a journal. Throws SXP5001 if there is no folder, or one that can't be read. */
export function folderStorage(folder: string, options: FolderOptions = {}): Storage {
  return new FolderStorage(resolve(folder), options);
}

const NAME = /^[0-9a-z][0-9a-z.-]*$/;
const TEMPORARY = /^tmp\.(\d{1,10})\.[0-9a-f]{12}$/;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_DIRECTORY = 0 } = constants;
/** Pieces below this are written with one call. */
const JOINED = 1 << 20;
const ATTEMPTS = 10;
/** Milliseconds after which a temporary file is taken for one whose writer is gone; if it is not, it writes another one. */
const LEFT_AFTER = 600_000;

class FolderStorage implements Storage {
  private readonly files: FileSystem;
  private readonly identity: string;

  constructor(
    readonly where: string,
    private readonly options: FolderOptions,
  ) {
    this.files = options.files ?? (nodeFiles as unknown as FileSystem);
    this.identity = this.open(options.create === true);
  }

  list(): readonly string[] {
    return this.entries().filter((name) => NAME.test(name) && !TEMPORARY.test(name) && name !== SCORES_FOLDER);
  }

  read(name: string, from = 0, to = Number.POSITIVE_INFINITY): Uint8Array | null {
    const file = this.openFile(name);
    if (file === null) return null;
    try {
      const end = Math.min(to, this.files.fstatSync(file).size);
      const bytes = new Uint8Array(Math.max(0, end - from));
      let done = 0;
      while (done < bytes.length) {
        const read = this.files.readSync(file, bytes, done, bytes.length - done, from + done);
        if (read === 0) break;
        done += read;
      }
      return bytes.subarray(0, done);
    } catch (error) {
      throw memoryError(
        "SXP5002",
        { file: name, problem: `the disk does not give it (${codeOf(error)})` },
        { cause: error },
      );
    } finally {
      this.files.closeSync(file);
    }
  }

  size(name: string): number | null {
    const status = this.status(name);
    return status === null ? null : status.size;
  }

  publish(name: string, pieces: readonly Uint8Array[]): boolean {
    this.checkIdentity();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const temporary = `tmp.${process.pid}.${randomBytes(6).toString("hex")}`;
      let isWritten = false;
      try {
        this.write(temporary, pieces);
        isWritten = true;
        this.files.linkSync(this.path(temporary), this.path(name));
      } catch (error) {
        this.removeQuietly(temporary);
        if (codeOf(error) === "EEXIST") return false;
        // Somebody took the temporary file for one whose writer is gone: nothing was published, and the next one is written.
        if (codeOf(error) === "ENOENT" && this.isThere()) continue;
        throw writeError(this.where, error, isWritten);
      }
      this.fsyncFolder(this.where);
      this.removeQuietly(temporary);
      return true;
    }
    throw memoryError("SXP5005", { reason: "temporary files vanish while they are written" });
  }

  remove(name: string): void {
    try {
      this.files.unlinkSync(this.path(name));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw writeError(this.where, error);
    }
  }

  sync(path = this.where): void {
    try {
      this.fsyncFolder(path);
    } catch (error) {
      // Where nobody can write there is nothing to make durable.
      if (!isReadOnly(error)) throw error;
    }
  }

  sweep(all = false): readonly string[] {
    const gone = this.entries().filter((name) => TEMPORARY.test(name) && (all || this.isLeft(name)));
    for (const name of gone) this.removeQuietly(name);
    return gone;
  }

  strangers(): readonly Stranger[] {
    return this.entries().flatMap((name): Stranger[] => {
      const status = this.files.lstatSync(this.path(name), { throwIfNoEntry: false });
      if (status === undefined) return [];
      const kind = kindOf(status);
      if (name === SCORES_FOLDER && status.isDirectory()) return [];
      if (kind !== "file") return [{ name, kind, bytes: status.size }];
      if (TEMPORARY.test(name)) return [{ name, kind: "temporary", bytes: status.size }];
      return NAME.test(name) ? [] : [{ name, kind, bytes: status.size }];
    });
  }

  hash(pieces: readonly Uint8Array[]): Uint8Array {
    const hash = createHash("sha256");
    for (const piece of pieces) hash.update(piece);
    return new Uint8Array(hash.digest());
  }

  watch(listener: () => void): () => void {
    let seen = this.fingerprint();
    const poll = () => {
      const now = this.fingerprint();
      if (now === seen) return;
      seen = now;
      listener();
    };
    const timer = setInterval(poll, this.options.pollEvery ?? 1000);
    timer.unref?.();
    let watcher: { close(): void } | null = null;
    try {
      const made = this.files.watch(this.where, { persistent: false }, (_, name) => {
        if (name === null || !TEMPORARY.test(name)) listener();
      });
      made.on("error", () => made.close());
      watcher = made;
    } catch {
      // Too many watches, or a file system that has none: the timer stays.
    }
    return () => {
      clearInterval(timer);
      watcher?.close();
    };
  }

  private open(create: boolean): string {
    try {
      if (create) this.make();
      const status = this.files.statSync(this.where, { throwIfNoEntry: false });
      if (status === undefined) throw memoryError("SXP5001", { where: this.where, reason: "there is no such folder" });
      if (!status.isDirectory()) throw memoryError("SXP5001", { where: this.where, reason: "it is not a folder" });
      return `${status.dev}:${status.ino}`;
    } catch (error) {
      throw openError(this.where, error);
    }
  }

  /** A new folder stays after a crash only if those above it know of it. */
  private make(): void {
    const first = this.files.mkdirSync(this.where, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = this.where; made.length >= first.length; made = dirname(made)) this.sync(dirname(made));
  }

  /** That the folder is still the one that was opened, and no other one that has its name by now. */
  private checkIdentity(): void {
    if (this.isThere()) return;
    throw memoryError("SXP5005", { reason: `"${this.where}" is no longer the folder that was opened` });
  }

  private isThere(): boolean {
    const status = this.files.statSync(this.where, { throwIfNoEntry: false });
    return status !== undefined && `${status.dev}:${status.ino}` === this.identity;
  }

  private entries(): readonly string[] {
    try {
      return this.files.readdirSync(this.where);
    } catch (error) {
      throw openError(this.where, error);
    }
  }

  /** A link, pipe or device is not opened, not even by accident: what a folder brings leads nowhere. */
  private openFile(name: string): number | null {
    if (this.status(name) === null) return null;
    let file: number;
    try {
      file = this.files.openSync(this.path(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw openError(this.path(name), error);
    }
    const status = this.files.fstatSync(file);
    if (status.isFile()) return file;
    this.files.closeSync(file);
    throw special(name, status);
  }

  private status(name: string): Status | null {
    let status: Status | undefined;
    try {
      status = this.files.lstatSync(this.path(name), { throwIfNoEntry: false });
    } catch (error) {
      throw openError(this.where, error);
    }
    if (status === undefined) return null;
    if (!status.isFile()) throw special(name, status);
    return status;
  }

  private write(name: string, pieces: readonly Uint8Array[]): void {
    const file = this.files.openSync(this.path(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      for (const piece of together(pieces)) {
        let done = 0;
        while (done < piece.length) done += this.files.writeSync(file, piece, done, piece.length - done);
      }
      this.files.fsyncSync(file);
    } finally {
      this.files.closeSync(file);
    }
  }

  private fsyncFolder(path: string): void {
    // Windows has no such call; NTFS keeps entries in its own journal.
    if (process.platform === "win32") return;
    try {
      const folder = this.files.openSync(path, O_RDONLY | O_DIRECTORY);
      try {
        this.files.fsyncSync(folder);
      } finally {
        this.files.closeSync(folder);
      }
    } catch (error) {
      throw writeError(this.where, error);
    }
  }

  /** Whether nobody writes a temporary file any more, as far as can be seen. Numbers of processes come again, in containers soon. */
  private isLeft(name: string): boolean {
    if (!isAlive(Number(TEMPORARY.exec(name)![1]))) return true;
    const status = this.files.lstatSync(this.path(name), { throwIfNoEntry: false });
    return status !== undefined && Date.now() - status.mtimeMs > LEFT_AFTER;
  }

  private removeQuietly(name: string): void {
    try {
      this.files.unlinkSync(this.path(name));
    } catch {}
  }

  /** Not the time of the last change, which is the same for changes in quick succession. */
  private fingerprint(): string {
    try {
      return this.list().join();
    } catch {
      return "";
    }
  }

  private path(name: string): string {
    return join(this.where, name);
  }
}

function* together(pieces: readonly Uint8Array[]): Iterable<Uint8Array> {
  let small: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length + piece.length > JOINED && small.length > 0) {
      yield Buffer.concat(small, length);
      small = [];
      length = 0;
    }
    small.push(piece);
    length += piece.length;
  }
  if (small.length > 0) yield small.length === 1 ? small[0]! : Buffer.concat(small, length);
}

function kindOf(status: Status): Stranger["kind"] {
  if (status.isFile()) return "file";
  if (status.isSymbolicLink()) return "symbolic link";
  return status.isDirectory() ? "folder" : "special file";
}

const special = (name: string, status: Status) => memoryError("SXP5007", { name, kind: `a ${kindOf(status)}` });

/** Whether a process is there, as far as can be seen from here. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
