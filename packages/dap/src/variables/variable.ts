import type { DebugProtocol } from "@vscode/debugprotocol";

/** Something that a client shows as one line, and may open. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** Watch expression that shows this again. */
  readonly evaluateName?: string;
  readonly inside?: Inside;
}

/** Lines inside: fixed ones, and numbered ones that are made page by page. */
export interface Inside {
  readonly named: () => readonly Variable[];
  readonly namedCount: number;
  readonly indexedCount: number;
  indexed(from: number, count: number): readonly Variable[];
}

const NOTHING: Inside = { named: () => [], namedCount: 0, indexedCount: 0, indexed: () => [] };

export const lines = (named: readonly Variable[]): Inside => ({
  ...NOTHING,
  named: () => named,
  namedCount: named.length,
});

/** Some lines, made when they are opened. */
export const lazyLines = (named: () => readonly Variable[]): Inside => ({ ...NOTHING, named, namedCount: 1 });

export const pages = (indexedCount: number, indexed: Inside["indexed"]): Inside => ({
  ...NOTHING,
  indexedCount,
  indexed,
});

/** The items of a list by their numbers from 1, each made when its page is looked at. */
export const numbered = <T>(list: readonly T[], show: (item: T) => Omit<Variable, "name">): Inside =>
  pages(list.length, (from, count) => pageOf(from, list.slice(from, from + count), show));

export const pageOf = <T>(
  from: number,
  page: readonly T[],
  show: (item: T) => Omit<Variable, "name">,
): readonly Variable[] => page.map((item, i) => ({ name: String(from + i + 1), ...show(item) }));

/** A text as it would be written. */
export const quoted = (name: string, text: string): Variable => ({ name, value: JSON.stringify(text), type: "string" });

/** Gives numbers to what a client may open, until the next stop. */
export class VariableStore {
  private readonly opened = new Map<number, Inside>();
  private next = 1;
  /** Grows with each stop. */
  generation = 0;

  /** 0: nothing inside. Numbers are never given twice, so that an old one is not mistaken for a new one. */
  referenceTo(inside: Inside | undefined): number {
    if (inside === undefined || inside.namedCount + inside.indexedCount === 0) return 0;
    this.opened.set(this.next, inside);
    return this.next++;
  }

  find(reference: number): Inside | undefined {
    return this.opened.get(reference);
  }

  forget(): void {
    this.generation++;
    this.opened.clear();
  }

  /** With the counts that let a client page. */
  variable({ inside, ...shown }: Variable): DebugProtocol.Variable {
    return {
      ...shown,
      variablesReference: this.referenceTo(inside),
      ...countsOf(inside),
      presentationHint: { attributes: ["readOnly"] },
    };
  }
}

export const countsOf = (inside: Inside | undefined): { indexedVariables?: number; namedVariables?: number } =>
  inside !== undefined && inside.indexedCount > 0
    ? { indexedVariables: inside.indexedCount, namedVariables: inside.namedCount }
    : {};
