import type { ResultRow, RunOverview } from "@semantic-xpath/inspect";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { csvOf, listed, ORDERS, type Order } from "../../model/listing.js";
import { counted, countText, singleText, valueLine, valuesOf } from "../../model/text.js";
import { ChangeBox } from "../node/ChangeBox.js";
import { NodePane } from "../node/NodePane.js";
import { OperatorLink } from "../node/WhyBox.js";
import { Answered, useAnswer, useSeen } from "../parts/answers.js";
import { Button } from "../parts/Button.js";
import { PathLink } from "../parts/Path.js";
import { useWindow } from "../parts/useWindow.js";
import { useRun } from "../run.js";
import { MAX_COLUMNS, markdownOf, ResultLine } from "./ResultLine.js";

const ROW_HEIGHT = 54;
/** Rows that are fetched together. */
const PAGE = 100;
/** Maximum number of results that are filtered, reordered or copied. */
const MAX_LISTED = 10_000;

type Copy = (rows: readonly ResultRow[], overview: RunOverview) => string;

const COPIES: Readonly<Record<string, Copy>> = {
  JSON: (rows) => JSON.stringify(rows, null, 2),
  CSV: csvOf,
  Markdown: (rows, { fields }) => rows.map((row) => markdownOf(row, fields)).join("\n"),
};

interface ResultsProps {
  /** False where the selected node is shown elsewhere on the same page. Default: true. */
  readonly hasPane?: boolean;
}

/** The ranked result, with the selected one. */
export function Results({ hasPane = true }: ResultsProps) {
  const { node, states, go, overview } = useRun();
  const box = useRef<HTMLDivElement>(null);
  const [arrangement, arrange] = useState<Arrangement>({ text: "", order: "rank" });
  const rows = useRows(box, arrangement);
  const { total, length, seen, rowAt, fetchRow } = rows;
  const [at, setAt] = useState(states.resultAt);
  states.resultAt = at;
  useLayoutEffect(() => seen.scrollTo(at), [at, seen.height]);

  if (total === 0) return overview.trace.value === undefined ? <EmptyResult /> : <EmptyValue />;
  const select = async (to: number): Promise<void> => {
    const place = Math.max(0, Math.min(length - 1, to));
    setAt(place);
    const row = await fetchRow(place);
    if (row !== undefined) go({ node: row.node });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== event.currentTarget) {
      // The buttons of a row are one step to the right of it; their menus have their own keys.
      if (event.key === "ArrowLeft") box.current?.focus();
      return;
    }
    if (event.key === "ArrowRight") document.querySelector<HTMLElement>(`#result-${at} button`)?.focus();
    const by = rowsMoved(event.key, seen.rowsSeen, length);
    const row = event.key === "Enter" ? rowAt(at) : undefined;
    if (by !== undefined) void select(at + by);
    else if (row !== undefined) go({ tab: "memory", node: row.node });
    else return;
    event.preventDefault();
  };
  return (
    <div class={hasPane ? "split" : "split split-stacked"}>
      <div
        class="split-main results"
        style={{ "--keys": overview.keys.length + Math.min(overview.fields.length, MAX_COLUMNS) }}
      >
        <ValueBox />
        <Arranging {...arrangement} onArrange={arrange} />
        <KeyHeads />
        {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot draw only the rows that are seen */}
        <div
          ref={box}
          class="scroller result-list"
          role="grid"
          aria-label={overview.trace.value === undefined ? "Results" : "Contributors"}
          aria-rowcount={length}
          aria-activedescendant={rowAt(at) !== undefined ? `result-${at}` : undefined}
          tabIndex={0}
          onKeyDown={press}
        >
          <Rows {...rows} at={at} onSelect={select} />
        </div>
        {length === 0 && <p class="quiet pad">No result has these words.</p>}
        <StatusLine count={total} />
      </div>
      {hasPane && <NodePane node={node} from="results" />}
    </div>
  );
}

/** By how many rows a key moves the selection, of all and of those that are seen at once. */
const rowsMoved = (key: string, seen: number, all: number): number | undefined =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: seen, PageUp: -seen, Home: -all, End: all })[key];

/** The value of the query, large: what is below it are its contributors. */
function ValueBox() {
  const { overview, host } = useRun();
  const { value } = overview.trace;
  if (value === undefined) return null;
  const values = valuesOf(value);
  const isList = values.length > 1;
  const copy = () => host.send({ type: "copy", text: values.map(singleText).join("\n"), what: "the value" });
  return (
    <section class="value-box" aria-label="The value of the query">
      {isList ? (
        <ul class="value-list">
          {values.slice(0, MAX_VALUES).map((one, i) => (
            <li key={i}>{singleText(one)}</li>
          ))}
          {values.length > MAX_VALUES && <li class="quiet">and {countText(values.length - MAX_VALUES)} more</li>}
        </ul>
      ) : (
        <output class={values.length === 0 ? "value-large quiet" : "value-large"}>{valueLine(value)}</output>
      )}
      {values.length > 0 && <Button kind="link" label={isList ? "Copy values" : "Copy value"} onPress={copy} />}
    </section>
  );
}

/** Values of a list that are shown above its contributors. */
const MAX_VALUES = 50;

/** A value that nothing contributed to: it is one anyway, or there is none and a reason. */
function EmptyValue() {
  const { overview } = useRun();
  const isNothing = valuesOf(overview.trace.value ?? null).length === 0;
  return (
    <div class="results">
      <ValueBox />
      {isNothing ? <EmptyResult /> : <p class="quiet pad">Nothing in the data contributed to it.</p>}
    </div>
  );
}

/** Heads of the columns of keys, with their directions. */
function KeyHeads() {
  const { overview } = useRun();
  const { keys, fields, isSemantic } = overview;
  if (keys.length + fields.length === 0) return null;
  return (
    <div class="result-heads quiet">
      <span />
      {keys.map(({ text, isDescending }) => (
        <span key={text} class="clip" title={`${text}, ${isDescending ? "descending" : "ascending"}`}>
          <span class="visually-hidden">{isDescending ? "descending by " : "ascending by "}</span>
          <span aria-hidden="true">{isDescending ? "↓ " : "↑ "}</span>
          {text}
        </span>
      ))}
      {fields.slice(0, MAX_COLUMNS).map((name) => (
        <span key={name} class="clip" title={name}>
          {name}
        </span>
      ))}
      {isSemantic && <span>weight</span>}
    </div>
  );
}

interface RowsProps extends ReturnType<typeof useRows> {
  readonly at: number;
  readonly onSelect: (index: number) => void;
}

/** The rows that are seen. */
function Rows({ seen, indices, rowAt, at, onSelect }: RowsProps) {
  const { overview, node, go } = useRun();
  const first = rowAt(0);
  // The first result is selected until the user selects another.
  useEffect(() => {
    if (node === null && first !== undefined) go({ node: first.node });
  }, [first]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div class="spacer" role="rowgroup" style={{ height: `${seen.height}px` }}>
      {indices.map((index) => {
        const row = rowAt(index);
        return (
          <ResultLine
            key={index % seen.slots}
            index={index}
            row={row}
            top={seen.topOf(index)}
            // A node may be in a result twice, by two attributes.
            isSelected={row?.node === node && (row?.value === null || index === at)}
            isRanked={overview.isSemantic}
            onSelect={onSelect}
          />
        );
      })}
    </div>
  );
}

/** The rows of the grid: by rank as they come into view, or, in another order, out of all of them. */
function useRows(box: RefObject<HTMLElement | null>, { text, order }: Arrangement) {
  const { overview, view } = useRun();
  /** A page of its own may hold fewer than the run gave. */
  const [total, setTotal] = useState(overview.resultCount);
  const isRanked = text.trim() === "" && order === "rank";
  const allRows = useAnswer(isRanked ? null : () => view.results({ from: 0, count: MAX_LISTED }), [view, isRanked]);
  const list = useMemo(
    () => (isRanked || allRows.state !== "ready" ? null : listed(allRows.value.rows, text, order)),
    [isRanked, allRows.state, text, order],
  );
  const length = list?.length ?? total;
  const listWindow = useWindow(box, length, ROW_HEIGHT);
  const indices = Array.from({ length: Math.max(0, listWindow.to - listWindow.from) }, (_, i) => listWindow.from + i);
  const fetched = useSeen(view, list === null ? indices : [], async (missing) => {
    const from = missing[0] - (missing[0] % PAGE);
    const pageCount = Math.ceil((1 + (missing.at(-1) ?? 0) - from) / PAGE) * PAGE;
    const page = await view.results({ from, count: pageCount });
    setTotal(page.total);
    return page.rows.map((row, i) => [from + i, row]);
  });
  const rowAt = (index: number): ResultRow | undefined => (list === null ? fetched.get(index) : list[index]);
  const fetchRow = async (index: number): Promise<ResultRow | undefined> =>
    rowAt(index) ?? (await view.results({ from: index, count: 1 })).rows[0];
  return { total, length, seen: listWindow, indices, rowAt, fetchRow };
}

interface Arrangement {
  readonly text: string;
  readonly order: Order;
}

/** A filter of the results, and their order. */
function Arranging({ text, order, onArrange }: Arrangement & { readonly onArrange: (to: Arrangement) => void }) {
  const { overview } = useRun();
  const isOfValue = overview.trace.value !== undefined;
  const rowsName = isOfValue ? "contributors" : "results";
  return (
    <div class="toolbar" role="toolbar" aria-label="Results">
      <input
        type="search"
        placeholder={`Filter the ${rowsName}`}
        aria-label={`Filter the ${rowsName}`}
        value={text}
        onInput={(event) => onArrange({ text: event.currentTarget.value, order })}
      />
      <select
        aria-label="Order of the results"
        value={isOfValue && order === "rank" ? "document" : order}
        onChange={(event) => onArrange({ text, order: event.currentTarget.value as Order })}
      >
        {Object.entries(ORDERS)
          .filter(([key]) => !isOfValue || key !== "rank")
          .map(([key, words]) => (
            <option key={key} value={key}>
              {key === "rank" && overview.keys.length > 0 ? "by its keys" : words}
            </option>
          ))}
      </select>
    </div>
  );
}

/** Number of results and of shown ones, with actions. `count`: the number of shown ones. */
function StatusLine({ count }: { readonly count: number }) {
  const { overview, view, host } = useRun();
  const { resultCount, cutReasons, limit, trace } = overview;
  const noun = trace.value === undefined ? "result" : "contributor";
  const copyAll = async (textOf: Copy): Promise<void> => {
    const { rows } = await view.results({ from: 0, count: MAX_LISTED });
    host.send({ type: "copy", text: textOf(rows, overview), what: counted(rows.length, noun) });
  };
  return (
    <div class="status-line">
      <span role="status">
        {counted(resultCount, noun)}
        {resultCount > count && `; the last ${countText(resultCount - count)} are left out of this page`}
        {count === limit && noun === "result" && " (the limit)"}
        {cutReasons.map(({ count: cut, words }) => `; ${countText(cut)} more ${words}`)}
      </span>
      <span class="toolbar-end">
        {Object.entries(COPIES).map(([name, textOf]) => (
          <Button key={name} kind="link" label={`Copy ${name}`} onPress={() => copyAll(textOf)} />
        ))}
      </span>
    </div>
  );
}

/** Why nothing was found, and the nearest query that finds something. */
function EmptyResult() {
  const { overview, view } = useRun();
  const nearest = useAnswer(() => view.nearest(), [view]);
  const { empty, causes } = overview;
  // The header has its words already; then only the place is new.
  const isSaidAbove = empty !== null && causes.some(({ message }) => isSame(message, empty.message));
  return (
    <div class="empty scroller">
      <h2>Nothing was found</h2>
      {empty !== null && (
        <p>
          {isSaidAbove ? "The sequence became empty at" : empty.message}{" "}
          {empty.operatorId !== 0 && <OperatorLink id={empty.operatorId} />}
        </p>
      )}
      <h3>The nearest query that finds something</h3>
      <Answered answer={nearest} what="it: some queries are tried">
        {(found) =>
          found === null ? (
            <p class="quiet">No change of a single part finds anything.</p>
          ) : (
            <>
              <ChangeBox change={found.change} />
              <ol class="paths" aria-label="Its first results">
                {found.paths.map((path) => (
                  <li key={path}>
                    <PathLink path={path} />
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </Answered>
    </div>
  );
}

/** A cause and a sentence may differ in their first letter and their end. */
const isSame = (cause: string, sentence: string): boolean =>
  cause.toLowerCase() === sentence.toLowerCase().replace(/\.$/, "");
