import { type Memory, takeStep, type Version } from "@semantic-xpath/memory";
import type { StudioQuestions } from "../protocol.js";
import { diffView, merge, restore, undo, updateView } from "./changes.js";
import { importFile } from "./importFile.js";
import { studioError } from "./studioError.js";
import type { StudioSession } from "./studioSession.js";
import { typesView } from "./types.js";
import { dataText, versionViews } from "./versions.js";

/** Right that a question needs. A read-only studio refuses other questions before it reads anything. */
export type Right = "read" | "write";

export interface Question<P, A> {
  readonly right: Right;
  /** True if it runs queries, and may take long. */
  readonly isHeavy?: boolean;
  answer(studio: StudioSession, params: P, signal: AbortSignal | undefined): A | Promise<A>;
}

type Table = {
  readonly [K in keyof StudioQuestions]: Question<Parameters<StudioQuestions[K]>[0], ReturnType<StudioQuestions[K]>>;
};

const versionIn = (memory: Memory, task: string, version: number | null): Version =>
  memory.task(task).version(version ?? "main");

const VERSIONS_A_PAGE = 500;

/** All questions. One more costs a row here, its parameters and its answer in the protocol, and a test. */
export const QUESTIONS: Table = {
  state: { right: "read", answer: (studio) => studio.state() },
  send: {
    right: "read",
    answer: ({ chats }, { conversation, request }) => ({ turn: chats.send(conversation, request) }),
  },
  choose: {
    right: "read",
    answer: ({ chats }, { conversation, turn, choice }) => chats.choose(conversation, turn, choice),
  },
  cancel: {
    right: "read",
    answer: ({ chats }, { conversation, turn }) => chats.cancel(conversation, turn),
  },
  retry: {
    right: "read",
    answer: async ({ chats }, { conversation, turn }) => ({ turn: await chats.retry(conversation, turn) }),
  },
  rewrite: {
    right: "read",
    answer: ({ chats }, { conversation, turn, request }) => chats.rewrite(conversation, turn, request),
  },
  conversation: {
    right: "read",
    answer: ({ chats }, { conversation }) => chats.view(conversation),
  },
  begin: {
    right: "read",
    answer: ({ chats }, { task }) => ({ conversation: chats.begin(task) }),
  },
  exportConversation: {
    right: "read",
    isHeavy: true,
    answer: (studio, { conversation }) => studio.chats.exported(conversation),
  },
  view: {
    right: "read",
    isHeavy: true,
    answer: (studio, question, signal) => studio.view(question, signal),
  },
  compare: {
    right: "read",
    isHeavy: true,
    answer: ({ runs }, { before, after, redacted = false }) => runs.compare(before, after, redacted),
  },
  run: {
    right: "read",
    isHeavy: true,
    answer: async (studio, { query, task, version, ticket }, signal) => ({
      run: await studio.run(query, task, version, { signal, ticket }),
    }),
  },
  replay: {
    right: "read",
    isHeavy: true,
    answer: ({ replays }, asked, signal) => replays.page(asked, signal),
  },
  replayStep: {
    right: "read",
    isHeavy: true,
    answer: ({ replays }, asked, signal) => replays.step(asked, signal),
  },
  forget: {
    right: "read",
    answer({ runs }, { run }) {
      runs.forget(run);
      return null;
    },
  },
  browse: {
    right: "read",
    isHeavy: true,
    answer: async (studio, { task, version }, signal) => ({ run: await studio.browse(task, version, signal) }),
  },
  data: {
    right: "read",
    isHeavy: true,
    answer: ({ memory }, { task, version }) => dataText(task, versionIn(memory, task, version)),
  },
  types: {
    right: "read",
    isHeavy: true,
    answer: ({ memory }, { task, version }) => typesView(versionIn(memory, task, version)),
  },
  versions: {
    right: "read",
    answer: ({ memory }, { task, before, count }) => ({
      versions: versionViews(memory.task(task), before, Math.min(count, VERSIONS_A_PAGE)),
    }),
  },
  facts: {
    right: "read",
    isHeavy: true,
    async answer({ memory }, { task, version, ...asked }) {
      const tree = versionIn(memory, task, version).tree();
      // For any other tree nothing is loaded that reads facts.
      if (tree.root?.type !== "Memory") return null;
      return (await import("@semantic-xpath/conversation")).factsView(tree, asked);
    },
  },
  recall: {
    right: "read",
    isHeavy: true,
    async answer({ memory }, { task, version, question }) {
      const { holdsFacts, openedBy } = await import("@semantic-xpath/conversation");
      const tree = versionIn(memory, task, version).tree();
      if (!holdsFacts(tree))
        throw studioError("SXP5161", { question: "recall", problems: [`"${task}" holds no facts`] });
      return openedBy(tree, question);
    },
  },
  diff: {
    right: "read",
    answer: ({ memory }, { task, from, to }) => diffView(memory.task(task), from, to),
  },
  update: {
    right: "write",
    isHeavy: true,
    answer({ memory, scorer, author, budget }, { task, update, dryRun, branch, ifVersion }, signal) {
      if (!dryRun && ifVersion === undefined)
        throw studioError("SXP5161", { question: "update", problems: ['what is written needs "ifVersion"'] });
      return updateView(memory, task, update, {
        dryRun,
        scorer,
        budget,
        provenance: { author, reason: "edited by hand" },
        ...(branch !== undefined && { branch }),
        ...(ifVersion !== undefined && { ifVersion }),
        ...(signal !== undefined && { signal }),
      });
    },
  },
  undo: {
    right: "write",
    answer: ({ memory, author }, { task, ...how }) => undo(memory, memory.task(task), { ...how, author }),
  },
  restore: {
    right: "write",
    answer: ({ memory, author }, { task, version, ...how }) =>
      restore(memory, memory.task(task), version, { ...how, author }),
  },
  branch: {
    right: "write",
    async answer({ memory, author }, { task, name, from }) {
      await takeStep(memory, memory.task(task), { kind: "branch", name, from }, { author });
      return null;
    },
  },
  merge: {
    right: "write",
    isHeavy: true,
    answer: ({ memory, author }, { task, ...how }) => merge(memory, memory.task(task), { ...how, author }),
  },
  importFile: {
    right: "write",
    isHeavy: true,
    answer: async ({ memory, author }, file) => ({ task: await importFile(memory, file, author) }),
  },
};
