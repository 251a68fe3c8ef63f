/** The page without a server. */
export {};
