import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { modelSynthesis, type SynthesisMode } from "@semantic-xpath/conversation/structmem";
import {
  ANNOTATED_MEMORY,
  bm25Method,
  countedModel,
  englishMethod,
  firstMethod,
  flatMethod,
  fusedMethod,
  goldQueryMethod,
  inContextMethod,
  type Method,
  memoryMethod,
  modelMethod,
  RULES_MEMORY,
  readTrecRun,
  readWriterRecording,
  recordedMethod,
  retriever,
  type Suite,
  structMemMethod,
  type Tokenizer,
  trecRunMethod,
  xmemoryMethod,
} from "@semantic-xpath/eval";
import { messageOf } from "@semantic-xpath/inspect/numbers";
import type { Scorer } from "@semantic-xpath/runtime";
import { ownEntry } from "@semantic-xpath/values";
import { isFile, readText } from "../../input/files.js";
import { openModel } from "../../input/model.js";
import { openScoring } from "../../input/scorer.js";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, problem, Stop, usage } from "../../stop.js";
import { moduleVersion } from "./codeVersion.js";
import type { EvalLine } from "./command.js";

/** Input of methods. */
export interface MethodContext {
  readonly scorer: Scorer;
  readonly suite: Suite;
  readonly tokenizer: Tokenizer;
  readonly options: EvalLine["options"];
  readonly io: World;
}

const DEFAULT_METHODS = ["gold", "flat", "bm25", "in-context"];

/** The methods that `--method` names, each `LABEL=SPEC` or `SPEC`. */
export async function methodsOf(context: MethodContext): Promise<readonly Method[]> {
  const methodNames = context.options.method;
  const methods: Method[] = [];
  for (const written of methodNames.length === 0 ? DEFAULT_METHODS : methodNames) {
    const [, label, spec = written] = /^([\w -]+)=(.+)$/.exec(written) ?? [];
    methods.push(await methodOf(spec, label ?? spec, context));
  }
  const names = methods.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw usage(`--method ${twice} comes twice: give one a label, as in second=${twice}.`);
  return methods;
}

const WITH_CONTEXT = { withContext: true };

const SIMPLE: Readonly<Record<string, (scorer: Scorer, name: string, tokenizer: Tokenizer) => unknown>> = {
  gold: goldQueryMethod,
  english: englishMethod,
  flat: (scorer, name) => flatMethod(scorer, name),
  "flat+context": (scorer, name) => flatMethod(scorer, name, WITH_CONTEXT),
  bm25: (_, name) => bm25Method(name),
  "bm25+context": (_, name) => bm25Method(name, WITH_CONTEXT),
  "in-context": (_, name, tokenizer) => inContextMethod(tokenizer, name),
  memory: (_, name) => memoryMethod(RULES_MEMORY, name),
  "memory:annotated": (_, name) => memoryMethod(ANNOTATED_MEMORY, name),
  xmemory: (_, name) => xmemoryMethod(RULES_MEMORY, name),
  "xmemory:annotated": (_, name) => xmemoryMethod(ANNOTATED_MEMORY, name),
  structmem: (_, name) => structMemMethod(RULES_MEMORY, name),
  "structmem:annotated": (_, name) => structMemMethod(ANNOTATED_MEMORY, name),
};

/** Consolidations that a model writes: with grounds for each detail, or as it likes. */
const SYNTHESES: Readonly<Record<string, SynthesisMode>> = {
  "structmem:model": "constrained",
  "structmem:free": "free",
};

async function methodOf(spec: string, name: string, context: MethodContext): Promise<Method> {
  const simple = ownEntry(SIMPLE, spec);
  if (simple !== undefined) return simple(context.scorer, name, context.tokenizer) as Method;
  const { options, io } = context;
  const [, kind, rest = ""] = /^(fuse|first|flat(?:\+context)?):(.+)$/.exec(spec) ?? [];
  if (kind === "fuse" || kind === "first") {
    const parts: Method[] = [];
    for (const part of rest.split(",")) parts.push(await methodOf(part, part, context));
    return (kind === "fuse" ? fusedMethod : firstMethod)(parts, name) as Method;
  }
  if (kind !== undefined) {
    const { scorer } = await openScoring({ ...options, scorer: rest }, io);
    return flatMethod(scorer, name, kind === "flat" ? {} : WITH_CONTEXT) as Method;
  }
  if (spec === "model") {
    const opened = await openModel(options, io);
    if (opened === null) throw usage("--method model needs --model URL#NAME.");
    return modelMethod(opened.model, context.scorer, name) as Method;
  }
  if (Object.hasOwn(SYNTHESES, spec)) {
    const opened = await openModel(options, io);
    if (opened === null) throw usage(`--method ${spec} needs --model URL#NAME.`);
    const { model, spent } = countedModel(opened.model);
    const mode = SYNTHESES[spec]!;
    const synthesis = { synthesise: modelSynthesis(model, mode), synthesis: `${model.id} ${mode}`, spent };
    return structMemMethod({ ...RULES_MEMORY, ...synthesis }, name) as Method;
  }
  if (/\.m?js$/.test(spec)) return moduleMethod(spec, name, io);
  if (spec.endsWith(".json")) return recordedFile(spec, name, context);
  if (/\.(?:run|trec)$/.test(spec)) return runMethod(spec, name, context);
  const names = [...Object.keys(SIMPLE), ...Object.keys(SYNTHESES)].join(", ");
  throw usage(
    `--method is ${names}, model, flat:SCORER, fuse:A,B, first:A,B, or a file such as retriever.mjs, answers.json or ranking.run, not "${spec}".`,
  );
}

/** A module whose default counts tokens. Its text is part of the id, so that another one is another tokenizer to the cache. */
export async function tokenizerOf(path: string, io: World): Promise<Tokenizer> {
  const { made, version } = await moduleDefault(path, io);
  if (typeof made !== "object" || made === null || !("count" in made) || typeof made.count !== "function")
    throw usage(`--tokenizer ${path}: its default export is not { id, count(text) }.`);
  const { id, count } = made as Tokenizer;
  return { id: `${id} ${version}`, count: (text) => count(text) };
}

async function moduleDefault(path: string, io: World): Promise<{ made: unknown; version: string }> {
  const file = resolve(io.cwd, path);
  if (!(await isFile(path, io))) throw problem(EXIT.input, `can't read "${path}": there is no such file.`);
  const version = moduleVersion(file);
  const { default: exported } = (await import(`${pathToFileURL(file).href}?${version}`).catch((error: unknown) => {
    throw problem(EXIT.input, `can't use "${path}": ${messageOf(error)}.`);
  })) as { default: unknown };
  return { made: exported, version };
}

/** A module whose default is a function of source, question and options that gives items, or a whole method. */
async function moduleMethod(path: string, name: string, io: World): Promise<Method> {
  const { made, version } = await moduleDefault(path, io);
  const label = name === path ? basename(path) : name;
  if (typeof made === "function") return retriever(label, made as Parameters<typeof retriever>[1], version) as Method;
  if (typeof made === "object" && made !== null && "ask" in made && "build" in made)
    return { ...(made as Method), name: label, id: `${(made as Method).id} ${version}` };
  throw usage(`--method ${path}: its default export is neither a function nor a method with build and ask.`);
}

/** Recorded queries of a model, from a file. */
async function recordedFile(path: string, name: string, { scorer, io }: MethodContext): Promise<Method> {
  const recording = readWriterRecording(await readText(path, io));
  if (recording === null)
    throw problem(
      EXIT.input,
      `"${path}" holds no answers of a model: { "version": 1, "model": …, "answers": [{ "request": …, "text": … }] }.`,
    );
  return recordedMethod(recording, scorer, name) as Method;
}

async function runMethod(path: string, name: string, { suite, io }: MethodContext): Promise<Method> {
  const { run, problems } = readTrecRun({ name: path, text: await readText(path, io) });
  for (const { file, text, diagnostic } of problems)
    io.stderr.write(`${diagnosticText({ name: file, text }, diagnostic, io.errors)}\n`);
  if (run === null) throw new Stop(EXIT.diagnostics);
  return trecRunMethod(run, suite, name) as Method;
}
