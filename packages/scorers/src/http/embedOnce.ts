import { ByteLru } from "../cache/byteLru.js";

type Take = (text: string, vector: Float32Array) => void;

/** Gives `take` the vector of each text. */
export type Embed = (texts: readonly string[], signal: AbortSignal | undefined, take: Take) => Promise<void>;

/** Vectors by text: a text is embedded once as long as its vector is kept, also where several callers want it at the same time. */
export class EmbedOnce {
  private readonly kept: ByteLru<Float32Array>;
  /** Texts that are being embedded; the promises never reject. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    maxBytes: number,
    private readonly embed: Embed,
  ) {
    this.kept = new ByteLru(maxBytes);
  }

  /** Calls `take` once for each of the distinct texts, in no certain order. Rejects as `embed` does. */
  async each(texts: readonly string[], signal: AbortSignal | undefined, take: Take): Promise<void> {
    let open = texts;
    while (open.length > 0) {
      signal?.throwIfAborted();
      const own: string[] = [];
      const waits: string[] = [];
      for (const text of open) {
        const vector = this.kept.get(text);
        if (vector !== undefined) take(text, vector);
        else (this.underWay.has(text) ? waits : own).push(text);
      }
      const others = waits.map((text) => this.underWay.get(text)!);
      await this.embedOwn(own, signal, take);
      await Promise.all(others);
      // Where the other caller failed, or its vectors were not kept, these are embedded here.
      open = waits;
    }
  }

  private async embedOwn(texts: readonly string[], signal: AbortSignal | undefined, take: Take): Promise<void> {
    if (texts.length === 0) return;
    const done = this.embed(texts, signal, (text, vector) => {
      this.kept.set(text, vector, 2 * text.length + vector.byteLength + 128);
      take(text, vector);
    }).finally(() => {
      for (const text of texts) this.underWay.delete(text);
    });
    const settled = done.catch(() => undefined);
    for (const text of texts) this.underWay.set(text, settled);
    await done;
  }
}
