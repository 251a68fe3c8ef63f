/** Readings whose confidences add up to at most 1: the first of clear ones keeps its own, and the others have what is left; of others each has its part. */
export function shared<R extends { readonly confidence: number }>(
  readings: readonly R[],
  isClear: boolean,
): readonly R[] {
  const [first, ...others] = readings;
  const sum = (all: readonly R[]): number => all.reduce((total, { confidence }) => total + confidence, 0);
  if (first === undefined || sum(readings) <= 1) return readings;
  const scaled = (all: readonly R[], most: number): readonly R[] => {
    const scale = Math.min(1, most / sum(all));
    return all.map((reading) => ({ ...reading, confidence: reading.confidence * scale }));
  };
  return isClear ? [first, ...scaled(others, 1 - first.confidence)] : scaled(readings, 1);
}
