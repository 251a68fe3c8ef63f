const TIMES = Number(process.env.SXP_TIMES ?? 1);

/** How many random cases a law tries: so many, or SXP_TIMES as many for a long search. */
export const runs = (usual: number): number => Math.ceil(usual * TIMES);
