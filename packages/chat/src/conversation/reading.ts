import type { SemanticXPathError } from "@semantic-xpath/tree";
import type { RequestReader } from "../readers.js";
import type { Reading, Translation } from "../translate/translation.js";
import { orAborted } from "./orAborted.js";
import type { Turn } from "./turn.js";

/**
 * The readings of a request. `asksForChange`: the person's own words may ask for a change; otherwise a change that only a model proposes is confirmed
 * first.
 */
interface Read {
  readonly by: "translator" | "model";
  readonly translation: Translation;
  readonly asksForChange: boolean;
}

/**
 * Reads the request. The translator leads where nothing else is said: it costs nothing, answers at once, always the same, and asks where it is not sure;
 * the model reads what it does not. Its reading is also what a change by the model is held against: see `Read.asksForChange`.
 */
export async function readRequest(turn: Turn): Promise<Read> {
  const { translator, modelReader, leads } = turn.host;
  const first = await readBy(turn, translator);
  const asksForChange = first.readings.some(isChange) || !isQuestion(turn.record.request);
  const isEnough = leads === "translator" && first.isClear && first.readings[0]?.kind !== "talk";
  if (modelReader === null || isEnough) return { by: translator.by, translation: first, asksForChange };
  let failure: SemanticXPathError | null = null;
  const translation = await readBy(turn, modelReader, (reason) => {
    failure = reason;
  });
  if (failure === null) return { by: modelReader.by, translation, asksForChange };
  const { code, message } = (failure as SemanticXPathError).diagnostic;
  turn.emit({ type: "note", code, message });
  return { by: translator.by, translation: first, asksForChange };
}

const isChange = ({ kind }: Reading): boolean => kind === "update" || kind === "create" || kind === "history";

const QUESTION = /^\s*(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|do|does|did|has|have|am)\b/i;
const POLITE = /^\s*(?:can|could|would|will) you\b|\bplease\b/i;

const isQuestion = (request: string): boolean =>
  !POLITE.test(request) && (QUESTION.test(request) || request.trimEnd().endsWith("?"));

const readBy = (
  turn: Turn,
  reader: RequestReader,
  onFallback?: (failure: SemanticXPathError) => void,
): Promise<Translation> =>
  orAborted(
    turn.signal,
    reader.read(turn.record.request, turn.about(), {
      signal: turn.signal,
      onUsage: turn.onUsage,
      onRepair: (round, text, problems) => turn.emit({ type: "repair", round, text, problems }),
      ...(onFallback !== undefined && { onFallback }),
    }),
  );
