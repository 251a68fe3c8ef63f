/** What a page in which nothing is kept never does: it has no queries of the older form, prunes nothing, and verifies no files. */
const never = (): never => {
  throw new Error("A playground does not do this.");
};

export const prune = never;
export const backup = never;
export const olderForm = (): readonly never[] => [];
/** For the index of the readers, whose other importer gets the reader of mappings when it needs it. */
export const parseMapping = never;
