import { newVectorRows, type VectorRows } from "../../vectors/vectorRows.js";

/** Bytes of a text's place in the store beside its text and vector, about. */
const ENTRY = 100;

/** Vectors of texts, as rows for the kernels. A store that is full starts anew. */
export class EmbeddingStore {
  private readonly rowOf = new Map<string, number>();
  private vectors: VectorRows | undefined;
  private bytes = 0;

  /** `most` bounds texts and vectors, in bytes. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.rowOf.size;
  }

  /** Row numbers stay valid until `clearWhenFull`. */
  row(text: string): number | undefined {
    return this.rowOf.get(text);
  }

  add(text: string, vector: Float32Array): void {
    this.vectors ??= newVectorRows(vector.length);
    this.rowOf.set(text, this.vectors.push(vector));
    this.bytes += ENTRY + 2 * text.length + 4 * vector.length;
  }

  clearWhenFull(): void {
    if (this.bytes > this.most) this.clear();
  }

  clear(): void {
    this.rowOf.clear();
    this.vectors?.clear();
    this.bytes = 0;
  }

  /** Cosines of a query with texts that are in the store. */
  dots(query: Float32Array, texts: readonly string[]): Float32Array {
    if (this.vectors === undefined) return new Float32Array(0);
    return this.vectors.dots(
      query,
      Int32Array.from(texts, (text) => this.rowOf.get(text)!),
    );
  }
}
