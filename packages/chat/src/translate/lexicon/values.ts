import { stemOf } from "@semantic-xpath/scorers";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { wordsIn } from "../words/words.js";

/** Longer texts are prose: what they say is for relevance, not for names. */
const LONGEST_NAME = 60;
/** Of a list with commas. */
const LONGEST_LIST = 200;

/** A text of the data that may be said in a request, as a whole or in part. */
export interface DataValue {
  readonly text: string;
  readonly attribute: string;
  readonly type: string;
  /** Several values with commas between. */
  readonly isList: boolean;
}

/** Of one attribute of one type. */
export interface ValueColumn {
  readonly type: string;
  readonly attribute: string;
  /** The distinct values. */
  readonly ids: readonly number[];
  readonly isList: boolean;
  readonly isProse: boolean;
}

/** The distinct values of an attribute on the nodes of a type, and what kind of texts they are. */
export function columnOf(tree: Tree, type: string, attribute: string): ValueColumn | null {
  const column = tree.columns[tree.attributeId(attribute)]?.[tree.typeId(type)];
  if (column === undefined) return null;
  const ids = [...distinct(column)];
  let commas = 0;
  let length = 0;
  for (const id of ids) {
    length += tree.values.length(id);
    if (tree.values.length(id) <= LONGEST_LIST && tree.values.get(id).includes(", ")) commas++;
  }
  const mean = ids.length === 0 ? 0 : length / ids.length;
  const isList = commas > 0 && commas * 2 >= ids.length && mean <= LONGEST_LIST && !endsAsSentence(tree, ids);
  return { type, attribute, ids, isList, isProse: !isList && (mean > LONGEST_NAME || endsAsSentence(tree, ids)) };
}

function distinct({ values }: { readonly values: Int32Array }): Set<number> {
  const ids = new Set<number>();
  for (let at = 0; at < values.length; at++) if (values[at] !== NONE) ids.add(values[at]!);
  return ids;
}

/** Whether most of the first values are sentences. */
function endsAsSentence(tree: Tree, ids: readonly number[]): boolean {
  const some = ids.slice(0, 50).map((id) => tree.values.get(id));
  return some.filter((text) => /[.!?]$/.test(text)).length * 2 > some.length;
}

/** Values by the stems of their words: what is said in a request is looked up by its rarest word. */
export class ValueIndex {
  private readonly byStem = new Map<string, number[]>();
  private readonly values: DataValue[] = [];

  constructor(tree: Tree, columns: readonly ValueColumn[]) {
    for (const column of columns)
      if (!column.isProse) for (const id of column.ids) this.add(tree.values.get(id), column);
  }

  /** The values that have a word, by its stem. */
  having(stem: string): readonly DataValue[] {
    return (this.byStem.get(stem) ?? []).map((at) => this.values[at]!);
  }

  /** How many values have it. */
  count(stem: string): number {
    return this.byStem.get(stem)?.length ?? 0;
  }

  private add(text: string, { type, attribute, isList }: ValueColumn): void {
    const at = this.values.length;
    this.values.push({ text, type, attribute, isList });
    if (text.length > LONGEST_LIST) return;
    for (const word of wordsIn(text)) {
      const stem = stemOf(word);
      const places = this.byStem.get(stem);
      if (places === undefined) this.byStem.set(stem, [at]);
      else if (places.at(-1) !== at) places.push(at);
    }
  }
}
