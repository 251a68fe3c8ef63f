import { it } from "vitest";

/** Set by `npm run test:more`, to 1 unless it is told otherwise; not set by `npm test`. See vitest.config.ts. */
const TIMES = Number(process.env.SXP_TIMES ?? 0);

/** True in `npm run test:more`: what can be tried in full is tried in full. */
export const isLong = TIMES > 0;

/** Cases of a cheap law in `npm test`: a bug that one case in fifty shows is missed once in sixty runs. */
const FEW = 200;

/**
 * The number of random cases of a law. `npm run test:more` tries `usual`, multiplied by SXP_TIMES, and no fewer than `npm test`, which tries `few`: up to 200, or as
 * many as half a second of the processor allows.
 */
export const runs = (usual: number, few: number = FEW): number =>
  Math.max(Math.ceil(usual * TIMES), Math.min(usual, few));

/** All of a list in `npm run test:more`, otherwise the first of it. */
export const someOf = <T>(list: readonly T[], few = 1): readonly T[] => (isLong ? list : list.slice(0, few));

/** A test of a detail of a page, in `npm run test:more` only. */
export const detail: (name: string, test: () => unknown) => void = isLong
  ? (name, test) => it(name, test as () => void)
  : () => undefined;
