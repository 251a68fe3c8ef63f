import type { ChatEvent } from "@semantic-xpath/chat";
import type { UpdateResult } from "@semantic-xpath/memory";
import { messageOf } from "@semantic-xpath/views/components";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Studio, StudioEvent, StudioQuestions, StudioState, TaskView } from "../protocol.js";
import { announcementOf, follow, type ShownConversation, sentencesAfter, shownConversation } from "./model/turns.js";
import { keepInTab, keptInTab } from "./tabStorage.js";

/** Content of memory and execution: a tree of a version (`version` null: the newest), or a run. */
export type Shown =
  | {
      readonly kind: "tree";
      readonly task: string;
      readonly version: number | null;
      /** A node that is selected in it once it is there. */
      readonly path?: string | undefined;
    }
  | {
      readonly kind: "run";
      readonly run: string;
      readonly turn: string | null;
      /** A step of a replay: its query, and its version (null: the newest). */
      readonly replay?: {
        readonly query: string;
        readonly task: string;
        readonly version: number | null;
        /** The run that is listed. */
        readonly of: string;
      };
    };

/** The run in the list that is shown, now or as it is in another version; null: none is. */
export const listedRun = (shown: Shown | null): string | null =>
  shown?.kind === "run" ? (shown.replay?.of ?? shown.run) : null;

/** The version that what is shown is of; null: the newest. */
export const versionOf = (shown: Shown | null): number | null =>
  (shown?.kind === "tree" ? shown.version : shown?.replay?.version) ?? null;

/** A query that runs. */
export interface Running {
  readonly query: string;
  /** Pairs that the scorer has scored, and those that it has to score; `wanted` 0: not known. */
  readonly pairs: number;
  readonly wanted: number;
  readonly stop: () => void;
}

/** Something that could not be done, in words, and how to try it again. */
interface PageProblem {
  readonly message: string;
  readonly again: (() => void) | null;
}

export type Ask = <K extends keyof StudioQuestions>(
  method: K,
  params: Parameters<StudioQuestions[K]>[0],
  signal?: AbortSignal,
) => Promise<ReturnType<StudioQuestions[K]>>;

export type Page = ReturnType<typeof usePage>;

/** The conversation and the run that is shown outlive a reload of the tab, and are in no address. */
const KEPT = "studio-conversation";
const KEPT_SHOWN = "studio-run";

/** The page's state, which follows the studio's events, and what can be done with it. `announce` says something to a screen reader. */
export function usePage(studio: Studio, announce: (text: string) => void) {
  const [state, setState] = useState<StudioState | null>(null);
  const [conversation, setConversation] = useState<ShownConversation | null>(null);
  const [shown, show] = useState<Shown | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const { problem, attempt, dismiss } = useAttempts();
  const followed = useRef(conversation);
  followed.current = conversation;
  const ask = useCallback<Ask>((method, params, signal) => studio.ask(method, params, signal), [studio]);

  /** Opens a conversation; null: the last one. */
  const open = useCallback(
    (id: string | null) =>
      attempt(async () => {
        const view = shownConversation(await ask("conversation", { conversation: id }));
        setConversation(view);
        keepInTab(KEPT, view.id);
        return view;
      }),
    [ask, attempt],
  );
  const refresh = useRefresh(ask, setState);

  const reload = useCallback(
    () =>
      attempt(async () => {
        const lastId = followed.current?.id ?? keptInTab(KEPT);
        const last = lastId === null ? open(null) : null;
        const now = await refresh();
        const listedLast = now.conversations.find(({ id }) => id === lastId);
        const view = await (last ?? open(listedLast?.id ?? null));
        const run = now.runs.find(({ id }) => id === keptInTab(KEPT_SHOWN))?.id;
        const turn = view?.turns.find(({ retrieved }) => retrieved?.run === run)?.id ?? null;
        const tree: Shown = { kind: "tree", task: view?.task ?? now.task, version: null };
        show((before) => before ?? (run === undefined ? tree : { kind: "run", run, turn }));
      }),
    [attempt, refresh, open],
  );

  useEffect(() => {
    if (shown !== null) keepInTab(KEPT_SHOWN, listedRun(shown) ?? "");
  }, [shown]);
  const { running, run } = useRunning({ studio, ask, attempt, announce, show });
  useEvents({ studio, announce, refresh, reload, show, setState, setConversation, setSending, followed });
  const actions = useMemo(() => actionsOf({ ask, attempt, open, announce, setSending, show, refresh }), [ask]);
  return {
    state,
    conversation,
    shown,
    show,
    sending,
    problem,
    dismiss,
    ask,
    attempt,
    running,
    run,
    ...actions,
  };
}

type RunDoing = Pick<Following, "studio" | "announce" | "show"> & Pick<Doing, "ask" | "attempt">;

/** Runs queries of the editor, one at a time; each can be stopped. */
function useRunning({ studio, ask, attempt, announce, show }: RunDoing) {
  const [running, setRunning] = useState<(Running & { readonly ticket: string }) | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(
    () =>
      studio.listen((event) => {
        if (event.type !== "progress") return;
        const { ticket, pairs, wanted } = event;
        setRunning((before) => (before?.ticket === ticket ? { ...before, pairs, wanted } : before));
      }),
    [studio],
  );
  const run = useCallback(
    (query: string, task: string | null, version: number | null) => {
      ending.current?.abort();
      const asking = new AbortController();
      ending.current = asking;
      const stop = (): void => {
        asking.abort();
        announce("Stopped");
      };
      const ticket = crypto.randomUUID();
      setRunning({ query, ticket, pairs: 0, wanted: 0, stop });
      return attempt(async () => {
        try {
          const answer = await ask("run", { query, task, version, ticket }, asking.signal);
          if (asking.signal.aborted) return null;
          show({ kind: "run", run: answer.run, turn: null });
          return answer.run;
        } catch (failure) {
          if (asking.signal.aborted) return null;
          throw failure;
        } finally {
          setRunning((before) => (before?.ticket === ticket ? null : before));
        }
      });
    },
    [ask, attempt],
  );
  return { running, run };
}

function useAttempts() {
  const [problem, setProblem] = useState<PageProblem | null>(null);
  /** Does something, or says that it failed, and how to go on. What failed before is said no longer. */
  const attempt = useCallback(async <T>(act: () => Promise<T>): Promise<T | null> => {
    setProblem(null);
    try {
      return await act();
    } catch (failure) {
      setProblem({ message: messageOf(failure), again: () => void attempt(act) });
      return null;
    }
  }, []);
  return { problem, attempt, dismiss: () => setProblem(null) };
}

interface Following {
  readonly studio: Studio;
  readonly announce: (text: string) => void;
  readonly refresh: () => Promise<StudioState>;
  readonly reload: () => Promise<unknown>;
  readonly show: StateUpdater<Shown | null>;
  readonly setState: StateUpdater<StudioState | null>;
  readonly setConversation: StateUpdater<ShownConversation | null>;
  readonly setSending: (request: string | null) => void;
  readonly followed: { readonly current: ShownConversation | null };
}

type StateUpdater<T> = (change: T | ((before: T) => T)) => void;

/** Follows what happens in the studio, from the beginning of the page on. */
function useEvents(following: Following): void {
  const { studio, announce, refresh, reload, show, setState, setConversation, setSending, followed } = following;
  const showChange = ({ task, diff }: UpdateResult): void =>
    show({ kind: "tree", task, version: null, path: diff[0]?.path });

  /** A conversation that is at the newest version is at what is now, whatever comes. */
  const showPlace = async ({ task, version }: { readonly task: string; readonly version: number }): Promise<void> => {
    const now = await refresh().catch(() => null);
    const isHead = now?.tasks.some(({ name, head }) => name === task && head === version) ?? false;
    const place: Shown = { kind: "tree", task, version: isHead ? null : version };
    // A change that led there is shown already, with its node.
    show((before) =>
      before?.kind === "tree" && before.task === task && before.version === place.version ? before : place,
    );
  };

  useEffect(() => {
    const say = sayer(announce);
    /** Turns that are about versions. */
    const isHistory = new Set<string>();
    const listen = (event: StudioEvent): void => {
      if (event.type === "reset") void reload();
      else if (event.type === "runs") setState((before) => before && { ...before, runs: event.runs });
      else if (event.type === "progress") return;
      else if (event.type === "memory") void refresh().catch(() => null);
      else if (event.conversation === followed.current?.id) {
        say(event.event);
        setConversation((before) => before && follow(before, event.event));
        const { type } = event.event;
        if (type === "began") setSending(null);
        if (type === "retrieved") show(placeOf(event.event, isHistory.has(event.event.turn)));
        if (type === "read" && event.event.readings[event.event.chosen ?? -1]?.kind === "history")
          isHistory.add(event.event.turn);
        if (type === "changed" && event.event.result.version !== null) showChange(event.event.result);
        if (type === "moved") void showPlace(event.event);
        if (type === "done" || type === "failed") void refresh().catch(() => null);
      }
    };
    const stop = studio.listen(listen);
    void reload();
    return stop;
  }, [studio]);
}

type Retrieved = Extract<ChatEvent, { type: "retrieved" }>;

/** Place of retrieved nodes: for a turn about versions the version itself, for all others the run. */
const placeOf = ({ run, turn, task, version }: Retrieved, isHistory: boolean): Shown =>
  isHistory && version !== null ? { kind: "tree", task, version } : { kind: "run", run, turn };

interface Doing {
  readonly ask: Ask;
  readonly attempt: <T>(act: () => Promise<T>) => Promise<T | null>;
  readonly open: (id: string | null) => Promise<ShownConversation | null>;
  readonly announce: (text: string) => void;
  readonly setSending: (request: string | null) => void;
  readonly show: (shown: Shown) => void;
  readonly refresh: () => Promise<StudioState>;
}

function actionsOf({ ask, attempt, open, announce, setSending, show, refresh }: Doing) {
  return {
    open,
    /** A new conversation about a task. */
    begin: (task: string | null) =>
      attempt(async () => {
        const { conversation } = await ask("begin", { task });
        await refresh();
        return open(conversation);
      }),
    send: (conversation: string, request: string) => {
      setSending(request);
      return attempt(() => ask("send", { conversation, request })).finally(() => setSending(null));
    },
    choose: (conversation: string, turn: string, choice: number) =>
      attempt(() => ask("choose", { conversation, turn, choice })),
    cancel: (conversation: string, turn: string) => attempt(() => ask("cancel", { conversation, turn })),
    retry: (conversation: string, turn: string) => attempt(() => ask("retry", { conversation, turn })),
    rewrite: (conversation: string, turn: string, request: string) =>
      attempt(async () => {
        const branched = await ask("rewrite", { conversation, turn, request });
        await refresh();
        return open(branched.conversation);
      }),
    importFile: (file: File) =>
      attempt(async () => {
        if (file.size > MAX_BYTES) throw new Error(`"${file.name}" is over 64 MB: import a part of it.`);
        const { task } = await ask("importFile", { name: file.name, text: await file.text() });
        await refresh();
        show({ kind: "tree", task, version: null });
        announce(`${file.name} is the task ${task} now`);
      }),
  };
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Asks for the state; while an answer is on its way, many wishes are one more question. */
function useRefresh(ask: Ask, setState: (state: StudioState) => void): () => Promise<StudioState> {
  const asking = useRef<{ first: Promise<StudioState>; next: Promise<StudioState> | null } | null>(null);
  return useCallback(() => {
    const fetch = async (): Promise<StudioState> => {
      const state = await ask("state", {});
      setState(state);
      return state;
    };
    const running = asking.current;
    if (running === null) {
      const first = fetch();
      const begun = { first, next: null };
      asking.current = begun;
      const end = (): void => {
        if (asking.current === begun) asking.current = null;
      };
      first.then(end, end);
      return first;
    }
    running.next ??= running.first
      .catch(() => null)
      .then(() => {
        asking.current = null;
        return fetch();
      });
    return running.next;
  }, [ask]);
}

/** Says what happens, and answers sentence by sentence, so that a stream is heard as one speaks. */
function sayer(announce: (text: string) => void) {
  let turn = "";
  let text = "";
  let announced = 0;
  return (event: Extract<StudioEvent, { type: "chat" }>["event"]): void => {
    if (event.turn !== turn || event.type === "began") {
      turn = event.turn;
      text = "";
      announced = 0;
    }
    if (event.type === "text") text += event.text;
    const isEnd = event.type === "done" || event.type === "failed" || event.type === "question";
    const to = isEnd ? text.length : sentencesAfter(text, announced);
    const sentences = [text.slice(announced, to), announcementOf(event) ?? ""].join(" ").trim();
    announced = to;
    if (sentences !== "") announce(sentences);
  };
}

/** Takes back the newest change of a task, and shows what there is then. */
export async function undoNewest(page: Page, task: TaskView, announce: (text: string) => void): Promise<void> {
  const undone = await page.attempt(() => page.ask("undo", { task: task.name, ifVersion: task.head }));
  if (undone === null) return;
  announce(undone.message);
  page.show({ kind: "tree", task: task.name, version: null });
}
