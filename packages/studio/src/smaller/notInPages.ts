/** What a page in which nothing is kept never does: it prunes nothing, verifies no files, and has no model. */
const never = (): never => {
  throw new Error("A playground does not do this.");
};

export const prune = never;
export const backup = never;
export const modelReader = never;
export const modelWriter = never;
