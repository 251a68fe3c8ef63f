/** As many distinct scores as a text can get. */
const TABLE_SIZE = 1 << 12;
const CHARACTERS = 24;

/**
 * A scorer that costs the same for every text: a hash of its last characters and the condition looks a score up in a table.
 * `spent` is the time inside of it, in milliseconds, which is not the engine's.
 */
export class HashScorer {
  id = "hash";
  cost = "cheap";
  spent = 0;
  pairs = 0;
  #table = Float32Array.from({ length: TABLE_SIZE }, (_, i) => ((i * 2654435761) % TABLE_SIZE) / TABLE_SIZE);

  async score(texts, condition) {
    const before = performance.now();
    const scores = new Float32Array(texts.length);
    const seed = condition.length;
    for (let i = 0; i < texts.length; i++) scores[i] = this.#table[hashEnd(texts[i], seed) & (TABLE_SIZE - 1)];
    this.pairs += texts.length;
    this.spent += performance.now() - before;
    return scores;
  }
}

function hashEnd(text, seed) {
  let hash = seed;
  const length = text.length;
  for (let i = Math.max(0, length - CHARACTERS); i < length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash ^ (hash >>> 12);
}
