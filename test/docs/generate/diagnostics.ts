import { DIAGNOSTICS, type DiagnosticCode } from "@semantic-xpath/parser";
import { EXPLANATIONS } from "@semantic-xpath/parser/explanations";
import { fenced, generatedFrom, page, table } from "./markdown.js";

const WORDS = { error: "Error", warning: "Warning", hint: "Hint" } as const;

/** What the digits after "SXP" say, in their order. */
const ORIGINS: readonly (readonly [codes: string, from: string])[] = [
  ["SXP1…", "the text of a query: characters, brackets, grammar"],
  ["SXP20…", "names, types and values, mostly checked with a schema"],
  ["SXP21…, SXP22…, SXP23…", "schema files, mapping files, imported and compared schemas"],
  ["SXP3…", "a query that runs, but probably does not say what you meant"],
  ["SXP40…", "reading data, running queries and updates"],
  ["SXP41…", "the configuration, and the scorers that it describes"],
  ["SXP50…", "memories, their versions and updates, and tools for agents"],
  ["SXP51…", "language models, conversations and the studio"],
  ["SXP52…", "suites of an evaluation"],
];

function sectionOf(code: DiagnosticCode): string {
  const { severity, title, runnable } = DIAGNOSTICS[code];
  const { when, text, bad, good, language } = EXPLANATIONS[code];
  const kind = `${WORDS[severity]}${when === undefined ? "" : ` ${when}`}${runnable === true ? "; still runs" : ""}.`;
  const block = (shown: string | undefined, suffix: string): string => {
    const info = language ?? languageOf(shown ?? "");
    return shown === undefined ? "" : fenced(info.startsWith("sxp") ? `${info}${suffix}` : info, shown);
  };
  return [`## ${code}`, `**${title}.** ${kind}`, text, block(bad, " error"), block(good, "")]
    .filter((part) => part !== "")
    .join("\n\n");
}

const languageOf = (text: string): string =>
  /^(?:declare update|insert|delete|replace|rename|move)\b/.test(text) ? "sxp update" : "sxp";

export const diagnosticsPage = (): string =>
  page(
    generatedFrom("packages/parser/src/diagnostics"),
    "# Diagnostics",
    "Every diagnostic has a code, whose meaning never changes, and a section here; `sxp help SXP2001` prints one. The digits say where it comes from:",
    table(["codes", "from"], ORIGINS),
    "An **error** means that the text is wrong; one that *still runs* does not stop a query. A **warning** says that a part has no effect, a **hint** that something allowed is often a slip. The first block of a section shows the error, the second one the repair.",
    ...(Object.keys(DIAGNOSTICS) as DiagnosticCode[]).sort().map(sectionOf),
  );
