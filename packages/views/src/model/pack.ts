import { base64Of, bytesOfBase64 } from "@semantic-xpath/values/basics";

/** Plain data as deflated JSON in base64: what says the same of many nodes takes a tenth of the room. */
export async function pack(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return base64Of(new Uint8Array(await new Response(stream).arrayBuffer()));
}

export async function unpack<T>(packed: string): Promise<T> {
  const stream = new Blob([bytesOfBase64(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text()) as T;
}
