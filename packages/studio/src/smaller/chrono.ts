/** `chrono-node/en`, which is read when a request may name a day or a time: before that it finds none. */
type Chrono = Pick<typeof import("chrono-node/en"), "parse" | "casual">;
let chrono: Chrono | undefined;

export const parse: Chrono["parse"] = (...given) => chrono?.parse(...given) ?? [];
export const casual = {
  parse: (...given: Parameters<Chrono["parse"]>) => chrono?.casual.parse(...given) ?? [],
};

const MAY_BE_DATED =
  /\d|day\b|days\b|week|month|year|night|noon|morning|evening|o'?clock|hour|minute|second|ago|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|today|tomorrow|yesterday|spring|summer|autumn|fall|winter|now|last|next|this|past/i;

/** To be awaited before a request is read. */
export async function loadDates(request: string): Promise<void> {
  if (chrono === undefined && MAY_BE_DATED.test(request)) chrono = await import("./chronoWhole.js");
}
