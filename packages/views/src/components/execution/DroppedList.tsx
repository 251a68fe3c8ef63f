import type { OperatorSummary, TraceDrop } from "@semantic-xpath/runtime";
import { useMemo, useState } from "preact/hooks";
import { countText, some } from "../../model/numbers.js";
import { Button } from "../parts/Button.js";
import { Notice } from "../parts/Notice.js";
import { useRun } from "../run.js";
import { PathLink } from "../score/PathLink.js";
import { type Pages, usePages } from "./usePages.js";

const PAGE = 100;
/** Rows that a search goes through. */
const SEARCHED = 20_000;

/** What fell out of an operator, grouped by reason, each with its numbers. */
export function DroppedList({ operator }: { readonly operator: OperatorSummary }) {
  const { view } = useRun();
  const { id } = operator;
  const [text, setText] = useState("");
  const wanted = text === "" ? PAGE : SEARCHED;
  const pages = usePages<TraceDrop>(
    (page) => (id === 0 ? view.cut(page) : view.dropped({ operatorId: id, ...page })),
    [view, id],
    PAGE,
    wanted,
  );
  const groups = useMemo(() => grouped(pages.rows, text.toLowerCase()), [pages.rows, text]);
  const shown = groups.reduce((sum, [, drops]) => sum + drops.length, 0);
  return (
    <div class="listing">
      <input
        type="search"
        placeholder="Search paths and reasons"
        aria-label="Search what fell out"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {groups.map(([reason, drops]) => (
        <section key={reason} aria-label={reason}>
          <h4>
            <span class="tag">{reason}</span> <span class="quiet num">{countText(drops.length)}</span>
          </h4>
          <ul class="drops">
            {drops.slice(0, text === "" ? drops.length : 200).map((drop, i) => (
              <li key={i}>
                <PathLink path={drop.path} />
                <span class="drop-detail">{drop.detail}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {text !== "" && !pages.isLoading && shown === 0 && <p class="quiet">Nothing here has these words.</p>}
      <More pages={pages} total={operator.droppedCount} />
    </div>
  );
}

/** How much is shown of how much, and a way to more. */
export function More({ pages, total }: { readonly pages: Pages<unknown>; readonly total: number }) {
  const { rows, isLoading, problem } = pages;
  const left = total - rows.length;
  if (problem !== null) return <Notice kind="error">{problem}</Notice>;
  if (isLoading) return <p class="quiet">Loading …</p>;
  if (left <= 0) return null;
  const canLoad = rows.length < pages.total;
  return (
    <p class="quiet more">
      {canLoad
        ? `${countText(rows.length)} of ${countText(total)} are shown.`
        : `And ${some(left, "more is left out of this page", "more are left out of this page")}.`}
      {canLoad && <Button kind="link" label={`Show ${countText(Math.min(PAGE, left))} more`} onPress={pages.more} />}
    </p>
  );
}

function grouped(rows: readonly TraceDrop[], text: string): readonly (readonly [string, readonly TraceDrop[]])[] {
  const groups = new Map<string, TraceDrop[]>();
  for (const drop of rows) {
    if (text !== "" && !`${drop.path} ${drop.reason} ${drop.detail}`.toLowerCase().includes(text)) continue;
    const group = groups.get(drop.reason);
    if (group === undefined) groups.set(drop.reason, [drop]);
    else group.push(drop);
  }
  return [...groups];
}
