/** Sentences about what is wrong; none if a release can be made. */
export declare function problemsOfRelease(): readonly string[];
