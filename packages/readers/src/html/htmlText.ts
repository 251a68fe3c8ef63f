import { type ReadLimits, readError } from "@semantic-xpath/tree";
import { checkLength } from "../decode.js";
import type { Report } from "../readerOptions.js";

/** Bytes in which the standard looks for the encoding. */
const HEAD = 1024;
/** Bytes decoded at a time. */
const PIECE = 1 << 20;
const META = /<meta\s[^>]*/gi;
const CHARSET = /charset\s*=[\s"']*([\w:.-]+)/i;

/** The text of the bytes of a page, in the encoding of its byte order mark or its declaration, else in UTF-8. */
export function htmlText(bytes: Uint8Array, limits: ReadLimits, report: Report): string {
  const decoder = decoderOf(bytes);
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    checkLength(text.length, limits);
  }
  text += decoder.decode();
  const bad = text.indexOf("\uFFFD");
  if (bad >= 0) {
    const problem = `a byte here is not ${decoder.encoding.replace("utf", "UTF")}`;
    report(readError("SXP4014", { problem }, { start: bad, end: bad + 1 }));
  }
  return text;
}

function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const declared = CHARSET.exec(head.match(META)?.find((tag) => CHARSET.test(tag)) ?? "")?.[1];
  try {
    const decoder = new TextDecoder(declared ?? "utf-8");
    // A page with a readable declaration is not in UTF-16, regardless of the declaration.
    return decoder.encoding.startsWith("utf-16") ? new TextDecoder() : decoder;
  } catch {
    return new TextDecoder();
  }
}
