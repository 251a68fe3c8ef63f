import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { newName } from "./segments.js";

/** Appends to a segment of its own, and begins another one where this one is full, gone, or was written to in part. */
export class SegmentWriter {
  private name: string | null = null;
  private written = 0;

  constructor(
    private readonly directory: string,
    private readonly segmentBytes: number,
  ) {}

  /**
   * The name of the segment that has the bytes now. Rejects where the disk refuses; what is torn then is the end of a segment that
   * nobody writes to any more. The file is open only meanwhile, so there is nothing to close.
   */
  async append(bytes: Buffer): Promise<string> {
    if (this.written + bytes.length > this.segmentBytes) this.name = null;
    const file = (await this.reopen()) ?? (await this.begin());
    const name = this.name!;
    try {
      await file.appendFile(bytes);
      this.written += bytes.length;
    } catch (error) {
      this.name = null;
      throw error;
    } finally {
      await file.close();
    }
    return name;
  }

  /** null where there is none yet, or another process evicted or merged it. */
  private async reopen(): Promise<FileHandle | null> {
    if (this.name === null) return null;
    return open(join(this.directory, this.name), constants.O_WRONLY | constants.O_APPEND).catch(() => null);
  }

  private async begin(): Promise<FileHandle> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const name = newName();
    const file = await open(join(this.directory, name), "ax", 0o600);
    this.name = name;
    this.written = 0;
    return file;
  }
}
