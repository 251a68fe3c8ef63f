import type { OfReason, OperatorSummary, PageRequest, ReasonCount } from "@semantic-xpath/inspect";
import type { TraceDrop } from "@semantic-xpath/runtime";
import { useMemo, useState } from "preact/hooks";
import { countText } from "../../model/text.js";
import { Answered, useAnswer, usePages } from "../parts/answers.js";
import { PathLink } from "../parts/Path.js";
import { type ShownRun, useRun } from "../run.js";
import { More } from "./ScoresList.js";

/** Rows of one reason at once: the next reason is not far below. */
const PAGE = 50;
/** Rows that a search goes through, and that it shows of one reason. */
const SEARCHED = 20_000;
const MAX_FOUND = 200;

/** Dropped nodes of an operator, grouped by reason, each with its numbers. The counts are those of the run. */
export function DroppedList({ operator }: { readonly operator: OperatorSummary }) {
  const { view } = useRun();
  const { id } = operator;
  const [text, setText] = useState("");
  const reasons = useAnswer(() => view.reasons({ operatorId: id }), [view, id]);
  return (
    <div class="listing">
      <input
        type="search"
        placeholder="Search paths and reasons"
        aria-label="Search what was dropped"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === "" ? (
        <Answered answer={reasons} what="the reasons">
          {(groups) => groups.map((group) => <Group key={group.reason} operatorId={id} group={group} />)}
        </Answered>
      ) : (
        <DropSearch operatorId={id} text={text.trim().toLowerCase()} total={operator.droppedCount} />
      )}
    </div>
  );
}

function Group({ operatorId, group }: { readonly operatorId: number; readonly group: ReasonCount }) {
  const { view } = useRun();
  const { reason, count } = group;
  const pages = usePages((page) => askDrops(view, operatorId, { ...page, reason }), [view, operatorId, reason], PAGE);
  return (
    <Drops reason={reason} count={count} drops={pages.rows}>
      <More pages={pages} total={count} />
    </Drops>
  );
}

/** Nodes with the words, in as many rows as a search covers. */
function DropSearch({ operatorId, text, total }: { operatorId: number; text: string; total: number }) {
  const { view } = useRun();
  const pages = usePages((page) => askDrops(view, operatorId, page), [view, operatorId], SEARCHED);
  const groups = useMemo(() => grouped(pages.rows, text), [pages.rows, text]);
  const count = groups.reduce((sum, [, drops]) => sum + drops.length, 0);
  return (
    <>
      <p class="quiet" role="status">
        {pages.isLoading
          ? "Searching …"
          : `${count === 0 ? "Nothing has these words" : `${countText(count)} found`} in ${countText(pages.rows.length)} of ${countText(total)}.`}
      </p>
      {groups.map(([reason, drops]) => (
        <Drops key={reason} reason={reason} count={drops.length} drops={drops.slice(0, MAX_FOUND)}>
          {drops.length > MAX_FOUND && (
            <p class="quiet more">The first {countText(MAX_FOUND)} are shown. More words find fewer.</p>
          )}
        </Drops>
      ))}
    </>
  );
}

interface DropsProps {
  readonly reason: string;
  readonly count: number;
  readonly drops: readonly TraceDrop[];
  readonly children: preact.ComponentChildren;
}

function Drops({ reason, count, drops, children }: DropsProps) {
  return (
    <section aria-label={reason}>
      <h3>
        <span class="tag">{reason}</span> <span class="quiet num">{countText(count)}</span>
      </h3>
      <ul class="drops">
        {drops.map((drop, i) => (
          <li key={i}>
            <PathLink path={drop.path} />
            <span class="drop-detail">{drop.detail}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** Operator 0 is the cut after the plan. */
const askDrops = (view: ShownRun["view"], operatorId: number, request: PageRequest & OfReason) =>
  operatorId === 0 ? view.cut(request) : view.dropped({ operatorId, ...request });

function grouped(rows: readonly TraceDrop[], text: string): readonly (readonly [string, readonly TraceDrop[]])[] {
  const groups = new Map<string, TraceDrop[]>();
  for (const drop of rows) {
    if (!`${drop.path} ${drop.reason} ${drop.detail}`.toLowerCase().includes(text)) continue;
    const group = groups.get(drop.reason) ?? [];
    groups.set(drop.reason, group);
    group.push(drop);
  }
  return [...groups];
}
