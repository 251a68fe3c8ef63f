import { ApiFailure } from "./failure.js";

/** An answer is not read beyond this many bytes: a batch of 2048 vectors of 4096 numbers is some 100 MB. */
const LONGEST = 2 ** 28;
/** Of an error page the beginning is enough. */
const LONGEST_ERROR = 4096;

/** The body as text. Rejects with an ApiFailure where it is too long, and with whatever the network gave where it breaks off. */
export async function wholeBody(response: Response): Promise<string> {
  const text = await bodyUpTo(response, LONGEST);
  if (text === null) throw new ApiFailure(`the answer is longer than ${LONGEST} bytes.`);
  return text;
}

/** The message that an error body carries in one of the usual places, else the beginning of the body. */
export async function errorText(response: Response): Promise<string> {
  const text = (await bodyUpTo(response, LONGEST_ERROR, true).catch(() => "")) ?? "";
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const inner = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
    const found = [inner, message, detail].find((candidate) => typeof candidate === "string");
    return typeof found === "string" ? found : "";
  } catch {
    return text.trimStart().startsWith("<") ? "" : text;
  }
}

/** null: there is more. With `cut`, what is there up to the limit. */
async function bodyUpTo(response: Response, limit: number, cut = false): Promise<string | null> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes <= limit) continue;
    await reader.cancel();
    return cut ? text.slice(0, limit) : null;
  }
}
