import { didYouMeanSentence, entry, quote } from "./entry.js";

/** Diagnostics of the studio: its requests, its runs, and its server on loopback. No sentence quotes content of the data. */
export const STUDIO = {
  SXP5160: entry<{ name: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown request to the studio",
    message: ({ name, suggestions }) => `The studio has no request ${quote(name)}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP5161: entry<{ question: string; problems: readonly string[] }>({
    severity: "error",
    title: "Request to the studio does not fit",
    message: ({ question, problems }) => `The request ${quote(question)} does not fit: ${problems.join("; ")}.`,
  }),
  SXP5162: entry<{ question: string }>({
    severity: "error",
    title: "Studio is read-only",
    message: ({ question }) =>
      `This studio only reads, so ${quote(question)} is refused. Start it without --read-only to change something.`,
  }),
  SXP5163: entry<object>({
    severity: "error",
    title: "Run is not kept any more",
    message: () => "This run is not kept any more. Run the query again.",
  }),
  SXP5164: entry<{ seconds: number }>({
    severity: "error",
    title: "Too many requests at once",
    message: ({ seconds }) => `The studio has too many requests to answer at once. Try again in ${seconds} s.`,
  }),
  SXP5165: entry<{ limit: number }>({
    severity: "error",
    title: "Request or file is too large",
    message: ({ limit }) => `This is larger than the limit of ${limit} bytes. Import large files with "sxp memory".`,
  }),
  SXP5166: entry<{ task: string }>({
    severity: "error",
    title: "Nothing to undo",
    message: ({ task }) =>
      `Nothing in ${quote(task)} can be undone: it is at its first version, or older versions were pruned.`,
  }),
  SXP5167: entry<object>({
    severity: "error",
    title: "Unknown conversation or turn",
    message: () => "There is no such conversation or turn. Reload the page to see the current ones.",
  }),
  SXP5168: entry<{ reason: string }>({
    severity: "error",
    title: "Request refused",
    message: ({ reason }) => `The studio does not answer this request: ${reason}.`,
  }),
  SXP5169: entry<object>({
    severity: "error",
    title: "Studio failed",
    message: () => "The studio could not do this. Its log says why; nothing was changed.",
  }),
  SXP5170: entry<{ folder: string }>({
    severity: "error",
    title: "Page is not built",
    message: ({ folder }) => `${quote(folder)} has no page of the studio. Build it with "npm run build".`,
  }),
  SXP5171: entry<{ port: number; reason: string }>({
    severity: "error",
    title: "Port can't be used",
    message: ({ port, reason }) =>
      `The studio can't listen on port ${port}: ${reason}. Name another one with --port, or 0 for any.`,
  }),
} as const;
