import { parse } from "@semantic-xpath/parser";
import type { PassName, Schema } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import { diagnosticTexts, hasErrors, inOrder } from "../render/diagnostics.js";
import type { Screen, World } from "../render/screen.js";
import { didYouMean } from "../spec/readLine.js";
import { EXIT, Stop, usage } from "../stop.js";
import { declaredQueries, type QuerySource, within } from "./query.js";

interface CompileChoice {
  readonly schema: Schema | null;
  readonly name: string | undefined;
  readonly without?: readonly PassName[];
}

/**
 * Compiles the query that is to run. What is wrong with it is printed with carets, errors end the command; of a document with several
 * queries only what is wrong with the chosen one is said.
 */
export async function compileChosen(source: QuerySource, choice: CompileChoice, io: World) {
  const { schema, name, without = [] } = choice;
  const declared = declaredQueries(source);
  const chosen =
    name === undefined && declared.length === 1 ? declared[0] : declared.find((query) => query.name === name);
  const isUpdate = source.ast.updates.some((update) => update.name.kind === "Name" && update.name.text === name);
  if (chosen === undefined && name !== undefined && !isUpdate)
    throw await unknownQuery(
      source,
      name,
      declared.map((query) => query.name),
      io,
    );
  if (chosen === undefined && declared.length > 1) throw severalQueries(source, declared, io.errors);
  const { query, queries, diagnostics } = compile(source.text, {
    schema,
    without,
    ...(chosen && { name: chosen.name }),
    ...(isUpdate && name !== undefined && { name }),
  });
  const relevant =
    chosen === undefined ? diagnostics : diagnostics.filter(({ span }) => within(chosen, span, declared));
  io.stderr.write(diagnosticTexts(source, inOrder(relevant), io.errors));
  const compiled = chosen === undefined ? (isUpdate ? undefined : query) : queries[chosen.name];
  if (compiled === undefined || hasErrors(relevant)) {
    if (source.file === null && SENTENCE.test(source.text.trim()))
      io.stderr.write(`Words without a path are a request: sxp ask '${source.text.trim()}'\n`);
    throw new Stop(EXIT.diagnostics, relevant.length === 0 ? `${source.name}: there is no query in it.` : "");
  }
  return { query: compiled, diagnostics: relevant };
}

/** At least two words without operators. Quotation marks are excluded, since the hint is quoted. */
const SENTENCE = /^[\p{L}\p{N}][\p{L}\p{N}.-]*(?:,? [\p{L}\p{N}][\p{L}\p{N}.-]*)+[?!]*$/u;

async function unknownQuery(source: QuerySource, name: string, names: readonly string[], io: World) {
  if (source.file === null) return usage("--query chooses from a file; here the query is on the command line.");
  const { diagnostics } = parse(source.text);
  // A file that can't be read as queries, such as one over a limit: why is what one has to know.
  if (names.length === 0 && hasErrors(diagnostics))
    return new Stop(EXIT.diagnostics, diagnosticTexts(source, inOrder(diagnostics), io.errors).trimEnd());
  const near = (await didYouMean(name, names)) || ` It declares ${names.length === 0 ? "none" : names.join(", ")}.`;
  return usage(`${source.name} declares no query "${name}".${near}`);
}

/** The queries of a file with their comments: what one reads to choose. */
function severalQueries(source: QuerySource, declared: ReturnType<typeof declaredQueries>, { paint }: Screen): Stop {
  const heading = `${source.name} declares ${declared.length} queries. Choose one with --query NAME:`;
  const lines = declared.map(({ signature, comment }) => {
    const says = comment === "" ? "" : `\n      ${paint.dim(comment)}`;
    return `  ${paint.cyan(signature)}${says}`;
  });
  return new Stop(EXIT.usage, [heading, "", ...lines].join("\n"));
}
