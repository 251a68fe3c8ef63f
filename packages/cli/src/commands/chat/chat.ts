import { basename } from "node:path";
import { type ChatEvent, Conversation, type ConversationOptions } from "@semantic-xpath/chat";
import type { Memory } from "@semantic-xpath/memory";
import { SemanticXPathError } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import { checkOne, memoryOfData, taskNames } from "../../input/memory.js";
import { openModel } from "../../input/model.js";
import { sourceOf } from "../../input/query.js";
import { schemaNameFor } from "../../input/schema.js";
import { openScoring } from "../../input/scorer.js";
import { refusal } from "../../refusal.js";
import { chatPrinter } from "../../render/chatEvents.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, problem, Stop } from "../../stop.js";
import { placeName, withMemory } from "../memory/open.js";
import type { ChatLine } from "./command.js";
import { type KeptConversations, withConversations } from "./conversations.js";
import { type Inputs, inputsOf } from "./inputs.js";

type Options = ChatLine["options"];

/** `sxp chat`: turns at a prompt, or from a pipe. */
export async function chat({ options }: ChatLine, io: World): Promise<ExitCode | undefined> {
  const { memory: folder, data } = options;
  checkOne(folder, data, "chat is about");
  if (folder === undefined) {
    const schemaName = await schemaNameFor(options.schema, sourceOf("request", ""), data, io);
    const memory = await memoryOfData(options, schemaName, io);
    return withConversations(null, io, (kept) => conversing(memory, kept, options, io));
  }
  return withMemory(folder, io, async (memory) => {
    taskNames(memory);
    return withConversations(folder, io, (kept) => conversing(memory, kept, options, io));
  });
}

async function conversing(memory: Memory, kept: KeptConversations, options: Options, io: World): Promise<ExitCode> {
  return talk(await conversationOf(memory, kept, options, io), kept, options, io);
}

async function conversationOf(
  memory: Memory,
  kept: KeptConversations,
  options: Options,
  io: World,
): Promise<Conversation> {
  const { task, author } = options;
  const { scorer } = await openScoring(options, io);
  const now = nowOption(options.now);
  try {
    const conversation = new Conversation({
      memory,
      scorer,
      ...keptIn(kept, options),
      ...(await openModel(options, io)),
      ...defined({ task, author }),
      ...(now !== undefined && { now: () => now }),
      onFault: (error) => io.stderr.write(`sxp: ${error instanceof Error ? error.stack : String(error)}\n`),
    });
    for (const { code, message } of conversation.problems) io.stderr.write(`${code}: ${message}\n`);
    return conversation;
  } catch (error) {
    const isOwn = error instanceof SemanticXPathError && error.code === "SXP5012";
    throw isOwn ? error : refusal(error);
  }
}

/** Store and id of the conversation. */
function keptIn(
  { store }: KeptConversations,
  { memory, conversation }: Options,
): Pick<ConversationOptions, "store" | "id"> {
  if (conversation === undefined) return { store };
  const id = conversation === "last" ? store.list()[0] : conversation;
  if (id !== undefined && store.list().includes(id)) return { store, id };
  const ids = store.list().slice(0, 5).join(", ");
  throw problem(
    EXIT.input,
    `there is no conversation "${conversation}" in ${placeName(memory!)}${ids === "" ? "." : `, only ${ids}.`}`,
  );
}

/** State of one chat at the terminal. */
interface Sitting {
  readonly conversation: Conversation;
  readonly kept: KeptConversations;
  readonly options: Options;
  readonly io: World;
  readonly inputs: Inputs;
  readonly print: (event: ChatEvent) => void;
  code: ExitCode;
}

async function talk(
  conversation: Conversation,
  kept: KeptConversations,
  options: Options,
  io: World,
): Promise<ExitCode> {
  const inputs = inputsOf(io);
  const isJson = options.format === "json";
  const printer = chatPrinter(io, { cost: options.cost });
  const print = isJson ? (event: ChatEvent) => io.stdout.write(`${JSON.stringify(event)}\n`) : printer.print;
  const sitting: Sitting = { conversation, kept, options, io, inputs, print, code: EXIT.fine };
  if (!isJson) greet(sitting);
  try {
    for (;;) {
      const nextInput = inputs.next(promptOf(sitting));
      // While a person types.
      if (inputs.isTyped) setImmediate(() => void conversation.prepare().catch(() => {}));
      const input = await nextInput;
      if (input === null) break;
      const text = input.trim();
      if (text === "" || text.startsWith("#")) continue;
      if (/^(?::q|:quit|:exit|quit|exit)$/.test(text)) break;
      if (!inputs.isTyped && !isJson) io.stdout.write(`${io.screen.paint.dim(`> ${text}`)}\n`);
      await answer(sitting, text);
      const failure = await kept.settled();
      if (failure !== null) io.stderr.write(`${io.errors.paint.red(failure.code)}: ${failure.message}\n`);
      if (sitting.code !== EXIT.fine && !inputs.isTyped && !options["keep-going"]) break;
    }
  } finally {
    inputs.end();
  }
  if (io.signal.aborted) return EXIT.interrupted;
  if (!inputs.isTyped && conversation.waiting !== null && sitting.code === EXIT.fine) return EXIT.diagnostics;
  return inputs.isTyped ? EXIT.fine : sitting.code;
}

const promptOf = ({ conversation, io: { screen } }: Sitting): string =>
  screen.paint.bold(conversation.waiting === null ? "> " : "? ");

function greet({ conversation, options, inputs, io }: Sitting): void {
  if (!inputs.isTyped) return;
  const { paint } = io.screen;
  const source = options.memory ?? options.data.map((name) => basename(name)).join(" ");
  io.stdout.write(
    `${paint.bold("sxp chat")} ${paint.dim(`${source}: ${conversation.task}, version ${conversation.version}`)}\n`,
  );
  const keeping =
    options.memory === undefined
      ? "Changes are gone when you leave; a memory keeps them: sxp help memory create"
      : `This conversation is ${conversation.id}: --conversation ${conversation.id} goes on with it`;
  io.stdout.write(`${paint.dim(keeping)}\n${paint.dim(":help says what there is, Ctrl-D leaves")}\n`);
  const { turns } = conversation;
  for (const { request } of turns.slice(-3)) io.stdout.write(`${paint.dim(`> ${request}`)}\n`);
}

const HELP = `Say what you want to know or change: what is on day 2?  which is the cheapest?  move it to Friday  what changed?  undo that
A question with numbers is answered with one of them, yes or no. Besides:
  :retry   make the last request once more
  :tasks   the tasks of the memory
  :help    this
  :quit    leave, as Ctrl-D does; Ctrl-C ends the turn that goes on`;

async function answer(sitting: Sitting, text: string): Promise<void> {
  const { conversation, io } = sitting;
  if (text === ":help") return void io.stdout.write(`${HELP}\n`);
  if (text === ":tasks") return turn(sitting, (signal) => conversation.send("which tasks are there?", { signal }));
  if (text === ":retry") {
    const last = conversation.turns.at(-1);
    if (last === undefined) return logLine(sitting, "Nothing was requested yet.");
    return turn(sitting, (signal) => conversation.retry(last.id, { signal }));
  }
  if (/^:[a-z]+$/.test(text)) return logLine(sitting, `There is no command "${text}". :help says what there is.`);
  await turn(sitting, (signal) => conversation.send(text, { signal }));
}

function logLine(sitting: Sitting, text: string): void {
  sitting.io.stderr.write(`${text}\n`);
  sitting.code = EXIT.usage;
}

type Begin = (signal: AbortSignal) => AsyncIterable<ChatEvent> | Promise<AsyncIterable<ChatEvent>>;

/** A turn with its questions that are answered by the command line. */
async function turn(sitting: Sitting, begin: Begin): Promise<void> {
  const { conversation, options, inputs, io } = sitting;
  let wait = await follow(sitting, begin);
  while (wait !== null && options.yes && (options["yes-to-deletions"] || !wait.isDestructive)) {
    const { id } = wait;
    if (!inputs.isTyped && options.format !== "json") io.stdout.write(`${io.screen.paint.dim("yes")}\n`);
    wait = await follow(sitting, (signal) => conversation.choose(id, 0, { signal }));
  }
}

/** The turn that waits for yes or no, if one does. */
interface Waiting {
  readonly id: string;
  readonly isDestructive: boolean;
}

async function follow(sitting: Sitting, begin: Begin): Promise<Waiting | null> {
  const { inputs, io, print } = sitting;
  const stop = new AbortController();
  const restore = inputs.onInterrupt(() => stop.abort());
  let wait: Waiting | null = null;
  try {
    for await (const event of await begin(AbortSignal.any([stop.signal, io.signal]))) {
      print(event);
      if (event.type === "question" && event.choices[0] === "yes" && event.dryRun !== null)
        wait = { id: event.turn, isDestructive: event.losses > 0 };
      if (event.type === "failed") sitting.code = /^SXP51[01]\d$/.test(event.code) ? EXIT.scorer : EXIT.diagnostics;
      if (event.type === "done" && event.state !== "waiting") wait = null;
    }
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    const { code, message } = error.diagnostic;
    if (sitting.options.format === "json") throw new Stop(EXIT.diagnostics, `${code}: ${message}`);
    io.stderr.write(`${io.errors.paint.red(code)}: ${message}\n`);
    sitting.code = EXIT.diagnostics;
  } finally {
    restore();
  }
  return wait;
}
