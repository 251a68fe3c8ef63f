import { lexicalScorer, ReadError, recordedScorer, type Scorer } from "@semantic-xpath/runtime";
import type { Io } from "../io.js";
import { didYouMean } from "../options/readOptions.js";
import { SCORERS, type ScorerName, spelled } from "../options/scorerNames.js";
import { EXIT, Stop, usage } from "../stop.js";
import { readText } from "./files.js";

type Open = (argument: string, io: Io) => Scorer | Promise<Scorer>;

/** How each scorer of the list is made; a new one goes into the list and here. */
const OPEN: Readonly<Record<ScorerName, Open>> = {
  lexical: () => lexicalScorer(),
  recorded: async (file, io) => {
    const text = await readText(file, io);
    try {
      return recordedScorer(text);
    } catch (error) {
      if (error instanceof ReadError)
        throw new Stop(EXIT.input, `sxp: "${file}" holds no recorded scores: ${error.diagnostic.message}`);
      throw error;
    }
  },
};

/** The scorer that `--scorer NAME` or `--scorer NAME:ARGUMENT` asks for. */
export async function openScorer(asked: string | undefined, command: string, io: Io): Promise<Scorer> {
  const text = asked ?? "lexical";
  const colon = text.indexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  const argument = colon < 0 ? "" : text.slice(colon + 1);
  const found = SCORERS.find((scorer) => scorer.name === name);
  if (found === undefined) {
    const known = SCORERS.map((scorer) => `\n  ${spelled(scorer).padEnd(20)} ${scorer.summary}`).join("");
    const nearest = await didYouMean(
      name,
      SCORERS.map((scorer) => scorer.name),
    );
    throw usage(`there is no scorer "${name}".${nearest} Scorers:${known}`, command);
  }
  if ((found.argument === null) !== (argument === ""))
    throw usage(`the scorer is written --scorer ${spelled(found)}`, command);
  return OPEN[found.name](argument, io);
}
