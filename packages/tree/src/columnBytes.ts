/** A column of a record that is kept as bytes, and the classes of its views by name. */
type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
type Views = Readonly<Record<string, new (buffer: ArrayBuffer, offset: number, length: number) => Column>>;

const ALIGNED = 8;
const aligned = (length: number): number => Math.ceil(length / ALIGNED) * ALIGNED;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Columns and a head, which is JSON, as one run of bytes: the length of the head and of each column as u32 (little-endian, as the columns are), the head,
 * then the columns, each from a multiple of eight bytes on.
 */
export function columnsToBytes(head: unknown, columns: readonly Column[]): Uint8Array {
  const text = encoder.encode(JSON.stringify(head));
  const lengths = [text, ...columns].map(({ byteLength }) => byteLength);
  const start = aligned(lengths.length * 4);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + aligned(length), start));
  new Uint32Array(bytes.buffer, 0, lengths.length).set(lengths);
  let at = start;
  for (const column of [text, ...columns]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  }
  return bytes;
}

/** Reads bytes of `columnsToBytes`, as views; null if the bytes have another form. */
export function bytesToColumns<V extends Views>(
  given: Uint8Array,
  views: V,
): { readonly head: unknown; readonly columns: { readonly [Name in keyof V]: InstanceType<V[Name]> } } | null {
  const names = Object.keys(views);
  const count = names.length + 1;
  const bytes = given.byteOffset % ALIGNED === 0 ? given : given.slice();
  if (bytes.length < count * 4) return null;
  const buffer = bytes.buffer as ArrayBuffer;
  const lengths = new Uint32Array(buffer, bytes.byteOffset, count);
  let at = aligned(count * 4);
  const places = Array.from(lengths, (length) => {
    const place = at;
    at += aligned(length);
    return place;
  });
  if (at !== bytes.length) return null;
  try {
    const head: unknown = JSON.parse(decoder.decode(bytes.subarray(places[0], places[0]! + lengths[0]!)));
    const columns = names.map((name, i) => {
      const view = views[name]! as (typeof views)[string] & { readonly BYTES_PER_ELEMENT: number };
      const length = lengths[i + 1]! / view.BYTES_PER_ELEMENT;
      return [name, new view(buffer, bytes.byteOffset + places[i + 1]!, length)];
    });
    return { head, columns: Object.fromEntries(columns) };
  } catch {
    return null;
  }
}
