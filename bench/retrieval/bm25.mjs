const K1 = 1.2;
const B = 0.75;

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Textbook BM25 on the words as they are, no stems, no fields: the baseline. Each node's attributes and text are a document. */
export function bm25Scorer() {
  const bound = new WeakMap();
  return {
    id: "bm25",
    cost: "cheap",
    async score() {
      throw new Error("BM25 needs a tree");
    },
    forTree(tree) {
      if (!bound.has(tree)) bound.set(tree, boundScorer(tree));
      return bound.get(tree);
    },
  };
}

function boundScorer(tree) {
  const frequencies = new Map();
  let documents = 0;
  let length = 0;
  for (let node = 1; node <= tree.size; node++) {
    const own = tree.text[node] < 0 ? "" : tree.values.get(tree.text[node]);
    const attributes = Object.values(tree.node(node).attributes ?? {}).join(" ");
    const words = wordsOf(`${attributes} ${own}`);
    if (words.length === 0) continue;
    documents++;
    length += words.length;
    for (const word of new Set(words)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const idf = (word) => {
    const df = frequencies.get(word) ?? 0;
    return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
  };
  const counts = new Map();
  const analysed = (text) => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const words = wordsOf(text);
    const count = new Map();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    const found = { count, length: words.length };
    counts.set(text, found);
    return found;
  };
  return {
    id: "bm25",
    cost: "cheap",
    async score(texts, condition) {
      const terms = [...new Set(wordsOf(condition))].map((word) => [word, idf(word)]);
      return Float32Array.from(texts, (text) => {
        const { count, length: own } = analysed(text);
        const norm = K1 * (1 - B + (B * own * documents) / length);
        let sum = 0;
        for (const [word, weight] of terms) {
          const tf = count.get(word) ?? 0;
          sum += (weight * tf * (K1 + 1)) / (tf + norm);
        }
        // Any increasing map into [0, 1) keeps the order.
        return 1 - Math.exp(-sum / 20);
      });
    },
  };
}
