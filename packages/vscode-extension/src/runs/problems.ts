import type { QueryReference } from "@semantic-xpath/lsp";

/** What a user can do about a run that did not end with a result. */
interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly argument?: string | QueryReference;
}

interface Rule {
  readonly when: RegExp;
  readonly remedies: readonly Remedy[];
}

const RULES: readonly Rule[] = [
  { when: /^This workspace is not trusted/, remedies: [{ title: "Manage Trust", command: "workbench.trust.manage" }] },
  {
    when: /^(?:No data|The data file|There is no (?:such )?data file)/,
    remedies: [{ title: "Choose Data…", command: "sxp.chooseData" }],
  },
  {
    when: /onnxruntime/,
    remedies: [
      { title: "Say Where It Is", command: "workbench.action.openSettings", argument: "sxp.onnxRuntime" },
      { title: "Choose Scorer…", command: "sxp.chooseScorer" },
    ],
  },
  { when: /scorer|server|model|SXP41/i, remedies: [{ title: "Choose Scorer…", command: "sxp.chooseScorer" }] },
  { when: /^A file that is not saved/, remedies: [{ title: "Save", command: "workbench.action.files.save" }] },
  { when: /^The query can't run|parameter|argument/i, remedies: [{ title: "Run With…", command: "sxp.runWith" }] },
];

/**
 * The remedies for a problem, by its sentence. `own`: the query if it has a scorer of its own. Then that is what has to be changed,
 * since the scorer of the settings is not used.
 */
export function remediesFor(problem: string, own?: QueryReference): readonly Remedy[] {
  const remedies = RULES.find(({ when }) => when.test(problem))?.remedies ?? [];
  if (own === undefined) return remedies;
  return remedies.map((remedy) =>
    remedy.command === "sxp.chooseScorer" ? { title: "Run With…", command: "sxp.runWith", argument: own } : remedy,
  );
}

/** If only a choice of data is missing, it can be requested at once. */
export const needsData = (problem: string): boolean => /^No data/.test(problem);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
