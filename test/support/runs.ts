import { it } from "vitest";

/** What `npm test` sets low and `npm run test:laws` high; see vitest.config.ts. */
const TIMES = Number(process.env.SXP_TIMES ?? 1);

/** Whether what can be tried in full is tried in full, and not only in part. */
export const isLong = TIMES >= 1;

/** How many random cases a law tries: so many in `npm run test:laws`, few in `npm test`, SXP_TIMES as many for a long search. */
export const runs = (usual: number): number => Math.max(Math.min(usual, 10), Math.ceil(usual * TIMES));

/** All of a list with the laws, otherwise the first of it. */
export const someOf = <T>(list: readonly T[], few = 1): readonly T[] => (isLong ? list : list.slice(0, few));

/** A test of a detail of a page, with the laws only: in a browser, each takes a second or more. */
export const detail: (name: string, test: () => unknown) => void = isLong
  ? (name, test) => it(name, test as () => void)
  : () => undefined;
