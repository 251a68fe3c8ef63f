import type { Tree } from "@semantic-xpath/tree";
import type { Slices } from "./pause.js";
import { type LexicalSettings, printSettings } from "./settings.js";
import { collectStatistics, type Statistics } from "./statistics.js";

/** Statistics of a tree, counted when first needed, by whoever needs them: at once or in slices. */
export class Counting {
  private statistics: Statistics | undefined;
  private steps: Generator<void, Statistics> | undefined;

  constructor(private readonly start: () => Generator<void, Statistics>) {}

  now(): Statistics {
    while (this.statistics === undefined) this.advance();
    return this.statistics;
  }

  async inSlices(slices: Slices): Promise<Statistics> {
    while (this.statistics === undefined) {
      this.advance();
      if (this.statistics === undefined && slices.due) await slices.pause();
    }
    return this.statistics;
  }

  /** A failure starts the count anew, so that the next caller sees it too. */
  private advance(): void {
    this.steps ??= this.start();
    try {
      const step = this.steps.next();
      if (step.done === true) this.statistics = step.value;
    } catch (failure) {
      this.steps = undefined;
      throw failure;
    }
  }
}

const countings = new WeakMap<Tree, Map<string, Counting>>();

/** The statistics of a tree under these settings, the same for all scorers, kept as long as the tree. */
export function countingOf(tree: Tree, settings: LexicalSettings): Counting {
  const bySettings = countings.get(tree) ?? new Map<string, Counting>();
  countings.set(tree, bySettings);
  const key = printSettings(settings);
  const counting = bySettings.get(key) ?? new Counting(() => collectStatistics(tree, settings));
  bySettings.set(key, counting);
  return counting;
}
