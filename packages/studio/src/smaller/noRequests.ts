/** A page asks its editor for what the protocol has: it runs queries by itself, so that what answers an editor's own requests is left out. */
const none = (): never => {
  throw new Error("The editor of a page has no such request.");
};

export const askInEnglish = none;
export const compareKept = none;
export const compileFile = none;
export const explainQuery = none;
export const exportRun = none;
export const forgetRun = none;
export const inferSchemaOf = none;
export const listRuns = none;
export const nodeAtPlace = none;
export const runQuery = none;
export const sourceInRun = none;
export const testOfQuery = none;
export const traceQuery = none;
export const typesOfSchema = none;
export const viewRun = none;
export const NOTHING_COMPILED = { problem: "not here" };
export const noRun = (problem: object): object => problem;
