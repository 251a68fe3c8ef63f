const ASKING: ReadonlySet<string> = new Set(
  "what which who whom whose where when why how is are was were am do does did has have had".split(" "),
);

/** Beginnings of requests for something to look at, some of which are verbs of change in others. */
const SHOWING =
  /^(?:(?:show|give|make|draw) (?:me |us )?)?(?:a |the )?table\b|^(?:pull|bring|call) up |^(?:dig|pick|work) out |^(?:i|we) (?:am|are) (?:looking|searching) for /;

/** True for a request that begins as a question rather than a polite order. */
export const askedFor = (texts: readonly string[]): boolean =>
  SHOWING.test(`${texts.slice(0, 6).join(" ")} `) ||
  (ASKING.has(texts[0] ?? "") && !(texts[0] === "do" && ["not", "it", "that"].includes(texts[1] ?? "")));
