import type { RunView } from "@semantic-xpath/inspect";
import { Button, counted, Menu } from "@semantic-xpath/views/components";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ShownTurn } from "../model/turns.js";
import { Plain } from "../parts/Plain.js";
import type { Page } from "../usePage.js";
import { Composer } from "./Composer.js";
import { FirstRequests } from "./FirstRequests.js";
import { Turn, type TurnActions } from "./Turn.js";

interface ConversationProps {
  readonly page: Page;
  /** Subject of a new conversation. */
  readonly taskName: string | null;
  /** The tree that is shown. */
  readonly view: RunView | null;
  readonly turnActions: TurnActions;
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  readonly onExport: () => void;
}

/** Requests and answers, and the field for the next request. */
export function Conversation({ page, taskName, view, turnActions, composer, onExport }: ConversationProps) {
  const { conversation, state } = page;
  const turns = conversation?.turns ?? [];
  const running = turns.findLast((turn) => turn.state === "running");
  const send = (request: string): void => {
    if (conversation !== null) void page.send(conversation.id, request);
  };
  const fill = (request: string): void => {
    const area = composer.current;
    if (area === null) return;
    area.value = request;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  };
  return (
    <>
      <div class="column-head">
        <h2 class="clip">{conversation === null ? "Conversation" : <Plain text={titleOf(conversation)} />}</h2>
        <span class="toolbar-end">
          <Conversations page={page} />
          <Button label="New" onPress={() => void page.begin(taskName).then(() => composer.current?.focus())} />
          <Button label="Export" disabled={turns.length === 0} onPress={onExport} />
        </span>
      </div>
      <Turns page={page} turns={turns} view={view} actions={turnActions} onChoose={fill} />
      <Composer
        field={composer}
        isReady={conversation !== null}
        isRunning={running !== undefined}
        isReadOnly={state !== null && !state.canWrite}
        model={state?.model ?? null}
        earlier={turns.map(({ request }) => request)}
        onSend={send}
        onCancel={() => {
          if (conversation !== null && running !== undefined) void page.cancel(conversation.id, running.id);
          composer.current?.focus();
        }}
      />
    </>
  );
}

interface TurnsProps extends Pick<ConversationProps, "page" | "view"> {
  readonly turns: readonly ShownTurn[];
  readonly actions: TurnActions;
  readonly onChoose: (request: string) => void;
}

/** The turns so far, the one that is being sent too; before the first one requests to begin with. */
function Turns({ page, turns, view, actions, onChoose }: TurnsProps) {
  const { conversation, sending } = page;
  const log = useRef<HTMLDivElement>(null);
  useStayAtEnd(log, [turns, sending]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={log} class="log scroller" aria-label="Turns" tabIndex={0}>
      {turns.length === 0 && sending === null && <FirstRequests page={page} view={view} onChoose={onChoose} />}
      {(conversation?.omitted ?? 0) > 0 && (
        <p class="quiet">{counted(conversation!.omitted, "earlier turn")} not shown: the export has all of them.</p>
      )}
      <ol class="turns">
        {turns.map((turn) => (
          <Turn key={turn.id} turn={turn} actions={actions} isShown={isShown(page, turn)} />
        ))}
        {sending !== null && (
          <li class="turn turn-sending">
            <p class="request">
              <Plain text={sending} />
            </p>
            <Working what="Sending" />
          </li>
        )}
      </ol>
    </section>
  );
}

const Working = ({ what }: { readonly what: string }) => (
  <p class="row quiet working">
    <span class="spinner" aria-hidden="true" />
    {what} …
  </p>
);

const titleOf = ({ title, turns }: NonNullable<Page["conversation"]>): string =>
  turns.length === 0 ? "New conversation" : title || turns[0]!.request;

const isShown = ({ shown }: Page, turn: ShownTurn): boolean => shown?.kind === "run" && shown.turn === turn.id;

/** The kept conversations, the newest first. */
function Conversations({ page: { state, conversation, open } }: { readonly page: Page }) {
  const otherConversations = (state?.conversations ?? []).filter(
    ({ id, turns }) => id !== conversation?.id && turns > 0,
  );
  if (otherConversations.length === 0) return null;
  const items = otherConversations.slice(0, 30).map(({ id, title, turns }) => ({
    label: `${title.slice(0, 60) || "Untitled"} (${turns})`,
    onPress: () => void open(id),
  }));
  return (
    <Menu label="Earlier conversations" items={items}>
      Earlier
    </Menu>
  );
}

/** Pixels from the end within which a log is at its end. */
const NEAR = 48;

/** A log at its end stays there while it grows; one that was scrolled back stays where it is. */
function useStayAtEnd(box: RefObject<HTMLElement | null>, of: readonly unknown[]): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    const read = (): void => {
      if (element !== null) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    element?.addEventListener("scroll", read, { passive: true });
    return () => element?.removeEventListener("scroll", read);
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, of);
}
