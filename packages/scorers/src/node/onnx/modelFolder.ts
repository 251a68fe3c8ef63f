import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { type RunError, runError } from "@semantic-xpath/tree";
import type { Json } from "../../json.js";

/** Bytes of a configuration or tokeniser file; the largest tokenisers have 40 MB. */
const MAX_JSON = 128 * 2 ** 20;

/**
 * The files of a model. Every path is a plain relative one and every file is in the folder, symbolic links followed: a model is
 * data from elsewhere and names no other file of this computer. What was read makes the identity of the model.
 */
export class ModelFolder {
  private readonly seen = new Map<string, string>();

  private constructor(
    /** The folder as the user wrote it, for messages. */
    readonly name: string,
    /** Its real path. */
    readonly root: string,
  ) {}

  /** Throws SXP4001 if there is no such folder. */
  static open(folder: string): ModelFolder {
    try {
      const root = realpathSync(folder);
      if (statSync(root).isDirectory()) return new ModelFolder(folder, root);
    } catch {
      // An unreadable file gets the message of a missing one.
    }
    throw modelError(
      folder,
      `there is no model folder "${folder}". It should hold config.json, tokenizer.json and onnx/model.onnx.`,
    );
  }

  get title(): string {
    return basename(this.root);
  }

  /** The real path of a file, undefined if there is none. Throws SXP4001 for a path or link that leads out of the folder. */
  find(path: string): string | undefined {
    if (!isPlain(path)) throw modelError(this.name, `the path "${path}" is not a plain path inside the model folder.`);
    let real: string;
    try {
      real = realpathSync(join(this.root, path));
      if (!statSync(real).isFile()) return undefined;
    } catch {
      return undefined;
    }
    if (real.startsWith(this.root + sep)) return real;
    throw modelError(
      this.name,
      `"${path}" is a link that leads out of the model folder. Copy the files themselves into it.`,
    );
  }

  /** Content of config.json. */
  get config(): Json {
    return this.needJson("config.json");
  }

  /** A JSON object, undefined if the file is absent. Throws SXP4001 if it is no JSON object. */
  json(path: string): Json | undefined {
    const real = this.find(path);
    if (real === undefined) return undefined;
    if (statSync(real).size > MAX_JSON) throw modelError(this.name, `"${path}" is larger than ${MAX_JSON} bytes.`);
    const bytes = readFileSync(real);
    this.seen.set(path, createHash("sha256").update(bytes).digest("hex"));
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder().decode(bytes));
    } catch (failure) {
      throw modelError(this.name, `"${path}" is not JSON: ${(failure as Error).message}.`, failure);
    }
    if (typeof value === "object" && value !== null) return value as Json;
    throw modelError(this.name, `"${path}" holds no JSON object.`);
  }

  needJson(path: string): Json {
    const value = this.json(path);
    if (value === undefined) throw modelError(this.name, `the model folder has no file "${path}".`);
    return value;
  }

  /** Names of the files in a folder, sorted; none if there is no such folder. */
  list(path: string): readonly string[] {
    try {
      return readdirSync(join(this.root, path)).sort();
    } catch {
      return [];
    }
  }

  /** Makes a large file part of the identity. */
  include(path: string, real: string): void {
    this.seen.set(path, hashFile(real));
  }

  /** 64 bits of what was read so far, in hexadecimal. */
  identity(): string {
    const entries = [...this.seen].sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
  }
}

/** Letters, digits and the like, one folder after the other; nothing absolute, no "..", no drive, no backslash. */
function isPlain(path: string): boolean {
  return /^[\w\-. +@()/]+$/u.test(path) && path.split("/").every((part) => part !== "" && part !== "..");
}

/** SXP4001 for a model that can't be used: `model` as the user named it, `reason` what is wrong and what to do, a sentence. */
export const modelError = (model: string, reason: string, cause?: unknown): RunError =>
  runError("SXP4001", { scorer: model, reason }, undefined, cause);

const MEGABYTE = 2 ** 20;
/** A file up to this size is read as a whole. */
const WHOLE = 8 * MEGABYTE;
/** Pieces of a large file and the bytes of each. Measured with a gigabyte: 256 pieces take 60 ms, 1 024 take 800, and all of it six seconds. */
const [PIECES, PIECE] = [256, 4096];

/**
 * SHA-256 of a file's size and bytes; of a large one, of its first and last megabyte and 256 pieces of 4 KB spread evenly between.
 * It differs for models that were trained separately, in milliseconds; it is not a signature.
 */
function hashFile(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const hash = createHash("sha256").update(`${size}`);
    const add = (position: number, length: number) => {
      const piece = Buffer.alloc(length);
      hash.update(piece.subarray(0, readSync(file, piece, 0, length, position)));
    };
    if (size <= WHOLE) {
      add(0, size);
      return hash.digest("hex");
    }
    add(0, MEGABYTE);
    for (let i = 0; i < PIECES; i++) add(Math.floor(((size - PIECE) / PIECES) * i), PIECE);
    add(size - MEGABYTE, MEGABYTE);
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}
