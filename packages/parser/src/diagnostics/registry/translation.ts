import { entry } from "./entry.js";

/** Diagnostics of requests in plain words. */
export const TRANSLATION = {
  SXP5130: entry<{ length: number; limit: number }>({
    severity: "error",
    title: "Request too long",
    message: ({ length, limit }) =>
      `The request has ${length} characters, and the limit is ${limit}. Shorten it, or split it into several requests.`,
  }),
} as const;
