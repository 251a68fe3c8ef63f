import { existsSync, fstatSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConversationStore, modelReader, modelWriter } from "@semantic-xpath/chat";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { placeOf } from "@semantic-xpath/postgres";
import { type StudioServer, serveStudio } from "@semantic-xpath/studio/node";
import { type StudioOptions, StudioSession } from "@semantic-xpath/studio/session";
import { defined } from "@semantic-xpath/values";
import { checkOne, memoryOfData, taskNames } from "../../input/memory.js";
import { openModel } from "../../input/model.js";
import { sourceOf } from "../../input/query.js";
import { schemaNameFor } from "../../input/schema.js";
import { openScoring } from "../../input/scorer.js";
import { refusal } from "../../refusal.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import { withConversations } from "../chat/conversations.js";
import { guardMemory, openPlace, placeName } from "../memory/open.js";
import type { StudioLine } from "./command.js";

type Options = StudioLine["options"];

/** Place of the page: beside the bundle, and in a clone in the build output of the studio. */
const PAGES = ["./studio/", "../studio/", "../../../../studio/dist/web/page/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Serves until Ctrl-C, a signal to end, or the end of a pipe that it reads from. */
export async function runStudio({ options }: StudioLine, io: World): Promise<ExitCode> {
  const place = placeIn(options);
  return guardMemory(place ?? options.data.join(" "), io, async () => {
    // Read-only stores refuse questions of the page and turns of a conversation alike.
    const memory =
      place === null ? await dataAsMemory(options, io) : await openPlace(place, io, { readOnly: options["read-only"] });
    try {
      taskNames(memory);
      await withConversations(options["read-only"] ? null : place, io, async ({ store, settled }) => {
        await serve(memory, store, options, io);
        const failure = await settled();
        if (failure !== null) io.stderr.write(`${failure.code}: ${failure.message}\n`);
      });
    } finally {
      memory.close();
    }
    return io.signal.aborted ? EXIT.interrupted : EXIT.fine;
  });
}

/** The folder or the server that a command line names; null for data. */
function placeIn({ memory, store, data }: Options): string | null {
  if (memory !== undefined && store !== undefined)
    throw usage("studio shows one thing: --memory FOLDER or --store URL.");
  checkOne(memory ?? store, data, "studio shows");
  return memory ?? store ?? null;
}

async function serve(memory: Memory, conversations: ConversationStore, options: Options, io: World): Promise<void> {
  const onFault = (error: unknown): void => {
    const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    io.stderr.write(`sxp: ${io.env.SXP_DEBUG === "1" ? stack : message}\n`);
  };
  const session = new StudioSession({ ...(await sessionOptions(memory, options, io)), conversations, onFault });
  const server = await started(session, options, onFault);
  io.stdout.write(`${server.address}\n`);
  io.stderr.write(`${writeNotice(options)} Ctrl-C ends it.\n`);
  await ended(io);
  session.close();
  await server.close();
}

function writeNotice({ memory, store, "read-only": readOnly }: Options): string {
  if (readOnly) return "Nothing can be changed.";
  const place = memory ?? store;
  return place === undefined
    ? "Nothing is kept: what is changed is gone when it ends."
    : `Changes are kept in ${placeName(place)}.`;
}

async function started(
  session: StudioSession,
  { port = 0 }: Options,
  onFault: (error: unknown) => void,
): Promise<StudioServer> {
  const folder = PAGES.find((each) => existsSync(`${each}index.html`)) ?? PAGES[0]!;
  try {
    return await serveStudio(session, { port, folder, onFault: (_, error) => onFault(error) });
  } catch (error) {
    session.close();
    throw refusal(error);
  }
}

async function sessionOptions(memory: Memory, options: Options, io: World): Promise<StudioOptions> {
  const { scorer, name: scorerName } = await openScoring(options, io);
  const { task, author, memory: folder, store: url, "read-only": readOnly } = options;
  return {
    memory,
    title: titleOf(options, io),
    scorer,
    scorerName,
    canWrite: !readOnly,
    isKept: (folder ?? url) !== undefined && !readOnly,
    ...defined({ task: task === undefined ? undefined : memory.task(task).name, author }),
    ...(await modelOptions(options, io)),
  };
}

function titleOf({ memory, store, data }: Options, io: World): string {
  if (store !== undefined) return placeOf(store).store;
  return basename(memory === undefined ? data[0]! : resolve(io.cwd, memory));
}

async function modelOptions(options: Options, io: World): Promise<Pick<StudioOptions, "model" | "conversation">> {
  const opened = await openModel(options, io);
  if (opened === null) return {};
  const { model, ...limits } = opened;
  return { model: model.id, conversation: { modelReader: modelReader(model), writer: modelWriter(model), ...limits } };
}

async function dataAsMemory(options: Options, io: World): Promise<Memory> {
  const schemaName = await schemaNameFor(options.schema, sourceOf("request", ""), options.data, io);
  const journal = inMemoryJournal();
  const memory = await memoryOfData(options, schemaName, io, journal);
  return options["read-only"] ? Memory.open(journal, { readOnly: true }) : memory;
}

/** Resolves on Ctrl-C, on a signal to end, or at the end of the input if a program holds its other end: the parent process is gone. */
async function ended(io: World): Promise<void> {
  const reads = isHeld() && io.stdin === process.stdin;
  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    if (io.signal.aborted) end();
    io.signal.addEventListener("abort", end, { once: true });
    process.once("SIGTERM", end);
    if (reads) void drained(io).then(end, end);
  });
  // A pipe that is read holds the process.
  if (reads) process.stdin.destroy();
}

/** True if standard input is a pipe or a socket. A file such as /dev/null ends at once, and a terminal belongs to the person. */
function isHeld(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

async function drained({ stdin }: World): Promise<void> {
  for await (const _ of stdin) void _;
}
