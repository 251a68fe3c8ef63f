/**
 * Uncertainty of an answer to `question` from `context`, in nats a token; lower is surer. Implementations: mean negative log-probability of
 * a model's answer, an estimate by a scorer, a table for tests.
 */
export type Uncertainty = (context: string, question: string) => Promise<number>;

export interface GateSettings {
  /** An episode is selected if it lowers uncertainty by more than this, in nats a token. */
  readonly select: number;
  /** An episode is read with its messages if it lowers uncertainty by more than this. */
  readonly expand: number;
  /** Selected episodes, at most. */
  readonly limit: number;
  /** True if an episode is judged beside those selected before it, false if each is judged alone. */
  readonly isCumulative: boolean;
}

/** The constants of xMemory's implementation, which were chosen for Llama-3.1-8B. */
export const XMEMORY_GATE: GateSettings = { select: -0.4, expand: 0.25, limit: 10, isCumulative: false };

/** Selects an episode only if it helps beside those selected before it. */
export const DEFAULT_GATE: GateSettings = { select: 0, expand: 0.25, limit: 10, isCumulative: true };

/** The verdicts on episodes, as indices in the order in which they were offered. */
export interface GateResult {
  readonly selected: readonly number[];
  /** A subset of `selected`. */
  readonly expanded: readonly number[];
  /** Fall of uncertainty for each episode that was checked. */
  readonly gains: readonly number[];
}

/** A gate ends after one harmful episode among the first three, or two among the first ten. */
const EARLY_CHECKS = 3;
const LATE_CHECKS = 10;

/**
 * Offers `count` episodes in order of priority and selects those that make an answer surer (xMemory, arXiv 2602.02007, section 4.2).
 * If none is selected, the first one is, unexpanded.
 *
 * @param gainOf fall of uncertainty by an episode beside those in `selected`, in nats a token
 */
export async function gateEpisodes(
  count: number,
  gainOf: (episode: number, selected: readonly number[]) => Promise<number>,
  { select, expand, limit }: GateSettings,
): Promise<GateResult> {
  const selected: number[] = [];
  const expanded: number[] = [];
  const gains: number[] = [];
  let harmful = 0;
  for (let episode = 0; episode < count && selected.length < limit; episode++) {
    const gain = await gainOf(episode, selected);
    gains.push(gain);
    if (gain > select) {
      selected.push(episode);
      if (gain > expand) expanded.push(episode);
    } else {
      harmful++;
    }
    if (gains.length <= EARLY_CHECKS ? harmful >= 1 : gains.length <= LATE_CHECKS && harmful >= 2) break;
  }
  if (selected.length === 0 && count > 0) selected.push(0);
  return { selected, expanded, gains };
}
