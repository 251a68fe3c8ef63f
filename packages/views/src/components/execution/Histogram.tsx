import { countText } from "../../model/numbers.js";

const WIDTH = 8;
const HEIGHT = 22;

/** Scores in ten equal bins from 0 to 1. A bin with anything in it shows. */
export function Histogram({ bins }: { readonly bins: readonly number[] }) {
  const most = Math.max(1, ...bins);
  const told = bins.flatMap((count, i) =>
    count === 0 ? [] : [`${countText(count)} from ${(i / 10).toFixed(1)} to ${((i + 1) / 10).toFixed(1)}`],
  );
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${bins.length * WIDTH} ${HEIGHT + 1}`}
      width={bins.length * WIDTH}
      height={HEIGHT + 1}
      role="img"
      aria-label={`Scores: ${told.join(", ")}`}
    >
      <title>{told.join("\n")}</title>
      {bins.map((count, i) => {
        const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
        return <rect key={i} x={i * WIDTH + 0.5} y={HEIGHT - height} width={WIDTH - 1} height={height} />;
      })}
      <path d={`M0 ${HEIGHT + 0.5}h${bins.length * WIDTH}`} />
    </svg>
  );
}
