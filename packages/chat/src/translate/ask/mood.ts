const ASKING: ReadonlySet<string> = new Set(
  "what which who whom whose where when why how is are was were am do does did has have had".split(" "),
);

/** True for a request that begins as a question rather than a polite order. */
export const askedFor = (texts: readonly string[]): boolean =>
  /^(?:show me |give me |make |make me )?(?:a |the )?table of /.test(`${texts.slice(0, 6).join(" ")} `) ||
  (ASKING.has(texts[0] ?? "") && !(texts[0] === "do" && ["not", "it", "that"].includes(texts[1] ?? "")));
