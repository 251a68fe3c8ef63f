import { lowerBound } from "@semantic-xpath/tree";
import type { DistinctWords } from "./distinctWords.js";

/** The stems of some nodes, numbered here by their order in a vocabulary, and how many of the nodes have each. */
export class StemCounts {
  constructor(
    readonly vocabulary: DistinctWords,
    /** Their numbers in the vocabulary, ascending. */
    readonly stems: Int32Array,
    readonly counts: Int32Array,
  ) {}

  get size(): number {
    return this.stems.length;
  }

  /** The number of a stem here, -1 for none. */
  numberOf(name: string): number {
    const stem = this.vocabulary.numberOf(name);
    const at = stem < 0 ? this.size : lowerBound(this.stems, stem);
    return this.stems[at] === stem ? at : -1;
  }

  name(number: number): string {
    return this.vocabulary.get(this.stems[number]!);
  }
}

/** Documents next to each other, as runs of stems. */
export class StemRun {
  /** The documents of stem i are `documents` in `[from[i], from[i + 1])`. */
  private inverse: { readonly from: Int32Array; readonly documents: Int32Array } | undefined;

  constructor(
    readonly of: StemCounts,
    /** The stems of one document after the other by their numbers in `of`, each once in a document, in no order. */
    readonly stems: Int32Array,
    /** Where each document begins in `stems`, and where the last ends. No document is empty. */
    readonly starts: Int32Array,
  ) {}

  /** The documents that have a stem, in their order. */
  documentsOf(number: number): Int32Array {
    this.inverse ??= this.inverted();
    const { from, documents } = this.inverse;
    return documents.subarray(from[number]!, from[number + 1]!);
  }

  private inverted() {
    const { stems, starts, of } = this;
    const from = new Int32Array(of.size + 2);
    for (let at = 0; at < stems.length; at++) from[stems[at]! + 2]!++;
    for (let stem = 2; stem < from.length; stem++) from[stem]! += from[stem - 1]!;
    const documents = new Int32Array(stems.length);
    for (let document = 0; document + 1 < starts.length; document++)
      for (let at = starts[document]!; at < starts[document + 1]!; at++) documents[from[stems[at]! + 1]!++] = document;
    return { from, documents };
  }
}
