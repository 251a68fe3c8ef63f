import {
  type Conversation,
  emptyReason,
  type Fact,
  notKept,
  openConversation,
  type Recall,
  readSessions,
  type SessionInput,
  type SlotTimeline,
  slotTimelines,
  type WhyNot,
} from "@semantic-xpath/conversation";
import type { LanguageModel } from "@semantic-xpath/llm";
import type { Memory } from "@semantic-xpath/memory";
import { defined, isDay } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import { readData } from "../../input/data.js";
import { openModel } from "../../input/model.js";
import { count, cut, inOneLine } from "../../render/columns.js";
import { answerLines } from "../../render/recall.js";
import type { World } from "../../render/screen.js";
import { writeJson, writeLines } from "../../render/write.js";
import { EXIT, problem, usage } from "../../stop.js";
import { createPlace, folderOf, guardMemory, type Line, onMemory, onReadMemory, withMemory } from "./open.js";
import type { BuildLine, CorrectionLine, RecallLine } from "./talkCommands.js";

/** The task of conversations unless another one is named. */
const TASK = "conversation";

const today = (): string => new Date().toISOString().slice(0, 10);

function dayOption(name: string, written: string): string {
  if (isDay(written)) return written;
  throw usage(`--${name} is a day such as 2026-03-14, not "${written}".`);
}

/** `sxp memory build`: reads sessions, forms facts, and adds the layers that are asked for. */
export const build = async ({ operands: [folder = "", ...files], options }: BuildLine, io: World) => {
  const sessions = await sessionsIn(files, options, io);
  const { existsSync } = await import("node:fs");
  const directory = folderOf(folder, io);
  if (directory !== null && !existsSync(directory))
    await guardMemory(folder, io, async () => (await createPlace(folder, io)).close());
  return withMemory(folder, io, (memory) => buildIn(memory, sessions, options, io));
};

async function buildIn(
  memory: Memory,
  sessions: readonly SessionInput[],
  options: BuildLine["options"],
  io: World,
): Promise<number> {
  const { task = TASK, as: layer = "facts", foretell } = options;
  const opened = await openModel(options, io);
  const model = opened === null ? null : await withinLimits(opened.model, options["most-tokens"]);
  const { modelFormation, rulesFormation } = await import("@semantic-xpath/conversation");
  const formation = model === null ? rulesFormation() : modelFormation(model, { predicts: foretell });
  const talk = openConversation(memory, { formation, task });
  const started = Date.now();
  const report = await talk.add(sessions, { signal: io.signal });
  const added = layer === "facts" || !memory.hasTask(task) ? null : await addLayer(memory, task, layer, model);
  const spent = model?.spent;
  if (options.format === "json") {
    writeJson({ ...report, ...(added !== null && { [layer]: added }), ...(spent !== undefined && { spent }) }, io);
    return report.failed.length > 0 ? EXIT.diagnostics : EXIT.fine;
  }
  const seconds = (Date.now() - started) / 1000;
  const counts = [count(report.turns, "new turn"), count(report.episodes, "episode"), count(report.facts, "fact")];
  io.stdout.write(`${counts.join(", ")} in ${seconds.toFixed(1)} s\n`);
  if (spent !== undefined)
    io.stdout.write(`${count(spent.calls, "call")} of the model, ${spent.input} tokens in, ${spent.output} out\n`);
  if (added !== null)
    io.stdout.write(
      `${layer}: ${Object.entries(added)
        .map(([name, of]) => `${of} ${name}`)
        .join(", ")}\n`,
    );
  for (const { episode, reason } of report.failed) io.stderr.write(`${episode} failed: ${reason}\n`);
  if (report.failed.length === 0) return EXIT.fine;
  io.stderr.write("What failed is tried again when the same file is built again.\n");
  return EXIT.diagnostics;
}

async function withinLimits(model: LanguageModel, maxTokens: number | undefined) {
  const { budgeted } = await import("@semantic-xpath/llm");
  return budgeted(model, defined({ maxTokens }));
}

/** Themes or consolidations over the facts; figures by their names. */
async function addLayer(
  memory: Memory,
  task: string,
  layer: "xmemory" | "structmem",
  model: LanguageModel | null,
): Promise<Readonly<Record<string, number>>> {
  const { ENGLISH_SPACE } = await import("@semantic-xpath/conversation");
  const target = { memory, task, space: ENGLISH_SPACE };
  if (layer === "xmemory") {
    const { HASHED_THEMES, updateThemes } = await import("@semantic-xpath/conversation/xmemory");
    const { themes, changed } = await updateThemes({ ...target, settings: HASHED_THEMES });
    return { themes, changed };
  }
  const { consolidateMemory, extractiveSynthesis, modelSynthesis } = await import(
    "@semantic-xpath/conversation/structmem"
  );
  const synthesise = model === null ? extractiveSynthesis() : modelSynthesis(model);
  const { entries, written, kept } = await consolidateMemory({ ...target, synthesise, hasSecondTier: true });
  return { entries, written, kept };
}

/** Sessions of files. Without `--mapping` the mapping is the one that the data looks like. */
async function sessionsIn(files: readonly string[], options: BuildLine["options"], io: World) {
  const date = options.date === undefined ? today() : dayOption("date", options.date);
  const sessions: SessionInput[] = [];
  for (const file of files) {
    const mapping = options.mapping ?? (await mappingOf(file, io));
    const { trees } = await readData([file], io, {}, { ...options, mapping });
    const onUndated = ({ length }: readonly string[]): void => {
      if (options.date === undefined)
        io.stderr.write(
          `${file}: ${count(length, "session")} without a time: today, ${date}, is taken. --date DAY says another day.\n`,
        );
    };
    for (const { tree } of trees)
      sessions.push(...readSessions(tree, { date, onUndated, ...defined({ user: options.user }) }));
  }
  if (sessions.length > 0) return sessions;
  throw problem(
    EXIT.input,
    `there are no messages in ${files.join(" ")}. Say how they are read: --mapping chatgpt, claude, openai, anthropic, locomo or messages, or a mapping of your own.`,
  );
}

/** The name of the shipped mapping that a file looks like; `messages` for others. */
async function mappingOf(file: string, io: World): Promise<string> {
  if (file === "-") throw usage("standard input is read once: say how with --mapping.");
  const { openData } = await import("@semantic-xpath/readers/node");
  const { recogniseMapping } = await import("@semantic-xpath/readers");
  const { trees, problems } = await openData([file], { cwd: io.cwd, signal: io.signal });
  const [opened] = trees;
  if (opened === undefined) {
    await readData([file], io);
    throw problem(EXIT.input, `can't read ${file}: ${String(problems[0])}`);
  }
  return recogniseMapping(opened.tree)?.name ?? "messages";
}

/** `sxp memory recall`: what answers a question, why, and what it hid. */
export const recall = onReadMemory(async (memory, { operands, options }: Line<RecallLine["options"]>, io) => {
  const { tokens, full, user, format, "why-not": whyNotId } = options;
  const now = (nowOption(options.now) ?? new Date().toISOString()).slice(0, 10);
  const at = options["valid-at"];
  const validAt = at === undefined ? now : at === "all" ? "all" : dayOption("valid-at", at);
  const talk = opened(memory, options.task);
  const asking = { validAt, askedOn: now, ...defined({ tokens, user }) };
  const question = operands.join(" ");
  const answer = full
    ? await talk.recallFull(question, { ...asking, signal: io.signal })
    : talk.recall(question, asking);
  const missing = whyNotId === undefined ? [] : talk.whyNot(whyNotId, answer);
  if (format === "json") writeJson({ ...answer, ...(whyNotId !== undefined && { whyNot: missing }) }, io);
  else if (whyNotId === undefined) sayAnswer(answer, io);
  else sayMissing(whyNotId, missing, io);
  return (whyNotId === undefined ? answer.items : missing).length > 0 ? EXIT.fine : EXIT.diagnostics;
});

function opened(memory: Memory, task = TASK): Conversation {
  if (!memory.hasTask(task))
    throw problem(EXIT.diagnostics, `there is no task "${task}" of conversations yet. See sxp help memory build`);
  return openConversation(memory, { task });
}

function sayAnswer(answer: Recall, io: World): void {
  const { paint } = io.screen;
  const reason = emptyReason(answer);
  if (reason !== null) io.stdout.write(`${reason}${answer.unknown === "I" ? " with --user" : ""}\n`);
  writeLines(io.stdout, answerLines(answer, io.screen));
  if (answer.items.length > 0) io.stdout.write(paint.dim(`${count(answer.tokens, "token")}\n`));
}

function sayMissing(wanted: string, missing: readonly WhyNot[], io: World): void {
  if (missing.length === 0) io.stdout.write(`no fact has the id or the words "${wanted}"\n`);
  for (const { fact, turn, text, reason, by, byText } of missing) {
    io.stdout.write(`${fact ?? turn}: ${inOneLine(text)}\n  ${reason}\n`);
    if (by !== null) io.stdout.write(`  its successor is ${by}: ${inOneLine(byText ?? "")}\n`);
  }
}

export const correct = onMemory(async (memory, { operands: [fact = "", value = ""], options }: CorrectionLine, io) => {
  const changed = await changing(fact, () => opened(memory, options.task).correct(fact, value, by(options)));
  sayChanged(changed, `is now "${value}"`, options, io);
});

export const forget = onMemory(async (memory, { operands: [fact = ""], options }: CorrectionLine, io) => {
  const changed = await changing(fact, () => opened(memory, options.task).forget(fact, by(options)));
  sayChanged(changed, "is forgotten", options, io);
});

export const same = onMemory(async (memory, { operands: [id = "", other = ""], options }: CorrectionLine, io) => {
  await opened(memory, options.task)
    .merge(id, other, by(options))
    .catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
      throw problem(EXIT.diagnostics, `${error.message}. sxp memory show FOLDER TASK --slots lists them.`);
    });
  if (options.format === "json") writeJson({ id, same: other }, io);
  else io.stdout.write(`${id} is ${other}\n`);
});

const by = ({ author }: CorrectionLine["options"]) => defined({ author });

async function changing(fact: string, change: () => Promise<Fact>): Promise<Fact> {
  return change().catch((error: unknown) => {
    if (!(error instanceof RangeError)) throw error;
    throw problem(EXIT.diagnostics, `there is no fact "${fact}". sxp memory show FOLDER TASK --slots lists them.`);
  });
}

function sayChanged(fact: Fact, what: string, { format }: CorrectionLine["options"], io: World): void {
  if (format === "json") writeJson({ fact: fact.statement.id, slot: fact.slot, status: fact.status }, io);
  else io.stdout.write(`${fact.statement.id} ${what}\n`);
}

/** `sxp memory show --slots`: each slot with its values over time, and what was not kept. */
export function showSlots(memory: Memory, task: string, format: string | undefined, io: World): void {
  const { state } = opened(memory, task);
  const slots = slotTimelines(state);
  const unkept = notKept(state);
  if (format === "json") {
    writeJson({ slots, notKept: unkept }, io);
    return;
  }
  for (const timeline of slots) writeLines(io.stdout, timelineLines(timeline, io));
  if (slots.length === 0) io.stdout.write("no slots yet\n");
  if (unkept.length === 0) return;
  io.stdout.write("not kept:\n");
  for (const { reason, count: times, examples } of unkept) {
    const [first] = examples;
    const example = first === undefined ? "" : `, such as ${first.source}: ${inOneLine(first.text)}`;
    io.stdout.write(`  ${cut(`${times} × ${reason}${example}`, io.screen.columns - 2, io.screen.glyphs.ellipsis)}\n`);
  }
}

function timelineLines({ slot, subject, name, entries }: SlotTimeline, { screen: { paint } }: World): string[] {
  return [
    `${paint.bold(subject)} · ${name}  ${paint.dim(slot)}`,
    ...entries.map(
      ({ fact, value, text, kind, operation, status, validFrom, validTo, how, by: successor, confirmed, speaker }) => {
        const from = validFrom.slice(0, 10);
        const days =
          validTo === null
            ? from === ""
              ? ""
              : `since ${from}`
            : `${from === "" ? "…" : from} to ${validTo.slice(0, 10)}`;
        const label = operation === "end" ? `ends ${value ?? ""}`.trim() : (value ?? inOneLine(text));
        const notes = [
          ...(days === "" ? [] : [days]),
          ...(kind === "state" ? [] : [kind]),
          ...(how === null
            ? status === "current"
              ? []
              : [status]
            : [`${how}${successor === null ? "" : ` by ${successor}`}`]),
          ...(confirmed === 0 ? [] : [`said ${confirmed + 1} times`]),
        ];
        return `  ${status === "current" ? paint.green(label) : label}  ${paint.dim(`${notes.join(", ")}; ${speaker}, ${fact}`)}`;
      },
    ),
  ];
}
