import { createDebugSession, type DebugHost } from "@semantic-xpath/dap";
import { lexicalScorer, type Scorer } from "@semantic-xpath/runtime";
import { PLAN as SHARED_PLAN } from "../support/plan.js";
import { clientOf, type DapClient } from "./client.js";

/** With words in each name, which the lexical scorer scores. */
export const PLAN = SHARED_PLAN.replace("金閣寺の庭園", "Temple garden");

export const PLAN_SXP = `import data "plan.xml";

(: Days by their museums. :)
declare query museums($city as string) :=
  /Plan/Day
    [@city = $city]
    [avg(/POI[node =~ "museum"])];

declare query second() := /Plan/Day[2];
`;

/** Files by path, to be changed while a session runs. */
export type Files = Record<string, string>;

export const planFiles = (): Files => ({ "/memory/plan.xml": PLAN, "/memory/plan.sxp": PLAN_SXP });

export interface Inline {
  readonly client: DapClient;
  readonly files: Files;
  /** What the scorer was asked. */
  readonly asked: string[];
}

/** A session over files that are held in memory. */
export function inline(
  files: Files = planFiles(),
  scorer: Scorer = lexicalScorer(),
  more: Partial<DebugHost> = {},
): Inline {
  const asked: string[] = [];
  const host: DebugHost = {
    readText: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error("there is no such file");
      return text;
    },
    openScorer: async (name) => {
      if (name !== null && name !== "lexical") throw new Error(`there is no scorer "${name}"`);
      return watched(scorer, asked);
    },
    ...more,
  };
  return { client: clientOf(createDebugSession(host)), files, asked };
}

const watched = (scorer: Scorer, asked: string[]): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  score: (texts, condition, options) => {
    asked.push(...texts.map((text) => `${condition}: ${text}`));
    return scorer.score(texts, condition, options);
  },
});
