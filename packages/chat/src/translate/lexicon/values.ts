import { NONE, type Tree } from "@semantic-xpath/tree";
import { StemsOfWords } from "../words/stemsOfWords.js";

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
  /** A place in `ids`, or several: most stems of large data are numbers and names that occur once. */
  private readonly byStem = new Map<string, number | number[]>();
  private readonly ids: number[] = [];
  /** For each place the column. */
  private readonly of: number[] = [];
  private readonly stems = new StemsOfWords();

  constructor(
    private readonly tree: Tree,
    private readonly columns: readonly ValueColumn[],
  ) {
    for (const [at, { isProse, ids }] of columns.entries()) if (!isProse) for (const id of ids) this.add(id, at);
  }

  /** The values that have a word, by its stem. */
  having(stem: string): readonly DataValue[] {
    return this.places(stem).map((at) => {
      const { type, attribute, isList } = this.columns[this.of[at]!]!;
      return { text: this.tree.values.get(this.ids[at]!), type, attribute, isList };
    });
  }

  /** Whether some value of a type has it. */
  has(type: string, stem: string): boolean {
    return this.places(stem).some((at) => this.columns[this.of[at]!]!.type === type);
  }

  /** How many values have it. */
  count(stem: string): number {
    return this.places(stem).length;
  }

  /** Stems with a first letter, of about a length. */
  *words(first: string, length: number): Generator<string> {
    for (const stem of this.byStem.keys()) if (stem[0] === first && Math.abs(stem.length - length) <= 3) yield stem;
  }

  private places(stem: string): readonly number[] {
    const places = this.byStem.get(stem);
    return places === undefined ? [] : typeof places === "number" ? [places] : places;
  }

  private add(id: number, column: number): void {
    const at = this.ids.length;
    this.ids.push(id);
    this.of.push(column);
    if (this.tree.values.length(id) > LONGEST_LIST) return;
    for (const stem of this.stems.of(this.tree.values.get(id))) {
      const places = this.byStem.get(stem);
      if (places === undefined) this.byStem.set(stem, at);
      else if (typeof places === "number") {
        if (places !== at) this.byStem.set(stem, [places, at]);
      } else if (places.at(-1) !== at) places.push(at);
    }
  }
}
