import type { EVALUATION } from "../registry/evaluation.js";
import type { Explanations } from "./explanation.js";

export const EVALUATION_EXPLAINED: Explanations<typeof EVALUATION> = {
  SXP5201: {
    when: "when a suite is read",
    text: "The file of [a suite](../how-to/evaluate.md) is JSON without comments. The place is where reading stopped.",
  },
  SXP5202: {
    when: "when a suite is read",
    text: 'A member is missing, is of another kind, or is unknown. With `"$schema"` an editor completes the members and says what each is for.',
  },
  SXP5203: {
    when: "when a suite is read",
    text: "The tree, the schema or another suite that the file names is missing or can't be read. Paths are relative to the file of the suite.",
  },
  SXP5204: {
    when: "when a suite is read",
    text: "A suite that imports itself, also through others, has no end.",
  },
  SXP5205: {
    when: "when a suite is read",
    text: "A path among the right answers finds no node or several, or no node or turn has the id. Paths move when data changes; ids do not.",
  },
  SXP5206: {
    when: "when a suite is read",
    text: "A reference is right and excluded, a question back comes with an answer, the query finds other nodes than are right, or lone checks are true already.",
  },
  SXP5207: {
    when: "when a suite is read",
    text: "It does not compile against the schema, it fails on the data, or it is a check whose result is neither true nor false.",
  },
  SXP5208: {
    when: "when a suite is read",
    text: "Cases of a suite have different ids, also those of suites that it imports, and so have dialogues. Two runs are compared by them.",
  },
  SXP5209: {
    when: "when `sxp eval convert` reads a file",
    text: "The file is not in its benchmark's form: not JSON, a missing member, another number of columns, an unknown name ([converted files](../how-to/evaluate.md#suites-of-others)).",
  },
  SXP5210: {
    when: "when `sxp eval convert` reads a file",
    text: "Published data has errors, such as a question that cites a turn that does not exist. What can't be judged is left out, the rest converted.",
  },
};
