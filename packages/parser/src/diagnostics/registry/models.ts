import { entry, quote } from "./entry.js";

/** Diagnostics of language models: their servers, answers, limits and recordings. */
export const MODELS = {
  SXP5100: entry<{ server: string; reason: string }>({
    severity: "error",
    title: "Model can't be reached",
    message: ({ server, reason }) =>
      `${server} can't be reached: ${reason}. Check the address, and that the server is running.`,
  }),
  SXP5101: entry<{ server: string; milliseconds: number }>({
    severity: "error",
    title: "Model timed out",
    message: ({ server, milliseconds }) =>
      `${server} did not end its answer within ${milliseconds} milliseconds. Ask for less, or allow more with "timeout".`,
  }),
  SXP5102: entry<{ server: string; attempts: number; seconds: number | null }>({
    severity: "error",
    title: "Model is busy",
    message: ({ server, attempts, seconds }) =>
      `${server} takes no more calls for now (429), ${attempts === 1 ? "at the first attempt" : `also at attempt ${attempts}`}.${
        seconds === null ? "" : ` It asks to wait ${seconds} seconds.`
      }`,
  }),
  SXP5103: entry<{ server: string; reason: string }>({
    severity: "error",
    title: "Model's server refuses the call",
    message: ({ server, reason }) => `${server} ${reason}.`,
  }),
  SXP5104: entry<{ said: string }>({
    severity: "error",
    title: "Model refuses to answer",
    message: ({ said }) => `The model refuses to answer${said === "" ? "" : `: ${quote(said)}`}.`,
  }),
  SXP5105: entry<{ tokens: number | null }>({
    severity: "error",
    title: "Model's answer is cut off",
    message: ({ tokens }) =>
      `The model's answer was cut off at ${tokens === null ? "its limit of tokens" : `${tokens} tokens`}, so it can't be used. Allow more with "maxTokens".`,
  }),
  SXP5106: entry<{ server: string; bytes: number }>({
    severity: "error",
    title: "Model's answer does not end",
    message: ({ server, bytes }) =>
      `${server} sent more than ${bytes} bytes for one answer, so it was stopped. What came so far is not used.`,
  }),
  SXP5107: entry<{ text: string; problem: string }>({
    severity: "error",
    title: "Model's answer is not JSON",
    message: ({ text, problem }) => `The model was asked for JSON, and answered ${quote(text)}: ${problem}.`,
  }),
  SXP5108: entry<{ name: string; problems: readonly string[] }>({
    severity: "error",
    title: "Model's answer does not fit its schema",
    message: ({ name, problems }) => `The model's JSON does not fit ${quote(name)}: ${problems.join("; ")}.`,
  }),
  SXP5109: entry<{ what: "calls" | "tokens" | "cost"; limit: number; spent: number }>({
    severity: "error",
    title: "Spending cap reached",
    message: ({ what, limit, spent }) =>
      `The spending cap of ${limit} ${what === "cost" ? "in cost" : what} is reached: ${spent} spent, and the next call could go beyond. Nothing was sent.`,
  }),
  SXP5110: entry<{ purpose: string; nearest: string | null }>({
    severity: "error",
    title: "Call is not recorded",
    message: ({ purpose, nearest }) =>
      `The cassette has no answer for this call (${quote(purpose)}). ${nearest === null ? "It is empty." : `The nearest one that it has differs ${nearest}`}`,
  }),
  SXP5111: entry<{ problem: string }>({
    severity: "error",
    title: "Cassette can't be read",
    message: ({ problem }) => `The cassette can't be read: ${problem}.`,
  }),
  SXP5112: entry<{ what: string }>({
    severity: "error",
    title: "Model does not support this",
    message: ({ what }) => `The model does not support ${what}.`,
  }),
  SXP5113: entry<{ reason: string }>({
    severity: "error",
    title: "Key of the model's server is missing",
    message: ({ reason }) => `No key can be sent to the model's server: ${reason}`,
  }),
  SXP5114: entry<{ server: string; problem: string }>({
    severity: "error",
    title: "Model's server answers something else",
    message: ({ server, problem }) =>
      `${server} does not answer like a language model server: ${problem}. Check the address: it usually ends with /v1.`,
  }),
  SXP5120: entry<{ problems: readonly string[]; rounds: number }>({
    severity: "error",
    title: "Model wrote no valid text",
    message: ({ problems, rounds }) =>
      `What the model wrote is still invalid after ${rounds} rounds of repair: ${problems.join(" ")} Nothing was changed.`,
  }),
  SXP5121: entry<{ change: string; asked: readonly string[] }>({
    severity: "error",
    title: "Change was not requested",
    message: ({ change, asked }) =>
      `The model proposed to ${change}, and the request only asks to ${asked.join(", ") || "read"}. It was refused: only the request can authorise a change, not the data.`,
  }),
  SXP5122: entry<{ target: string }>({
    severity: "error",
    title: "Change reaches too far",
    message: ({ target }) =>
      `The model proposed to change ${quote(target)}, which is outside what was found for the request. It was refused.`,
  }),
  SXP5123: entry<object>({
    severity: "error",
    title: "Nothing found to change",
    message: () => "Nothing was found that matches the request, so there is nothing to change.",
  }),
} as const;
