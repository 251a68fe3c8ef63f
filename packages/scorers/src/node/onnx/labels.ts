import { modelError } from "./modelError.js";

/** Which logit means what. `neutral` is absent where the model knows only entailment and its opposite. */
export interface EntailmentLabels {
  readonly count: number;
  readonly entailment: number;
  readonly contradiction: number;
  readonly neutral?: number;
}

/**
 * Reads the order of labels from `id2label` of config.json, in the spellings that NLI models use. Throws SXP4001 where the labels
 * are none of natural language inference.
 */
export function entailmentLabels(model: string, id2label: unknown, given?: readonly string[]): EntailmentLabels {
  const labels = given ?? labelList(id2label);
  const find = (pattern: RegExp) => labels.findIndex((label) => pattern.test(label.trim().toLowerCase()));
  const entailment = find(/^(entailment|entail|entails|e)$/);
  const contradiction = find(/^(contradiction|contradict|contradicts|c|not[_ -]?entailment)$/);
  const neutral = find(/^(neutral|n)$/);
  if (entailment < 0 || contradiction < 0 || labels.length !== (neutral < 0 ? 2 : 3)) {
    const found = labels.length === 0 ? "none" : labels.join(", ");
    throw modelError(
      model,
      `its labels (${found}) are not entailment and contradiction. Name them in the option "labels", in the order of the logits.`,
    );
  }
  const known = { count: labels.length, entailment, contradiction };
  return neutral < 0 ? known : { ...known, neutral };
}

/** The labels by number, from { "0": …, "1": … }; none where numbers are missing. */
function labelList(id2label: unknown): string[] {
  const table = (typeof id2label === "object" && id2label !== null ? id2label : {}) as Readonly<
    Record<string, unknown>
  >;
  const labels = Object.keys(table).map((_, number) => table[number]);
  return labels.every((label) => typeof label === "string") ? labels : [];
}
