/** The page that `sxp studio` serves. */
export {};
