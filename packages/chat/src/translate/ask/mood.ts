const ASKING: ReadonlySet<string> = new Set(
  "what which who whom whose where when why how is are was were am do does did has have had".split(" "),
);

/** True for a request that begins as a question and is no polite order. */
export const askedFor = (texts: readonly string[]): boolean =>
  ASKING.has(texts[0] ?? "") && !(texts[0] === "do" && ["not", "it", "that"].includes(texts[1] ?? ""));
