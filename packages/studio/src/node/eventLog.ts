import type { ServerResponse } from "node:http";
import type { StudioEvent } from "../protocol.js";

interface EventLogLimits {
  /** Events that are kept for streams that broke, and characters of all of them. */
  readonly events: number;
  readonly characters: number;
  /** Bytes that wait for a client that reads slowly. */
  readonly waiting: number;
}

/** Milliseconds between signs of life. */
const HEARTBEAT = 15_000;

/** Log of the last events, so that a broken stream continues at its place: an event has the number of its place, after the name of this log. */
export class EventLog {
  private readonly events: { readonly number: number; readonly text: string }[] = [];
  private readonly streams = new Set<ServerResponse>();
  private readonly beating: NodeJS.Timeout;
  private characters = 0;
  private sent = 0;

  constructor(
    /** Differs from that of any log before. */
    private readonly name: string,
    private readonly limits: EventLogLimits,
  ) {
    // A proxy or a browser without input may close the connection.
    this.beating = setInterval(() => this.send(": \n\n"), HEARTBEAT);
    this.beating.unref();
  }

  get size(): number {
    return this.streams.size;
  }

  add(event: StudioEvent): void {
    const number = ++this.sent;
    const text = `id: ${this.name}-${number}\ndata: ${JSON.stringify(event)}\n\n`;
    this.events.push({ number, text });
    this.characters += text.length;
    while (
      this.events.length > this.limits.events ||
      (this.characters > this.limits.characters && this.events.length > 1)
    )
      this.characters -= this.events.shift()!.text.length;
    this.send(text);
  }

  /** Makes an answer a stream that goes on after the event `last`; null: from now on. */
  open(stream: ServerResponse, last: string | null): void {
    const missed = last === null ? [] : this.after(last);
    // The id alone: from here on the stream is resumed, though nothing was sent yet.
    stream.write(`id: ${this.name}-${this.sent - (missed?.length ?? 0)}\n\n`);
    if (missed === null) stream.write(`id: ${this.name}-${this.sent}\ndata: {"type":"reset"}\n\n`);
    else for (const { text } of missed) stream.write(text);
    this.streams.add(stream);
    stream.once("close", () => this.streams.delete(stream));
  }

  close(): void {
    clearInterval(this.beating);
    for (const stream of this.streams) stream.end();
    this.streams.clear();
  }

  /** Events after one; null: they are not known any more. */
  private after(last: string): readonly { readonly text: string }[] | null {
    const dash = last.lastIndexOf("-");
    const number = Number(last.slice(dash + 1));
    if (last.slice(0, dash) !== this.name || !Number.isSafeInteger(number) || number > this.sent || number < 0)
      return null;
    const first = this.events[0]?.number ?? this.sent + 1;
    return number + 1 < first ? null : this.events.slice(number + 1 - first);
  }

  private send(text: string): void {
    for (const stream of this.streams) {
      stream.write(text);
      // It may come back, and gets what it missed.
      if (stream.writableLength > this.limits.waiting) stream.destroy();
    }
  }
}
