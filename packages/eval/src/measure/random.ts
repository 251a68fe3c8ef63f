import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Draws from a seed: the same seed gives the same draws on every machine. */
export interface Random {
  /** A whole number from 0 up to `count`, exclusive. */
  index(count: number): number;
  /** A number in [0, 1). */
  share(): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** The list in a drawn order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** Draws of xoroshiro128+ (Blackman and Vigna, 2018) for a whole number. */
export function randomFrom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const index = (count: number): number => uniformInt(generator, 0, count - 1);
  return {
    index,
    share: () => uniformFloat64(generator),
    pick: (list) => list[index(list.length)]!,
    shuffled<T>(list: readonly T[]): T[] {
      const order = [...list];
      for (let i = order.length - 1; i > 0; i--) {
        const j = index(i + 1);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      return order;
    },
  };
}
