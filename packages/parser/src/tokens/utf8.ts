/** Whether `text` has more than `limit` bytes in UTF-8. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // A surrogate is half of a character of four bytes; alone it is written as U+FFFD, three bytes.
    if (unit >= 0x800) bytes += isPaired(text, i, unit) ? 1 : 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes > limit;
}

function isPaired(text: string, index: number, unit: number): boolean {
  if (unit >= 0xd800 && unit < 0xdc00) return isBetween(text.charCodeAt(index + 1), 0xdc00, 0xe000);
  return unit >= 0xdc00 && unit < 0xe000 && isBetween(text.charCodeAt(index - 1), 0xd800, 0xdc00);
}

const isBetween = (unit: number, from: number, to: number): boolean => unit >= from && unit < to;
