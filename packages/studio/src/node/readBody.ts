import type { IncomingMessage } from "node:http";
import { studioError } from "../session/studioError.js";

/** The body of a request as JSON. Rejects with a `StudioError` as soon as it is too large, and a SyntaxError for what is no JSON. */
export async function readJsonBody(incoming: IncomingMessage, most: number): Promise<unknown> {
  const pieces: Buffer[] = [];
  let length = 0;
  if (Number(incoming.headers["content-length"] ?? 0) > most) throw studioError("SXP5165", { limit: most });
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most) throw studioError("SXP5165", { limit: most });
    pieces.push(piece);
  }
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)));
}
