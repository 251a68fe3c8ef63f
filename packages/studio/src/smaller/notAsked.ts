/** What the language server of a playground is never asked, since its editor shows no such thing, as a test makes sure. */
const never = (): never => {
  throw new Error("The editor of a page has no such request.");
};

export const codeLenses = never;
export const definition = never;
export const documentLinks = never;
export const documentSymbols = never;
export const foldingRanges = never;
export const highlights = never;
export const inlayHints = never;
export const linkedEditing = never;
export const prepareRename = never;
export const references = never;
export const rename = never;
export const resolveCompletion = never;
export const selectionRanges = never;
export const workspaceSymbols = never;

/** It asks for quick fixes: of what else may be done with a query, nothing is found. */
const none = (): readonly never[] => [];

export const extractQuery = none;
export const groupPosition = none;
export const inlineParameter = none;
export const inlineQuery = none;
export const movePosition = none;
export const olderForm = none;
export const parametrise = none;
