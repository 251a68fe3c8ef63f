import { matchesGlob } from "@semantic-xpath/values";

/** Patterns with `*`, `**` and `?`: of a page's few files nobody says more. */
export default (pattern: string) => {
  const lower = pattern.toLowerCase();
  return (path: string): boolean => matchesGlob(lower, path.toLowerCase());
};
