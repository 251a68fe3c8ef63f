/** Eight random bytes before each record: by them a writer knows its event again, even beside one of the very same content. */
export const MARK = 8;

export const markOf = (record: Uint8Array): string =>
  [...record.subarray(0, MARK)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
